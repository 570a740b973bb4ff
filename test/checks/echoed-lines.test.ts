import { gotIn } from '../rules/judging.ts';
import { expect, it } from 'vitest';
import { unechoed } from '../../checks/ad-server/readers/echoed-lines.ts';
import { anyReply } from './any-reply.ts';

/** What is wrong with an answer of these references to an order of those: what came, and where. */
function told(sent: readonly string[], got: readonly unknown[]): string {
  const line = { inventory_id: 'top', goal_impressions: 1, flight: { start_date: '', end_date: '' }, sizes: [] };
  const finding = unechoed({
    request: {
      idempotency_key: 'k',
      advertiser: { name: 'A' },
      order: { name: 'O', external_ref: 'o' },
      line_items: sent.map((external_ref) => ({ ...line, external_ref })),
    },
    reply: anyReply({
      endpoint: 'orders',
      json: { ok: true, value: { line_items: got.map((external_ref) => ({ external_ref })) } },
    }),
  });
  if (finding?.found.slip === 'other-case') return 'another letter case';
  if (finding === null) return 'nothing';
  const { slip } = finding.found;
  return `${slip === undefined ? '' : `${slip}: `}${gotIn(finding)} at ${finding.pointer ?? 'no place'}`;
}

const LONG = 'x'.repeat(80);

it.each([
  ['a line that is missing', ['a', 'b'], ['b'], 'left-out: 1 line; "a" is missing at /line_items'],
  [
    'several lines that are missing',
    ['a', 'b', 'c'],
    ['a'],
    'left-out: 1 line; "b" and 1 more are missing at /line_items',
  ],
  [
    'a reference with other punctuation',
    ['conf-7f3a-Line_one'],
    ['conf-7f3a-Line-one'],
    'changed: a line that was not sent: "conf-7f3a-Line-one"; "conf-7f3a-Line_one" is missing at /line_items/0/external_ref',
  ],
  [
    'a reference with the order before it',
    ['conf-7f3a-Line-one'],
    ['conf-7f3a-o/conf-7f3a-Line-one'],
    'changed: a line that was not sent: "conf-7f3a-o/conf-7f3a-Line-one"; "conf-7f3a-Line-one" is missing at /line_items/0/external_ref',
  ],
  ['no line', ['a'], [], '0 lines; "a" is missing at /line_items'],
  [
    'a line twice in the place of another',
    ['a', 'b'],
    ['a', 'a'],
    'first-repeated: the external_ref "a" more than once; "b" is missing at /line_items/1/external_ref',
  ],
  [
    'the last line in the place of another',
    ['a', 'b'],
    ['b', 'b'],
    'last-repeated: the external_ref "b" more than once; "a" is missing at /line_items/1/external_ref',
  ],
  ['a line twice', ['a'], ['a', 'a'], 'the external_ref "a" more than once at /line_items/1/external_ref'],
  [
    'a reference that is cut',
    ['a', 'long_ref'],
    ['a', 'long'],
    'cut: an external_ref cut to its first 4 characters: "long"; "long_ref" is missing at /line_items/1/external_ref',
  ],
  [
    'another line',
    ['a', 'b'],
    ['b', 'house-ad'],
    'a line that was not sent: "house-ad"; "a" is missing at /line_items/1/external_ref',
  ],
  [
    'a reference that is escaped',
    ['a', `l'"&x`],
    ['a', 'l&#039;&quot;&amp;x'],
    `escaped: a line that was not sent: "l&#039;&quot;&amp;x"; "l'\\"&x" is missing at /line_items/1/external_ref`,
  ],
  [
    'a reference that is padded',
    ['a', 'b'],
    ['a  ', 'b'],
    'padded: a line that was not sent: "a  "; "a" is missing at /line_items/0/external_ref',
  ],
  [
    'a reference in another Unicode form, of two that differ in it',
    ['ﬁrst', 'first'],
    ['first', 'first', 'x'],
    'normalized: the external_ref "first" more than once; "ﬁrst" is missing at /line_items/1/external_ref',
  ],
  [
    'a reference in another encoding',
    ['Größe'],
    ['GrÃ¶Ã\x9fe'],
    'decoded-twice: a line that was not sent: "GrÃ¶Ã\x9fe"; "Größe" is missing at /line_items/0/external_ref',
  ],
  ['a reference in another letter case', ['aa', 'aA'], ['aa', 'aa'], 'another letter case'],
  [
    'references in lower case',
    ['A', 'b'],
    ['a', 'b'],
    'lower-case: a line that was not sent: "a"; "A" is missing at /line_items/0/external_ref',
  ],
  ['a line more', ['a'], ['a', ''], 'a line that was not sent: "" at /line_items/1/external_ref'],
  [
    'the end of a long reference',
    [`${LONG}_1`, `${LONG}-1`],
    [`${LONG}-1`],
    `1 line; "…${'x'.repeat(58)}_1" is missing at /line_items`,
  ],
  ['nothing of lines in another order', ['a', 'b'], ['b', 'a'], 'nothing'],
  ['nothing of what is no text', ['a', 'b'], ['b', 7], 'nothing'],
])('tells %s', (_what, sent, got, expected) => {
  expect(told(sent, got)).toBe(expected);
});
