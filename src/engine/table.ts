import type { Check } from './node.ts';

/** Makes a rule of each row of a table, by the row's name. */
export function rulesOf<Row, Name extends string>(
  rows: Readonly<Record<Name, Row>>,
  make: (name: Name, row: Row) => Check,
): Readonly<Record<Name, Check>> {
  const names = Object.keys(rows) as Name[]; // A table is written out: it has no other names.
  return Object.fromEntries(names.map((name) => [name, make(name, rows[name])])) as Record<Name, Check>; // One of each.
}
