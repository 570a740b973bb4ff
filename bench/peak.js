// Loaded before a program that is measured: writes the peak of its memory, in kB, where BENCH_PEAK says.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(process.env.BENCH_PEAK ?? '', String(process.resourceUsage().maxRSS));
});
