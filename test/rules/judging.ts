import { expect } from 'vitest';
import { suite } from '../../checks/suite.ts';
import type { Because } from '../../src/causes/because.ts';
import type { Found } from '../../src/causes/found.ts';
import { excuseOf } from '../../src/engine/excuse.ts';
import type { Check } from '../../src/engine/node.ts';
import { checksOf } from '../../src/engine/suite.ts';
import { becauseOf, Inconclusive, NotApplicable, Violation, type Finding } from '../../src/engine/signal.ts';
import { becauseInWords } from '../../src/report/words/because.ts';
import { foundInWords } from '../../src/report/words/found.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from '../checks/any-reply.ts';

/** The result of a rule: no fault and its notes, or why it does not pass. */
export type Judgement =
  | { readonly held: string }
  | { readonly violation: string; readonly pointer?: string | undefined }
  | { readonly inconclusive: string }
  | { readonly notApplicable: string };

/** Matches any sentence with these words. */
export function telling(words: string | RegExp): string {
  return expect.stringMatching(words) as string;
}

/** Applies a rule to hand-written records, as the engine does. */
export async function judged(id: string, records: Readonly<Record<string, unknown>>): Promise<Judgement> {
  const notes: Because[] = [];
  const http = null as never; // A rule cannot send anything.
  return judgement(async () => {
    await ruleOf(id).run({ ...records, http, note: (remark) => notes.push(becauseOf(remark)) });
    return notes.map(becauseInWords).join(' ');
  });
}

/** What a rule finds, which must be broken. */
export async function findingOf(id: string, records: Readonly<Record<string, unknown>>): Promise<Found> {
  const http = null as never; // A rule cannot send anything.
  try {
    await ruleOf(id).run({ ...records, http, note: () => undefined });
  } catch (thrown) {
    if (thrown instanceof Violation) return thrown.finding.found;
    throw thrown;
  }
  throw new Error('nothing was found');
}

/** Applies a rule about every answer: to each answer that it concerns, then to all of them together. */
export async function judgedAnswers(id: string, answers: readonly Reply[], own = true): Promise<Judgement> {
  const { watch } = ruleOf(id);
  if (watch === undefined) throw new Error(`${id} is not a rule about every answer`);
  const concerned = answers.filter((reply) => watch.concerns(reply, own));
  return judgement(() => {
    for (const reply of concerned) watch.judge?.(reply);
    watch.together?.(concerned);
    return Promise.resolve(`${concerned.length} answers`);
  });
}

function ruleOf(id: string): Check<unknown> {
  const rule = checksOf(suite).find((check) => check.id === id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule;
}

async function judgement(judge: () => Promise<string>): Promise<Judgement> {
  try {
    return { held: await judge() };
  } catch (thrown) {
    if (thrown instanceof Inconclusive) return { inconclusive: becauseInWords(thrown.because) };
    if (thrown instanceof NotApplicable) return { notApplicable: becauseInWords(thrown.because) };
    if (!(thrown instanceof Violation)) throw thrown;
    const excuse = excuseOf(thrown.finding);
    if (excuse?.permitted) return { held: becauseInWords(excuse.because) };
    if (excuse !== undefined) return { inconclusive: becauseInWords(excuse.because) };
    return {
      violation: foundInWords(thrown.finding.found).message.replace(/\.$/, ''),
      pointer: thrown.finding.pointer,
    };
  }
}

/** The result of a rule as one text: `holds`, `broken: …`, `inconclusive: …`. */
export async function said(rule: Check<unknown>, records: Readonly<Record<string, unknown>>): Promise<string> {
  const judgement = await judged(rule.id, records);
  if ('held' in judgement) return ['holds', judgement.held].filter((part) => part !== '').join(': ');
  if ('violation' in judgement) return `broken: ${judgement.violation}`;
  return 'inconclusive' in judgement
    ? `inconclusive: ${judgement.inconclusive}`
    : `not applicable: ${judgement.notApplicable}`;
}

/** An answer with this status and, if given, this JSON body. */
export function answer(status: number | null, body?: unknown, rest: Partial<Reply> = {}): Reply {
  const json = body === undefined ? anyReply({}).json : { ok: true as const, value: body };
  return anyReply({ endpoint: 'orders', status, json, ...rest });
}

/** Why an answer is held against nobody, in words. */
export function excusedFor(reply: Reply | undefined): string | undefined {
  return reply?.excuse && becauseInWords(reply.excuse.because);
}

/** What a finding says that came. */
export function gotIn({ found }: Finding): string {
  return foundInWords(found).actual;
}

/** What a judge that must fail finds. */
export function foundBy(judge: () => void): Found {
  try {
    judge();
  } catch (thrown) {
    if (thrown instanceof Violation) return thrown.finding.found;
  }
  throw new Error('nothing was found');
}
