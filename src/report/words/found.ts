import type { Found, Repetition, ShapeFault } from '../../causes/found.ts';
import { inWords } from '../../text/in-words.ts';
import { onTheWayInWords } from './on-the-way.ts';
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
  return { expected, actual, message: joined(found.what ?? both, found.more, onTheWayInWords(found.way)) };
}

function bothInWords(found: Found): { readonly expected: string; readonly actual: string } {
  switch (found.kind) {
    case 'status':
    case 'no-answer':
      return { expected: statusInWords(found.expected), actual: gotInWords(found) };
    case 'shape':
      return {
        expected: found.faults[0] === undefined ? '' : wanted(found.faults[0]),
        actual: found.faults[0]?.actual ?? '',
      };
    case 'error-code':
      return { expected: `the code ${found.code} in the body`, actual: gotInWords(found) };
    case 'not-json':
    case 'value':
      return { expected: found.expected, actual: found.actual };
  }
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
  const sentences = faults.map((fault) => `Expected ${wanted(fault)}, got ${fault.actual}.`);
  return [...sentences, ...(others === 0 ? [] : [`And ${others} more like these.`])].join(' ');
}

const wanted = ({ pointer, expected }: ShapeFault) => `${pointer === '' ? 'the body' : pointer}: ${expected}`;

/** What a finding says beyond what was expected and what came. */
export function moreInWords(found: Found): string {
  const others = found.kind === 'shape' ? shapeInWords(found.faults.slice(1), found.others) : '';
  return joined(found.what ?? others, found.more, onTheWayInWords(found.way));
}

const joined = (...sentences: readonly (string | undefined)[]) => sentences.filter(Boolean).join(' ');

/** What is counted: the answers that a rule about every answer concerns, or how often the same request was repeated. */
export type Counted = 'answer' | 'try';

/** `both times that it was asked`, `in 2 of 9 answers` */
export function repetitionInWords({ times, of, where }: Repetition, what: Counted): string {
  const alike = where === undefined ? '' : `: ${where}`;
  if (what === 'answer') return `in ${times} of ${of} ${of === 1 ? 'answer' : 'answers'}${alike}`;
  const all = of === 2 ? 'both times' : `all ${of} times`;
  return `${times === of ? all : `${times} of the ${of} times`} that it was asked${alike}`;
}
