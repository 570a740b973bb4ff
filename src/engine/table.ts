import type { Check } from './node.ts';

/** Builds one rule per row of a table, keyed by the name of the row. */
export function rulesOf<Row, Name extends string>(
  rows: Readonly<Record<Name, Row>>,
  make: (name: Name, row: Row) => Check,
): Readonly<Record<Name, Check>> {
  const names = Object.keys(rows) as Name[]; // The table is an object literal, so it has no other keys.
  return Object.fromEntries(names.map((name) => [name, make(name, rows[name])])) as Record<Name, Check>; // Every name was mapped.
}
