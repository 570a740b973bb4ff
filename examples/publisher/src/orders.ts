import { hashOf, type Database, type Queries } from './database.ts';
import { Problem } from './problem.ts';
import { assertCountries, daysOf, type Line, type OrderRequest } from './requests.ts';
import { assertSizes, slotOf } from './slots.ts';

interface OrderResult {
  readonly order_id: string;
  readonly status: 'DRAFT';
  readonly line_items: readonly {
    readonly external_ref: string;
    readonly line_item_id: string;
    readonly status: 'DRAFT';
  }[];
}

/**
 * Saves an order as a draft, or updates it: 201 the first time, 200 for a repeat or an update, with the same ids. All of it
 * is one transaction, so that a request that fails leaves nothing behind, its key included.
 */
export function saveOrder(
  database: Database,
  request: OrderRequest,
): Promise<{ readonly status: 200 | 201; readonly result: OrderResult }> {
  return database.transaction(async (queries) => {
    const earlier = await claimKey(queries, request);
    if (earlier !== null) return { status: 200, result: earlier };
    for (const line of request.line_items) await assertBookable(queries, line);
    assertEachOnce(request.line_items.map(({ external_ref }) => external_ref));
    const advertiser = await advertiserOf(queries, request.advertiser);
    const { id, isNew } = await orderOf(queries, request.order, advertiser);
    const lines = [];
    for (const line of request.line_items) lines.push(await saveLine(queries, id, line));
    const result: OrderResult = { order_id: `ord_${id}`, status: 'DRAFT', line_items: lines };
    await queries.query('update idempotency_keys set result = $2 where key = $1', [
      request.idempotency_key,
      JSON.stringify(result),
    ]);
    return { status: isNew ? 201 : 200, result };
  });
}

/**
 * The result of an earlier request with this key; `null` if there is none. A second request with the key waits here until the
 * transaction of the first one has ended.
 */
async function claimKey(queries: Queries, request: OrderRequest): Promise<OrderResult | null> {
  const hash = hashOf(JSON.stringify(request));
  const claimed = await queries.query(
    'insert into idempotency_keys (key, request_hash) values ($1, $2) on conflict do nothing returning key',
    [request.idempotency_key, hash],
  );
  if (claimed.rows.length > 0) return null;
  const { rows } = await queries.query<{ request_hash: string; result: OrderResult | null }>(
    'select request_hash, result from idempotency_keys where key = $1',
    [request.idempotency_key],
  );
  if (rows[0]?.request_hash !== hash)
    throw new Problem(409, 'idempotency_conflict', 'This idempotency key was used with another body.');
  return rows[0].result;
}

async function assertBookable(queries: Queries, line: Line): Promise<void> {
  const slot = await slotOf(queries, line.inventory_id);
  if (slot.status === 'archived') throw new Problem(422, 'slot_archived', `${slot.name} is no longer sold.`);
  daysOf(line.flight);
  assertCountries(line.targeting?.geo ?? []);
  assertSizes(slot, line.sizes);
}

function assertEachOnce(references: readonly string[]): void {
  const twice = references.find((one, index) => references.indexOf(one) !== index);
  if (twice !== undefined) throw new Problem(422, 'duplicate_line', `Two lines have the external_ref ${twice}.`);
}

async function advertiserOf(queries: Queries, { name, external_ref }: OrderRequest['advertiser']): Promise<number> {
  // An update that changes nothing returns the row that is there.
  const { rows } = await queries.query<{ id: number }>(
    `insert into advertisers (name, external_ref) values ($1, $2)
     on conflict (name) do update set name = excluded.name returning id`,
    [name, external_ref ?? null],
  );
  return idOf(rows);
}

async function orderOf(queries: Queries, { name, external_ref }: OrderRequest['order'], advertiser: number) {
  const { rows } = await queries.query<{ id: number; is_new: boolean }>(
    `insert into orders (external_ref, name, advertiser_id) values ($1, $2, $3)
     on conflict (external_ref) do update set name = excluded.name
     returning id, xmax = 0 as is_new`,
    [external_ref, name, advertiser],
  );
  return { id: idOf(rows), isNew: rows[0]?.is_new === true };
}

async function saveLine(queries: Queries, order: number, line: Line) {
  const { external_ref, inventory_id, flight, goal_impressions, targeting, sizes, creatives } = line;
  const { rows } = await queries.query<{ id: number }>(
    `insert into line_items (order_id, external_ref, inventory_id, start_date, end_date, goal_impressions, geo, sizes, creatives)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (order_id, external_ref) do update set
       inventory_id = excluded.inventory_id, start_date = excluded.start_date, end_date = excluded.end_date,
       goal_impressions = excluded.goal_impressions, geo = excluded.geo, sizes = excluded.sizes,
       creatives = excluded.creatives
     returning id`,
    [
      order,
      external_ref,
      inventory_id,
      flight.start_date,
      flight.end_date,
      goal_impressions,
      targeting?.geo ?? [],
      sizes,
      JSON.stringify(creatives ?? []),
    ],
  );
  return { external_ref, line_item_id: `li_${idOf(rows)}`, status: 'DRAFT' as const };
}

function idOf(rows: readonly { readonly id: number }[]): number {
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no id.');
  return row.id;
}
