import type { Reply } from '../../../src/http/reply.ts';
import { secondPage } from '../readers/inventory-walk.ts';
import { LARGEST } from '../values/page-sizes.ts';
import { PRESENTATIONS, type Presentation } from './wrong-credentials.ts';

/** A page of the inventory, and the credentials that are tried there. */
interface Page {
  readonly query: Readonly<Record<string, number | string>>;
  /** Goes behind `GET /inventory` in messages. */
  readonly how: string;
  readonly tried: readonly Presentation[];
}

/**
 * All credentials, most of them with the first page of one slot. Other pages may be served by something else, such as a
 * cache; no key at all is tried with both.
 */
export function pagesToTry(listing: Reply): readonly Page[] {
  const others: readonly Page[] = [
    { query: { limit: LARGEST }, how: ` with limit=${LARGEST}`, tried: ['wrong'] },
    { query: {}, how: ' without a limit', tried: ['altered-last'] },
    ...secondPage(listing).map((query): Page => ({ query, how: ' behind a cursor', tried: ['none', 'expired'] })),
  ];
  const onOthers = others.flatMap(({ tried }) => tried);
  // The keys of this record are its presentations.
  const all = Object.keys(PRESENTATIONS) as Presentation[];
  const tried = all.filter((one) => one === 'none' || !onOthers.includes(one));
  return [{ query: { limit: 1 }, how: '', tried }, ...others];
}
