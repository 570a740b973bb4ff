import { createServer } from 'node:net';
import process from 'node:process';

// Listens with the shortest queue there is, and then never turns to it again.
const server = createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  process.send?.(server.address().port, () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
});
