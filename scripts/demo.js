// Certifies the ad server of the reference publisher with all its keys, and prints the report. `npm run demo -- --listing`
// certifies its listing API too, which waits for a window of the exchange limit to pass.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startSandbox } from './sandbox-process.js';

const program = fileURLToPath(new URL('../bin/adserver-conformance.js', import.meta.url));
const options = process.argv.slice(2).filter((option) => option !== '--listing');
const withListing = options.length < process.argv.length - 2;
const sandbox = await startSandbox(program);
try {
  const { LISTING_URL, ...environment } = sandbox.environment;
  const run = spawn(process.execPath, [program, 'certify', '--local', ...options], {
    stdio: 'inherit',
    env: { ...process.env, ...environment, ...(withListing ? { LISTING_URL } : {}) },
  });
  const [code] = await once(run, 'close');
  process.exitCode = code ?? 1;
} finally {
  sandbox.stop();
}
