import type { Flight } from '../../../src/contract/flight-date.ts';

export const PLACEHOLDERS = {
  line_item_ids: '{{line_item_ids}}',
  start_date: '{{start_date}}',
  end_date: '{{end_date}}',
} as const;

export function filled(template: unknown, ids: readonly string[], flight: Flight): unknown {
  if (template === PLACEHOLDERS.line_item_ids) return ids;
  if (typeof template === 'string')
    return template
      .replaceAll(PLACEHOLDERS.line_item_ids, ids.join(','))
      .replaceAll(PLACEHOLDERS.start_date, flight.start_date)
      .replaceAll(PLACEHOLDERS.end_date, flight.end_date);
  if (Array.isArray(template)) return template.map((item) => filled(item, ids, flight));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, filled(value, ids, flight)]));
}
