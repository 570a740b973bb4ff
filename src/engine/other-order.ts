import { isObject, member } from '../text/json.ts';

/** An order like this one under other references and another name, all as long; `undefined` if there is none. */
export function asOtherOrder(asked: unknown, mark: string): object | undefined {
  const [order, lines] = [member(asked, 'order'), member(asked, 'line_items')];
  if (!isObject(asked) || !isObject(order) || !Array.isArray(lines) || !lines.every(isObject)) return undefined;
  const external_ref = withMark(order['external_ref'], mark);
  if (external_ref === order['external_ref']) return undefined;
  return {
    ...asked,
    order: { ...order, name: withMark(order['name'], mark), external_ref },
    line_items: lines.map((line) => ({ ...line, external_ref: withMark(line['external_ref'], mark) })),
  };
}

/** The text with another letter after the mark of the run, which is `conf-7f3a…-` or ends in `: `. */
const withMark = (text: unknown, mark: string): unknown =>
  typeof text === 'string' ? text.replace(/^([a-z]+-[^-]+-|.+?: )[a-z]/i, (_all, run: string) => run + mark) : text;
