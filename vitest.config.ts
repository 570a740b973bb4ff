import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import SlowestFirst from './test/slowest-first.ts';

export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  // As the bundle has it.
  resolve: {
    alias: {
      'tap-yaml': fileURLToPath(new URL('src/custom/yaml.ts', import.meta.url)),
      // The example is a package of its own, which has this one among its dependencies.
      'adserver-conformance/schemas': fileURLToPath(new URL('schemas', import.meta.url)),
    },
  },
  test: {
    server: { deps: { inline: ['tap-parser'] } },
    // Loading the suite and warming it up anew for each file takes a fifth of the time. Every test cleans up behind itself,
    // and no helper registers hooks as it is loaded, since that happens once.
    isolate: false,
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['./test/whole-suite-first.ts'],
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', './test/closing-line.ts'],
    // Collecting young garbage less often, and without threads that the other workers need, saves a tenth of the time.
    execArgv: ['--max-semi-space-size=128', '--single-threaded-gc'],
    // One more than processors: some tests wait for a browser, another process or a slow service.
    maxWorkers: availableParallelism() + 1,
    // No test measures time; this only ends one that would hang, on the slowest machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Publishers that race really race, and a shared build machine may stall for seconds: there, a failure counts that repeats.
    retry: process.env['CI'] ? 2 : 0,
  },
});
