import { createHash } from 'node:crypto';
import { PGlite, type Transaction } from '@electric-sql/pglite';

export type Database = PGlite;
/** What queries run on: the database, or a transaction of it. */
export type Queries = Pick<Transaction, 'query'>;

/** Every rule about sameness is a unique index here, so that it also holds between two requests at once. */
const TABLES = `
  create table slots (
    inventory_id text primary key, name text not null, sizes text[] not null,
    format text, status text not null, daily_impressions integer
  );
  create table api_keys (hash text primary key, scopes text[] not null, expires_at timestamptz);
  create table advertisers (id bigserial primary key, name text not null unique, external_ref text);
  create table orders (
    id bigserial primary key, external_ref text not null unique, name text not null,
    advertiser_id bigint not null references advertisers
  );
  create table line_items (
    id bigserial primary key, order_id bigint not null references orders, external_ref text not null,
    inventory_id text not null references slots, start_date date not null, end_date date not null,
    goal_impressions bigint not null, geo text[] not null, sizes text[] not null, creatives jsonb not null,
    unique (order_id, external_ref)
  );
  create table idempotency_keys (key text primary key, request_hash text not null, result jsonb);
  create table deliveries (
    line_item_id bigint not null references line_items, day date not null,
    impressions bigint not null, clicks bigint not null, primary key (line_item_id, day)
  );
  create table listing_credentials (
    key text primary key, secret_hash text not null, token_hash text not null unique, scopes text[] not null
  );
  create table toplists (template_id integer not null, position integer not null, brand text not null);
`;

/** A database in memory with slots, keys and toplists to try the service with. Pass a folder to keep what is stored. */
export async function openDatabase(folder?: string): Promise<Database> {
  const database = await PGlite.create(folder);
  const { rows } = await database.query(`select to_regclass('slots') as slots`);
  if ((rows[0] as { slots: string | null }).slots !== null) return database;
  await database.exec(TABLES);
  for (const slot of SLOTS) await database.query('insert into slots values ($1, $2, $3, $4, $5, $6)', slot);
  return database;
}

const SLOTS: unknown[][] = [
  ...Array.from({ length: 60 }, (_, index) => {
    const sizes = index % 2 === 0 ? ['300x250', '300x600'] : ['728x90', '970x250'];
    return [`article-${index + 1}`, `Article, position ${index + 1}`, sizes, 'display', 'active', 20_000 + 500 * index];
  }),
  ['sponsorship-1', 'Section sponsorship', ['970x250'], 'display', 'active', null],
  ['home-2019', 'Old home page', ['300x250'], 'display', 'archived', 0],
];

/** Keys and secrets have enough entropy of their own, so that a plain hash keeps them. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
