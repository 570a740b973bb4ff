// The yardstick of a full run: undici alone sends a report's requests, as many at once, and parses the answers.
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'undici';

const CONCURRENCY = 8;
const { exchanges } = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const dispatcher = new Agent({ connections: CONCURRENCY });

/** How many were under way when each was sent, itself included: the wrong keys of a run go fewer at a time. */
function parallelism() {
  const spans = exchanges.map(({ startedAt, durationMs }) => [Date.parse(startedAt), durationMs]);
  return spans.map(([began], index) => {
    const before = spans.slice(Math.max(0, index - 2 * CONCURRENCY), index);
    const underWay = before.filter(([start, durationMs]) => start + durationMs > began).length;
    return Math.min(CONCURRENCY, underWay + 1);
  });
}

async function send({ request: recorded }) {
  const { statusCode, body } = await request(recorded.url, {
    dispatcher,
    method: recorded.method,
    headers: Object.fromEntries(Object.entries(recorded.headers).map(([name, value]) => [name, revealed(value)])),
    body: recorded.body ?? null,
  });
  const text = await body.text();
  if (text !== '' && statusCode < 500) JSON.parse(text);
}

/** A report names a credential by the variable that holds it. */
function revealed(text) {
  return text.replace(/\[([A-Z_]+)\]/, (placeholder, name) => process.env[name] ?? placeholder);
}

const began = performance.now();
const atOnce = parallelism();
const underWay = new Set();
for (const [index, exchange] of exchanges.entries()) {
  while (underWay.size >= atOnce[index]) await Promise.race(underWay);
  const sent = send(exchange).finally(() => underWay.delete(sent));
  underWay.add(sent);
}
await Promise.all(underWay);
console.log(JSON.stringify({ ms: performance.now() - began }));
await dispatcher.close();
