import type { Slip } from '../../../src/causes/slip.ts';
import { differs } from '../../../src/engine/expect.ts';
import type { Finding } from '../../../src/engine/signal.ts';
import { amount, inWords } from '../../../src/text/in-words.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { hasLines, inLowerCase, isAccepted, linesOf, type Sent, type Updated } from './booking.ts';

/** The finding that an answer does not name each line that was sent, once, and no other. */
export function unechoed({ request, reply }: Sent, others: readonly Sent[] = []): Finding | null {
  const got = linesOf(reply).map(({ ref }) => ref);
  // Another rule checks that references are strings.
  if (!hasLines(reply) || !got.every((ref) => typeof ref === 'string')) return null;
  const sent = request.line_items.map((line) => line.external_ref);
  const [missing, ...alsoMissing] = without(sent, got);
  const [extra] = without(got, sent);
  if (missing === undefined && extra === undefined) return null;
  const isOne = alsoMissing.length === 0;
  const lacking =
    missing === undefined
      ? ''
      : `; ${quoted(missing.ref)} ${isOne ? 'is' : `and ${alsoMissing.length} more are`} missing`;
  const slip = slipOf(got, sent);
  return differs({
    expected:
      sent.length === 1 ? 'one line, under its external_ref' : `${sent.length} lines, each under its external_ref`,
    actual: extra === undefined ? amount(got.length, 'line') + lacking : odd(extra.ref, sent) + lacking,
    pointer: extra === undefined ? '/line_items' : `/line_items/${extra.index}/external_ref`,
    slip,
    more: slip === 'left-out' ? whole(others) : slip === 'changed' && extra ? whatChanged(extra.ref, sent) : undefined,
    replies: [reply],
  });
}

/** Other orders of several lines that were answered whole. */
function whole(others: readonly Sent[]): string | undefined {
  const several = others.filter((one) => one.request.line_items.length > 1 && unechoed(one) === null);
  const sizes = [...new Set(several.map(({ request }) => request.line_items.length))].sort((one, other) => one - other);
  return sizes.length === 0 ? undefined : `Orders of ${inWords(sizes, 'and')} lines were answered with every line.`;
}

function slipOf(got: readonly string[], sent: readonly string[]): Slip | undefined {
  const strange = got.filter((ref) => !sent.includes(ref));
  const isEach = (ref: string | undefined) => sent.length > 1 && got.every((each) => each === ref);
  if (got.length > 1 && isEach(sent.at(-1))) return 'last-repeated';
  if (strange.some((ref) => isTrimmed(ref, sent))) return 'trimmed';
  if (strange.some((ref) => isCut(ref, sent))) return 'cut';
  const inAnyCase = (refs: readonly string[]) => JSON.stringify(refs.map(inLowerCase).sort());
  if (inAnyCase(got) === inAnyCase(sent))
    return got.every((ref) => ref === inLowerCase(ref)) && new Set(got).size === got.length
      ? 'lower-case'
      : 'other-case';
  if (got.length > 1 && isEach(sent[0])) return 'first-repeated';
  const missing = sent.filter((ref) => !got.includes(ref));
  const isAlike = (one: string) => got.some((ref) => inLetters(ref) === inLetters(one));
  const areWhole = got.length > 0 && strange.length === 0 && new Set(got).size === got.length;
  if (areWhole && !missing.every(isAlike)) return 'left-out';
  const changed = CHANGES.find(([, isMade]) =>
    missing.some((from) => got.some((ref) => ref !== from && isMade(ref, from))),
  );
  if (changed !== undefined) return changed[0];
  if (strange.some((ref) => missing.some((from) => isOf(ref, from)))) return 'changed';
  // Every reference of a run begins in the same way.
  const [beginning] = /^conf-[^-]+-/.exec(sent[0] ?? '') ?? [];
  const areOwn = beginning !== undefined && strange.every((ref) => ref.startsWith(beginning));
  return areOwn && got.length > 0 && strange.length === got.length ? 'other-request' : undefined;
}

export const isOfCase = (slip: Slip | undefined): boolean => slip === 'other-case' || slip === 'lower-case';

/** What systems make of texts. */
const CHANGES: readonly (readonly [slip: Slip, isMade: (ref: string, from: string) => boolean])[] = [
  ['padded', (ref, from) => ref.length > from.length && ref.trimEnd() === from],
  ['normalized', (ref, from) => ref.normalize('NFKC') === from.normalize('NFKC')],
  ['decoded-twice', (ref, from) => ref === Buffer.from(from).toString('latin1')],
  ['escaped', (ref, from) => unescaped(ref) === from],
];

/** A shorter reference may be part of another one by chance. */
const SHORTEST_CHANGED = 16;

/** Whether a reference contains another one, or differs from it in accents and punctuation alone. */
const isOf = (ref: string, from: string) =>
  from.length >= SHORTEST_CHANGED && (ref.includes(from) || inLetters(ref) === inLetters(from));

/** Without accents and without what is neither a letter nor a digit. */
const inLetters = (ref: string) => inLowerCase(ref.normalize('NFKD')).replace(/[^\p{L}\p{N}]/gu, '');

/** What became of a reference that was sent. */
function whatChanged(ref: string, sent: readonly string[]): string | undefined {
  if (sent.some((from) => ref.includes(from))) return 'It contains the reference that was sent, and more.';
  const from = sent.find((one) => inLetters(one) === inLetters(ref));
  if (from === undefined) return undefined;
  const [was, is] = [Array.from(from), Array.from(ref)];
  const at = was.findIndex((character, index) => character !== is[index]);
  return at < 0
    ? undefined
    : `Character ${at + 1} of the reference is ${JSON.stringify(was[at])}, and came back as ${JSON.stringify(is[at] ?? '')}.`;
}

/** What may have become of a line that the answer to an update does not name. */
export function slipOfLines(taken: readonly Updated[]): (step: Updated, ref: string) => Slip | undefined {
  const lines = taken.flatMap(({ before, request, reply }) => {
    const refs = linesOf(reply).map((line) => String(line.ref));
    return request.line_items.map(({ external_ref: ref }) => ({
      isAdded: !before.ids.lines.has(ref),
      isNamed: refs.includes(ref),
      isNamedInAnyCase: refs.map(inLowerCase).includes(inLowerCase(ref)),
    }));
  });
  const added = lines.filter(({ isAdded }) => isAdded);
  const losesAdded = added.length > 1 && !added.some(({ isNamed }) => isNamed);
  const isByCase = lines.every(({ isNamedInAnyCase }) => isNamedInAnyCase);
  return ({ before, request, reply }, ref) => {
    const refs = linesOf(reply).map((line) => String(line.ref));
    if (losesAdded && refs.length > 0 && !before.ids.lines.has(ref)) return 'added-line-lost';
    const asked = request.line_items.map((line) => line.external_ref);
    const slip = slipOf(refs, asked);
    if (isOfCase(slip) && isByCase) return slip;
    const slotsOf = (wanted: (ref: string) => boolean) =>
      request.line_items.filter((line) => wanted(line.external_ref)).map((line) => line.inventory_id);
    const twice = slotsOf((one) => refs.indexOf(one) !== refs.lastIndexOf(one));
    return slotsOf((one) => one === ref).some((slot) => twice.includes(slot)) ? 'slot-as-key' : undefined;
  };
}

/** Whether updates that add lines are accepted without any of these: they may be answered unread. */
export function areUnread(before: OrderRequest, sent: readonly Sent[]): boolean {
  const known = before.line_items.map((line) => line.external_ref);
  const adding = sent.filter(isAccepted).flatMap(({ request, reply }) => {
    const added = request.line_items.filter((line) => !known.includes(line.external_ref));
    const refs = linesOf(reply).map(({ ref }) => ref);
    return added.length === 0 ? [] : [refs.length > 0 && !added.some((line) => refs.includes(line.external_ref))];
  });
  return adding.length > 0 && adding.every((isWithout) => isWithout);
}

/** As text that was escaped for HTML reads. */
function unescaped(ref: string): string {
  return ref.replace(/&(?:#(\d{1,5})|#x([\da-f]{1,4})|(apos|quot|lt|gt|amp));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? entity;
    return String.fromCharCode(decimal === undefined ? parseInt(String(hex), 16) : Number(decimal));
  });
}

const ENTITIES: Readonly<Record<string, string>> = { apos: "'", quot: '"', lt: '<', gt: '>', amp: '&' };

const isTrimmed = (ref: string, sent: readonly string[]) => sent.some((one) => one !== ref && one.trimEnd() === ref);

const isCut = (ref: string, sent: readonly string[]) => ref !== '' && sent.some((one) => one.startsWith(ref));

function odd(ref: string, sent: readonly string[]): string {
  if (sent.includes(ref)) return `the external_ref ${quoted(ref)} more than once`;
  if (isTrimmed(ref, sent)) return `an external_ref without its trailing space: ${quoted(ref)}`;
  return isCut(ref, sent)
    ? `an external_ref cut to its first ${ref.length} characters: ${quoted(ref)}`
    : `a line that was not sent: ${quoted(ref)}`;
}

function without(all: readonly string[], others: readonly string[]): { ref: string; index: number }[] {
  const left = [...others];
  return all.flatMap((ref, index) => {
    const at = left.indexOf(ref);
    if (at < 0) return [{ ref, index }];
    left.splice(at, 1);
    return [];
  });
}

/** All references of a run begin alike, so the end says more. */
const SHOWN_CHARACTERS = 60;

const quoted = (ref: string) =>
  JSON.stringify(ref.length > SHOWN_CHARACTERS ? `…${ref.slice(-SHOWN_CHARACTERS)}` : ref);
