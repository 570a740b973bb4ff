// Loaded before a program that is measured: writes the peak of its memory, in kB, where BENCH_PEAK says.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const STATUS = '/proc/self/status';

// Where Linux tells, since what it counts for a process begins with what its parent took.
const peak = () => (existsSync(STATUS) ? /VmHWM:\s*(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined);

process.on('exit', () => {
  writeFileSync(process.env.BENCH_PEAK ?? '', peak() ?? String(process.resourceUsage().maxRSS));
});
