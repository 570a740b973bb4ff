// The yardstick of paging: fetches, parses and validates one page after the other, and keeps nothing.
import { Agent, request } from 'undici';
import { inventorySlot } from '../src/schema/generated/validators.js';

const [, , base = ''] = process.argv;
const began = performance.now();
const dispatcher = new Agent({ connections: 1 });
let cursor = null;
let slots = 0;
do {
  const { body } = await request(`${base}/inventory?limit=200${cursor === null ? '' : `&cursor=${cursor}`}`, {
    dispatcher,
  });
  const page = await body.json();
  for (const slot of page.data) {
    if (!inventorySlot(slot)) throw new Error('not a slot');
    slots++;
  }
  cursor = page.next_cursor;
} while (cursor !== null);
console.log(JSON.stringify({ slots, ms: performance.now() - began }));
await dispatcher.close();
