// Certifies the reference publisher, both contracts and every key, and prints the report.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startSandbox } from './sandbox-process.js';

const program = fileURLToPath(new URL('../bin/adserver-conformance.js', import.meta.url));
const sandbox = await startSandbox(program, ['--throttle-window', '3']);
try {
  const run = spawn(process.execPath, [program, 'certify', '--local', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...sandbox.environment },
  });
  const [code] = await once(run, 'close');
  process.exitCode = code ?? 1;
} finally {
  sandbox.stop();
}
