// The yardstick of a full run: undici alone sends a report's requests, as many at once, and parses the answers.
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'undici';

const CONCURRENCY = 6;
const { exchanges } = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const dispatcher = new Agent({ connections: CONCURRENCY });
const queue = exchanges.values();

async function worker() {
  for (const { request: recorded } of queue) {
    const { statusCode, body } = await request(recorded.url, {
      dispatcher,
      method: recorded.method,
      headers: Object.fromEntries(Object.entries(recorded.headers).map(([name, value]) => [name, revealed(value)])),
      body: recorded.body ?? null,
    });
    const text = await body.text();
    if (text !== '' && statusCode < 500) JSON.parse(text);
  }
}

/** A report names a credential by the variable that holds it. */
function revealed(text) {
  return text.replace(/\[([A-Z_]+)\]/, (placeholder, name) => process.env[name] ?? placeholder);
}

const began = performance.now();
await Promise.all(Array.from({ length: CONCURRENCY }, worker));
console.log(JSON.stringify({ ms: performance.now() - began }));
await dispatcher.close();
