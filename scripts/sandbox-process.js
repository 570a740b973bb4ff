// Starts the command's sandbox and reads from what it prints where it is and what its keys are.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * Resolves when the sandbox listens.
 * @param {string} program path of the command
 * @param {readonly string[]} options of `sandbox`
 * @param {Record<string, string>} variables of its environment
 * @returns {Promise<{ environment: Record<string, string>, stop: () => void }>}
 */
export async function startSandbox(program, options = [], variables = {}) {
  const child = spawn(process.execPath, [program, 'sandbox', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...variables },
  });
  const environment = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^(?:\$env:|export )([A-Z_]+)='?(\S+?)'?$/.exec(line) ?? [];
    if (name !== undefined) environment[name] = value;
    else if (line.startsWith('npx ')) return { environment, stop: () => child.kill('SIGTERM') };
  }
  throw new Error('the sandbox ended before it listened');
}
