import type { Queries } from './database.ts';
import { Problem } from './problem.ts';

export interface Slot {
  readonly inventory_id: string;
  readonly name: string;
  readonly sizes: readonly string[];
  readonly format: string | null;
  readonly status: 'active' | 'archived';
  /** `null` if the slot is sold as a whole, so that its impressions cannot be forecast. */
  readonly daily_impressions: number | null;
}

export async function slotOf(queries: Queries, id: string): Promise<Slot> {
  const { rows } = await queries.query<Slot>('select * from slots where inventory_id = $1', [id]);
  const [slot] = rows;
  if (slot === undefined) throw new Problem(404, 'unknown_inventory', `There is no slot ${id}.`);
  return slot;
}

export function assertSizes({ name, sizes }: Slot, wanted: readonly string[]): void {
  const odd = wanted.find((size) => !sizes.includes(size));
  if (odd !== undefined)
    throw new Problem(422, 'size_not_available', `${name} takes ${sizes.join(' and ')}, not ${odd}.`);
}

const LARGEST_PAGE = 200;

/** A page of slots in the order of their ids. The cursor is the last id before it, so that new slots shift nothing. */
export async function pageOf(queries: Queries, limit: string | undefined, cursor: string | undefined) {
  const size = limit === undefined ? 50 : Number(limit);
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_PAGE)
    throw new Problem(400, 'bad_limit', `limit is a whole number from 1 to ${LARGEST_PAGE}.`);
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString();
  const { rows } = await queries.query<Slot>(
    'select * from slots where inventory_id > $1 order by inventory_id limit $2',
    [after, size + 1],
  );
  const data = rows.slice(0, size);
  const last = data.at(-1)?.inventory_id;
  return {
    data: data.map(({ inventory_id, name, sizes, format, status }) => ({ inventory_id, name, sizes, format, status })),
    next_cursor: rows.length > size && last !== undefined ? Buffer.from(last).toString('base64url') : null,
  };
}
