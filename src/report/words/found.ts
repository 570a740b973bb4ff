import type { Found, Repetition, ShapeFault } from '../../causes/found.ts';
import { cut } from '../../text/cut.ts';
import { inWords } from '../../text/in-words.ts';
import { pointerTokens } from '../../text/pointer.ts';
import { onTheWayInWords, titleOnTheWay } from './on-the-way.ts';
import { slipInWords, titleOfSlip } from './slips.ts';
import { answerInWords } from '../../causes/answer.ts';

/** What a rule expected and what came, and the sentence about both. */
export interface FoundInWords {
  readonly expected: string;
  readonly actual: string;
  readonly message: string;
}

/** The words for what broke a rule. */
export function foundInWords(found: Found): FoundInWords {
  const { expected, actual } = bothInWords(found);
  const both =
    found.kind === 'shape' ? shapeInWords(found.faults, found.others) : `Expected ${expected}, got ${actual}.`;
  return {
    expected,
    actual,
    message: joined(found.what ?? both, found.more, slipInWords(found.slip), onTheWayInWords(found.way)),
  };
}

function bothInWords(found: Found): { readonly expected: string; readonly actual: string } {
  switch (found.kind) {
    case 'status':
    case 'no-answer':
      return { expected: statusInWords(found.expected), actual: gotInWords(found) };
    case 'shape':
      return {
        expected: found.faults[0] === undefined ? '' : wanted(found.faults[0]),
        actual: found.faults[0] === undefined ? '' : came(found.faults[0]),
      };
    case 'error-code':
      return { expected: `the code ${found.code} in the body`, actual: gotInWords(found) };
    case 'not-json':
      return { expected: found.expected, actual: bodyInWords(found) };
    case 'value':
      return { expected: found.expected, actual: found.actual };
  }
}

/** `` `Warning: Undefined array key "geo" in …` before the JSON (200, text/html) `` */
function bodyInWords({ actual, status, type, begins, isPreceded }: Found & { readonly kind: 'not-json' }): string {
  if (status === undefined) return actual;
  const answer = `(${status}${type === undefined ? '' : `, ${type}`})`;
  const lines = begins.split(/[\r\n]+/);
  const [line, words] = [firstOf(lines), firstOf(lines.map((one) => one.replaceAll(/<[^>]*>?/g, '')))];
  if (line === undefined) return `${actual} ${answer}`;
  const isRead = line.startsWith('<') && words !== undefined;
  if (isPreceded) return `${quoted(isRead ? words : line)} before the JSON ${answer}`;
  return `${actual} ${answer}; it ${isRead ? `reads ${quoted(words)}` : `begins ${quoted(line)}`}`;
}

const firstOf = (lines: readonly string[]) => lines.map((line) => line.trim().replaceAll(/\s+/g, ' ')).find(Boolean);

const quoted = (line: string) => `\`${cut(line, 120).replaceAll('`', "'")}\``;

/** The title, if what came shows the mistake by itself, whichever rule it breaks. */
export function titleOfFound(found: Found | undefined): string | undefined {
  if (found?.kind === 'not-json' && found.isPreceded) return 'Something is printed before the JSON';
  const leadsTo = found?.kind === 'status' ? found.leadsTo : undefined;
  const missing = found?.kind === 'shape' ? valueMissing(found.faults[0]) : undefined;
  return (
    titleOnTheWay(found?.way) ??
    titleOfSlip(found?.slip) ??
    (leadsTo && REDIRECTED[leadsTo]) ??
    (missing && `\`${missing.name}\` is ${missing.is}`)
  );
}

const REDIRECTED = {
  login: 'Calls are redirected to a login page',
  slash: 'Calls are redirected to the address with a slash at its end',
};

/** The text that a member must be, if it is a fixed one. */
export const valueDue = (fault: ShapeFault | undefined): string | undefined =>
  /^the string (\S+)$/.exec(fault?.expected ?? '')?.[1];

/** A member with a fixed value that is not there, nor anything in its place; or that has no value. */
export function valueMissing(
  fault: ShapeFault | undefined,
): { readonly name: string; readonly value: string; readonly is: 'missing' | 'null' | 'empty' } | undefined {
  const value = valueDue(fault);
  const name = pointerTokens(fault?.pointer ?? '')?.at(-1);
  if (fault === undefined || value === undefined || name === undefined) return undefined;
  if (fault.kind === 'missing') return fault.meant === undefined ? { name, value, is: 'missing' } : undefined;
  if (fault.actual === 'null') return { name, value, is: 'null' };
  return fault.actual === '""' ? { name, value, is: 'empty' } : undefined;
}

const came = (fault: ShapeFault) => fault.actual + inArray(fault);

/** ` (in 2 of 9 rows)`; empty for what is in no array, or in one with a single element. */
function inArray({ among, pointer }: ShapeFault): string {
  if (among === undefined) return '';
  const { times, of, array } = among;
  const isLast = times === 1 && pointer.includes(`/${array}/${of - 1}`);
  return ` (in ${times === of ? `all ${of}` : isLast ? `the last of ${of}` : `${times} of ${of}`} ${array})`;
}

/** The same in one sentence that begins with the call: `GET /health answers 403; expected 200.` */
export function sentenceOf(found: Found, call: string, actual: string): string {
  const { expected } = bothInWords(found);
  const wanted = expected.replace(/^status (?=\d)/, '');
  // An address is judged without a call.
  const at = call === '' ? '' : `${call}: `;
  switch (found.kind) {
    case 'status':
    case 'error-code':
      return `${call} answers ${gotInWords(found, '')}; expected ${wanted}.`;
    case 'no-answer':
      return `${at}${actual.replace(/\.$/, '')}; expected ${wanted}.`;
    case 'shape':
      return `${at}${faultInSentence(found.faults[0])}.`;
    case 'not-json':
    case 'value':
      return `${call === '' ? 'Got' : `${at}got`} ${actual}; expected ${wanted}.`;
  }
}

/** The members around the one that was probably meant; none if it only has another name. */
export function wrappersOf({ meant = '', place }: ShapeFault): string[] {
  return (pointerTokens(meant) ?? []).slice(pointerTokens(place)?.length, -1);
}

/** `` `code` is inside `error`; expected at the top level `` */
function faultInSentence(fault: ShapeFault | undefined): string {
  const { meant, pointer, place } = fault ?? { pointer: '', place: '' };
  const steps = pointerTokens(meant ?? '') ?? [];
  const name = pointerTokens(pointer)?.at(-1) ?? '';
  const wrappers = fault === undefined ? '' : wrappersOf(fault).join('.');
  const count = fault === undefined ? '' : inArray(fault);
  if (fault === undefined) return '';
  if (meant === undefined) return `got ${came(fault)}; expected ${fault.expected}`;
  if (wrappers === '') return `\`${name}\` is called \`${steps.at(-1)}\`${count}`;
  return `\`${steps.at(-1)}\` is inside \`${wrappers}\`${count}; expected ${place === '' ? 'at the top level' : `in ${place}`}`;
}

const statusInWords = (expected: readonly number[] | string) =>
  typeof expected === 'string' ? expected : `status ${inWords(expected)}`;

type OfAnswer = Found & { readonly kind: 'status' | 'no-answer' | 'error-code' };

/** What came instead; `lead` stands before the status. */
export function gotInWords({ answer, circumstance, ...found }: OfAnswer, lead = 'status '): string {
  const brings = found.kind === 'error-code' ? undefined : found.brings;
  if (brings === undefined) return answerInWords(answer, circumstance, lead);
  const where = circumstance === undefined ? '' : ` ${circumstance}`;
  return `${lead}${answer.status} with ${brings === 'data' ? 'data' : 'a token'}${where}`;
}

/** The first faults, and the number of the others. */
function shapeInWords(faults: readonly ShapeFault[], others: number): string {
  const sentences = faults.map((fault) => `Expected ${wanted(fault)}, got ${came(fault)}.`);
  return [...sentences, ...(others === 0 ? [] : [`And ${others} more like these.`])].join(' ');
}

const wanted = ({ pointer, expected }: ShapeFault) => `${pointer === '' ? 'the body' : pointer}: ${expected}`;

/** What a finding says beyond what was expected and what came. */
export function moreInWords(found: Found): string {
  const others = found.kind === 'shape' ? shapeInWords(found.faults.slice(1), found.others) : '';
  return joined(found.what ?? others, found.more, slipInWords(found.slip), onTheWayInWords(found.way));
}

const joined = (...sentences: readonly (string | undefined)[]) => sentences.filter(Boolean).join(' ');

/** What is counted: the answers that a rule about every answer concerns, or how often the same request was repeated. */
export type Counted = 'answer' | 'try';

/** `both times that it was asked`, `in all 9 answers of GET /health` */
export function repetitionInWords({ times, of, where, within }: Repetition, what: Counted): string {
  const alike = where === undefined ? '' : `: ${where}`;
  if (what === 'answer') {
    const [number, which] = within === undefined ? [of, ''] : [within.of, ` ${within.which}`];
    const share = times !== number ? `${times} of ${number}` : number > 1 ? `all ${number}` : 'the only';
    const noun = /\bno (?:usable )?answer$/.test(which) ? 'call' : 'answer';
    return `in ${share} ${number === 1 ? noun : `${noun}s`}${which}${alike}`;
  }
  const all = of === 2 ? 'both times' : `all ${of} times`;
  return `${times === of ? all : `${times} of the ${of} times`} that it was asked${alike}`;
}
