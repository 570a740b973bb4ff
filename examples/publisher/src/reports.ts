import type { Queries } from './database.ts';
import { daysOf, type ReportRequest } from './requests.ts';

/** Delivery by line and day. Lines without delivery, such as drafts, have no rows. */
export async function report(queries: Queries, { line_item_ids, ...range }: ReportRequest) {
  daysOf(range);
  const ids = line_item_ids.flatMap((id) => /^li_(\d+)$/.exec(id)?.[1] ?? []);
  const { rows } = await queries.query<{ line_item_id: string; date: string; impressions: number; clicks: number }>(
    `select 'li_' || line_item_id as line_item_id, to_char(day, 'YYYY-MM-DD') as date,
       impressions::float8 as impressions, clicks::float8 as clicks
     from deliveries where line_item_id = any($1::bigint[]) and day between $2 and $3 order by line_item_id, day`,
    [ids, range.start_date, range.end_date],
  );
  return { rows };
}
