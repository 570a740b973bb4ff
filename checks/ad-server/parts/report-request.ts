import type { Flight } from '../../../src/contract/flight-date.ts';

const IDS = '{{line_item_ids}}';

/** Fills the placeholders of a report template: the array of line item ids, and the first and last day. */
export function filled(template: unknown, ids: readonly string[], { start_date, end_date }: Flight): unknown {
  if (template === IDS) return ids;
  if (typeof template === 'string')
    return template
      .replaceAll(IDS, ids.join(','))
      .replaceAll('{{start_date}}', start_date)
      .replaceAll('{{end_date}}', end_date);
  if (Array.isArray(template)) return template.map((item) => filled(item, ids, { start_date, end_date }));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, filled(value, ids, { start_date, end_date })]),
  );
}
