// An inventory of any length, made up page by page: page-server.js <slots>. Connects and lists; nothing else.
import { createServer } from 'node:http';

const slots = Number(process.argv[2]);
const context = JSON.stringify({
  account_id: 'bench',
  account_name: 'Bench',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  capabilities: { forecast: false, reporting: false, draft_booking: false },
});

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  response.setHeader('content-type', 'application/json');
  if (pathname.endsWith('/health')) response.end(context);
  else if (pathname.endsWith('/inventory')) response.end(page(searchParams));
  else response.writeHead(404).end('{"error":{"code":"not_found","message":"no such thing"}}');
}).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/api/v1`));

function page(query) {
  const from = Number(query.get('cursor') ?? 0);
  const until = Math.min(slots, from + Math.min(200, Math.max(1, Number(query.get('limit') ?? 50) || 50)));
  const parts = [];
  for (let index = from; index < until; index++)
    parts.push(
      `{"inventory_id":"slot-${index}","name":"Slot number ${index}, upper half of the page","sizes":["300x250","728x90"],"format":"banner","status":"active"}`,
    );
  return `{"data":[${parts.join(',')}],"next_cursor":${until < slots ? `"${until}"` : 'null'}}`;
}
