import type { Answer } from './because.ts';
import type { Framework } from './frameworks.ts';
import type { OnTheWay } from './on-the-way.ts';
import type { Slip } from './slip.ts';

/** One problem with the shape of a document. */
export interface ShapeFault {
  readonly kind: 'missing' | 'not-allowed' | 'wrong';
  /** Pointer to the wrong member; for a missing member, to where it should be. */
  readonly pointer: string;
  /** The nearest place that exists in the document. */
  readonly place: string;
  /** What the schema expects there, taken from its description. */
  readonly expected: string;
  readonly actual: string;
  /** For a missing member: pointer to another name, or to the same one in a wrapper, which was probably meant. */
  readonly meant?: string;
  /** For elements of an array that have the same fault: how many of how many, and the name of the array. */
  readonly among?: { readonly times: number; readonly of: number; readonly array: string };
}

/** Why a body is not JSON. */
export type JsonProblem = 'empty' | 'page' | 'not-utf-8' | 'utf-16' | 'packed' | 'too-much' | 'unreadable' | 'text';

/** What broke a rule. `kind` says which mistake it is, the other members are its facts. */
export type Found = Mistake & {
  /** Whose error the body is, if it is the default of a framework. */
  readonly framework?: Framework;
  /** The sentence of the rule, if "expected … got …" does not say enough. */
  readonly what?: string;
  /** What else there is to say, in sentences. */
  readonly more?: string;
  /** What to change, if that depends on what was found. */
  readonly fix?: string;
  /** A mistake in the program that the answer shows by itself. */
  readonly slip?: Slip;
  /** What happened to it between the client and the service. */
  readonly way?: OnTheWay;
};

type Mistake =
  /** Another status than expected, or no answer. */
  | {
      readonly kind: 'status' | 'no-answer';
      /** Statuses, or the expectation in words. */
      readonly expected: readonly number[] | string;
      readonly answer: Answer;
      /** What distinguishes the request from similar ones: `to the second line`. */
      readonly circumstance?: string;
      /** What comes with a refusal all the same. */
      readonly brings?: 'data' | 'token';
      /** Where a redirect leads: to a login page, or to the same address with a slash at its end. */
      readonly leadsTo?: 'login' | 'slash';
      readonly endpoint: string;
      /** The request is malformed, so that no server error is right, whatever else may be. */
      readonly isMalformed?: true;
    }
  /** `begins`: the first bytes of the body. */
  | {
      readonly kind: 'not-json';
      readonly expected: string;
      readonly actual: string;
      readonly problem: JsonProblem;
      readonly begins: string;
      readonly status?: number;
      /** The media type, without parameters. */
      readonly type?: string;
      /** The JSON comes after something else, such as a warning. */
      readonly isPreceded?: true;
      /** A quote or backslash in a value is not escaped. */
      readonly isUnescaped?: true;
    }
  /** The body has another shape: the first faults, and how many more there are. */
  | { readonly kind: 'shape'; readonly faults: readonly ShapeFault[]; readonly others: number }
  /** Another code than the contract names; `isAltered`: the body contains that code, with something around it. */
  | {
      readonly kind: 'error-code';
      readonly code: string;
      readonly answer: Answer;
      readonly circumstance?: string;
      readonly isAltered: boolean;
    }
  /** Another value, or something else that a rule says in its own words. */
  | { readonly kind: 'value'; readonly expected: string; readonly actual: string };

/** Whether a success is due, by the statuses that are expected. */
export const isSuccessDue = (expected: readonly number[] | string): boolean =>
  typeof expected !== 'string' && expected.some((due) => due < 300);

/** Whether nothing but a refusal is due. */
export const isRefusalDue = (expected: readonly number[] | string): expected is readonly number[] =>
  typeof expected !== 'string' && expected.every((due) => due >= 400);

/** Of calls without an answer, the end of the name of their group. */
export const NO_ANSWER = 'that got no usable answer';

/** How many of the answers that a rule concerns broke it, or how often the same request did. */
export interface Repetition {
  readonly times: number;
  readonly of: number;
  /** Which answers broke it: `40 of POST /orders, 20 of GET /inventory`, or what they all answer: `to an update of the name`. */
  readonly where?: string;
  /** The smallest group of answers that contains every one that broke the rule: `of POST /orders with status 429`. */
  readonly within?: { readonly of: number; readonly which: string };
}

const KINDS: Readonly<Record<Found['kind'], true>> = {
  status: true,
  'no-answer': true,
  'not-json': true,
  shape: true,
  'error-code': true,
  value: true,
};

/** Whether this build knows the mistake. A report of a newer build may hold others. */
export function isKnown(found: Found): boolean {
  return Object.hasOwn(KINDS, found.kind);
}
