import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CreatedOrder } from '../../src/report/model.ts';
import { renderDrafts } from '../../src/report/render/drafts.ts';
import { anyText } from './any-report.ts';
import { report } from './sample.ts';

const order = (over: Partial<CreatedOrder> = {}): CreatedOrder => ({
  orderId: 'ord-1',
  externalRef: 'conf-k3v9-1',
  name: 'Conformance test k3v9',
  advertiser: 'Conformance test',
  lineItemIds: ['l1', 'l2'],
  ...over,
});
const csv = (...created: CreatedOrder[]) => renderDrafts(report({ created }));

/** As RFC 4180 has it. */
function parsed(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\r\n]*))(${separator}|\r\n)`, 'y');
  let row: string[] = [];
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] !== separator) {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

test('there is a row for each draft, and one of names', () => {
  expect(csv(order(), order({ orderId: 'ord-2', uncertain: true }))).toBe(
    [
      'order_id,external_ref,name,advertiser,line_item_ids,uncertain',
      'ord-1,conf-k3v9-1,"Conformance test k3v9","Conformance test","l1; l2",no',
      'ord-2,conf-k3v9-1,"Conformance test k3v9","Conformance test","l1; l2",yes',
      '',
    ].join('\r\n'),
  );
});

test('a draft without an id has an empty one', () => {
  const { orderId: _orderId, ...lost } = order({ uncertain: true });
  expect(parsed(csv(lost))[1]).toEqual([
    '',
    'conf-k3v9-1',
    'Conformance test k3v9',
    'Conformance test',
    'l1; l2',
    'yes',
  ]);
});

test('quotes, commas and line breaks stay in their cell', () => {
  expect(parsed(csv(order({ orderId: 'a "b", c\nd' })))[1]?.[0]).toBe('a "b", c\\nd');
});

describe('no id is run as a formula', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '＝1+1', '\t=1', '=HYPERLINK("https://attacker.example/")'])(
    '%j',
    (orderId) => {
      expect(parsed(csv(order({ orderId })))[1]?.[0]).not.toMatch(/^\s*[=+\-@＝]/);
    },
  );

  test('nor behind what separates cells in other countries', () => {
    expect(csv(order({ orderId: 'a;=1+1', lineItemIds: ['l1', '=2'] }))).not.toMatch(/[;,]\s*"?[=+@-]/);
  });

  test('whatever the service calls its orders', () => {
    fc.assert(
      fc.property(anyText, anyText, (orderId, line) => {
        const rows = parsed(csv(order({ orderId, lineItemIds: [line] })));
        expect(rows.map((row) => row.length)).toEqual([6, 6]);
        expect(rows.flat().filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
      }),
    );
  });
});
