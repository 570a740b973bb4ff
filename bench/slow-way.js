// Passes connections on to a server, and holds every answer back for some milliseconds: slow-way.js <url> <ms>.
import { connect, createServer } from 'node:net';

const [, , target = '', milliseconds] = process.argv;
const { hostname, port, pathname } = new URL(target);

const server = createServer({ noDelay: true }, (near) => {
  const far = connect({ host: hostname, port: Number(port), noDelay: true });
  near.pipe(far);
  far.on('data', (chunk) => setTimeout(() => near.writable && near.write(chunk), Number(milliseconds)));
  far.on('end', () => setTimeout(() => near.end(), Number(milliseconds)));
  for (const [one, other] of [
    [near, far],
    [far, near],
  ])
    one.on('error', () => other.destroy());
}).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}${pathname}`));
