// From the start of a process to its end (--version, --help), and to the first request on the wire.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { command, node, ratio } from './measure.js';

const PAIRS = 25;
const nothing = async () => (await node(['-e', '0'])).ms;

export async function start() {
  const rows = [];
  for (const option of ['--version', '--help'])
    rows.push({
      what: `\`${option}\` / \`node -e 0\``,
      figure: await ratio(PAIRS, async () => (await node([command, option])).ms, nothing),
      bar: option === '--version' ? 1.3 : 1.5,
    });
  rows.push({
    what: 'first request on the wire / `node -e 0`',
    figure: await ratio(PAIRS, firstRequest, nothing),
    bar: 3.5,
  });
  return rows;
}

/** Milliseconds until a server that never answers has read the first bytes of a request. */
async function firstRequest() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [command, 'certify', `http://127.0.0.1:${server.address().port}/api/v1`, '--local', '--quiet'],
    { stdio: 'ignore', env: { ...process.env, ADSERVER_API_KEY: 'a-key-of-some-length' } },
  );
  const [socket] = await once(server, 'connection');
  await once(socket, 'data');
  const ms = performance.now() - began;
  child.kill('SIGKILL');
  await once(child, 'close');
  socket.destroy();
  server.close();
  return ms;
}
