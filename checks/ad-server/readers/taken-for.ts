import type { Slip } from '../../../src/causes/slip.ts';
import { inWords } from '../../../src/text/in-words.ts';

interface Line {
  readonly external_ref: string;
  readonly inventory_id: string;
  readonly flight: { readonly start_date: string; readonly end_date: string };
  readonly targeting?: { readonly geo?: readonly string[] };
}

interface Lines {
  readonly request: { readonly line_items: readonly Line[] };
  /** Several ids of one line, if it has changed. */
  readonly lines: readonly { readonly ref: string; readonly id: unknown }[];
}

export interface TakenFor {
  readonly slip: Slip;
  readonly more: string;
}

/** What shows that a line and another one of its order were taken for each other: one has the id that the other had. */
export function takenFor(
  { ref, was, is }: { readonly ref: string; readonly was: unknown; readonly is: unknown },
  before: Lines,
  after: Lines,
): TakenFor | undefined {
  const ofOther = ({ lines }: Lines, id: unknown) =>
    lines.find((one) => one.ref !== ref && String(one.id) === String(id))?.ref;
  const giver = ofOther(before, is);
  if (giver !== undefined) return told('It is the id of', giver, sharedIn([before, giver], [after, ref]), ref);
  const taker = ofOther(after, was);
  if (taker !== undefined)
    return told('The id from before is now that of', taker, sharedIn([before, ref], [after, taker]), ref);
  const twin = ofOther(after, is);
  return twin === undefined
    ? undefined
    : told('It is also the id of', twin, sharedIn([after, twin], [after, ref]), ref);
}

export const areAlikeButForCase = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0;

const told = (what: string, other: string, shared: readonly string[], ref: string): TakenFor => {
  if (areAlikeButForCase(other, ref)) return { slip: 'other-case', more: `${what} the line ${other}.` };
  const alike = shared.length === 0 ? '' : `, which has the same ${inWords(shared, 'and')}`;
  return { slip: 'other-line', more: `${what} the line ${other}${alike}.` };
};

type OfRequest = readonly [lines: Lines, ref: string];

/** What a line had in common with another one, so that it may have been taken for it. */
function sharedIn([one, ref]: OfRequest, [other, otherRef]: OfRequest): readonly string[] {
  const indexIn = ({ request }: Lines, ref: string) =>
    request.line_items.findIndex((line) => line.external_ref === ref);
  const [index, otherIndex] = [indexIn(one, ref), indexIn(other, otherRef)];
  const [line, otherLine] = [one.request.line_items[index], other.request.line_items[otherIndex]];
  return [
    ...(line && otherLine ? sharedOf(line, otherLine) : []),
    ...(one !== other && index >= 0 && index === otherIndex ? ['place in the list'] : []),
    ...charactersShared(ref, otherRef),
  ];
}

/** What two lines have in common, but for what all lines do. */
export function sharedOf(one: Line, other: Line): readonly string[] {
  const all: readonly (readonly [what: string, of: (line: Line) => unknown])[] = [
    ['slot', (line) => line.inventory_id],
    ['flight', ({ flight }) => [flight.start_date, flight.end_date]],
    ['countries', ({ targeting }) => targeting?.geo ?? []],
  ];
  return all.filter(([, of]) => JSON.stringify(of(one)) === JSON.stringify(of(other))).map(([what]) => what);
}

/** The references of a run begin alike. */
const BEGINNING = /^conf-[^-]+-(?:Line-)?/;

/** What two references have in common beyond that: a column may be no longer. */
export function charactersShared(one: string, other: string): readonly string[] {
  const [from, to] = [Array.from(one), Array.from(other)];
  const differing = from.findIndex((character, index) => character !== to[index]);
  const shared = differing < 0 ? from.length : differing;
  return shared <= (BEGINNING.exec(one)?.[0].length ?? 0) ? [] : [`first ${shared} characters of the reference`];
}
