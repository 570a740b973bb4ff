import type { VerdictWord } from '../../engine/rule.ts';
import { counted, grouped } from '../../report/text.ts';
import { VERDICT_ORDER } from '../change.ts';
import { hostOf, isLost } from '../overview.ts';
import type { RowChange, Entry, Overview, Problem, Publisher } from '../model.ts';

/** From so many days on, it is said when a certificate expires. */
const SOON = 14;

/** `today`, `1 day`, `80 days, expires in 10 days` */
export function ageWords({ signOff: { ageDays }, expiresInDays }: Entry): string {
  const age = ageDays < 1 ? 'today' : counted(ageDays, 'day');
  return expiresInDays === undefined || expiresInDays > SOON
    ? age
    : `${age}, expires in ${counted(expiresInDays, 'day')}`;
}

/** `1.0.0 !` if that is too early. */
export const versionWords = ({ version, tooEarly }: Entry): string => `${version}${tooEarly ? ' !' : ''}`;

/** A host that is easily taken for another; `undefined` if there is none like it. */
export const lookalikeWords = ({ looksLike, reports: [latest] }: Publisher): string | undefined =>
  looksLike === undefined
    ? undefined
    : `${hostOf(latest)} is easily mistaken for ${looksLike}: check that both are publishers of yours.`;

const MOST_RANKED = 3;

/** ``31 of 40 fail none; `updates.geo-changes` fails at 6`` */
export function ranking({ rules, publishers }: Overview): string {
  const clean = publishers.filter(({ reports: [latest] }) => latest?.broken.rules === 0 && !latest.unreliable).length;
  const most = rules.slice(0, MOST_RANKED).map(({ id, publishers: count }) => `\`${id}\` fails at ${count}`);
  return [`${grouped(clean)} of ${grouped(publishers.length)} fail none`, ...most].join('; ');
}

/** `was certified, 2 new, 1 fixed`; `first report` if there is no earlier one. */
export function changeWords(change: RowChange | undefined, shownAs: VerdictWord): string {
  if (change === undefined) return 'first report';
  const { before, broke, fixed, unjudged } = change;
  const parts = [
    ...(before === shownAs ? [] : [`was ${before}`]),
    ...(broke.length === 0 ? [] : [`${broke.length} new`]),
    ...(fixed.length === 0 ? [] : [`${fixed.length} fixed`]),
    ...(unjudged.length === 0 ? [] : [`${unjudged.length} not judged`]),
  ];
  return parts.length === 0 ? 'as before' : parts.join(', ');
}

/** `11 of 15`: how many statements have an answer. */
export function signOffWords({ signOff: { total, open }, signOffFault }: Entry): string {
  if (signOffFault !== undefined) return 'unusable';
  return total === 0 ? 'none due' : `${total - open} of ${total}`;
}

/** Why the verdict does not count or is not better, and which rules are broken, new problems first. */
export function problemTexts({ broken, why }: Entry): string[] {
  const titles = newFirst(broken.first).map(({ title, isNew }) => (isNew ? `New: ${title}` : title));
  return [...(why === undefined ? [] : [why]), ...titles];
}

export const newFirst = (problems: readonly Problem[]): Problem[] => [
  ...problems.filter(({ isNew }) => isNew),
  ...problems.filter(({ isNew }) => !isNew),
];

/** The verdict with its limitations: `passed (only some checks)`. */
export function verdictText({ word, verdict, notes }: Entry): string {
  const stated = word === verdict || notes.includes(word) ? [] : [`it says ${verdict}`];
  const limits = [...stated, ...notes.filter((note) => note !== word)];
  return limits.length === 0 ? word : `${word} (${limits.join(', ')})`;
}

/** `12 publishers: 3 failed, 2 inconclusive (1 altered), 2 passed, 5 certified` */
export function summary({ publishers, counts }: Overview): string {
  const parts = VERDICT_ORDER.filter((verdict) => counts[verdict] > 0).map((verdict) => {
    const others = verdict === 'inconclusive' ? doNotCount(publishers) : '';
    return `${grouped(counts[verdict])} ${verdict}${others === '' ? '' : ` (${others})`}`;
  });
  return `${counted(publishers.length, 'publisher')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

/** Why reports that are shown as inconclusive do not count: `1 altered, 1 interrupted`. */
function doNotCount(publishers: readonly Publisher[]): string {
  const words = publishers.flatMap(({ reports: [latest] }) =>
    latest?.shownAs === 'inconclusive' && latest.word !== 'inconclusive' ? [latest.word] : [],
  );
  return [...new Set(words)].map((word) => `${words.filter((one) => one === word).length} ${word}`).join(', ');
}

/** The most notable facts besides the verdicts: `2 got worse`. */
export function highlights({ publishers, unreadable, maxAgeDays, minVersion, missing = [] }: Overview): string[] {
  const latest = publishers.flatMap(({ reports }) => reports.slice(0, 1));
  const number = (fits: (entry: Entry) => boolean) => latest.filter(fits).length;
  const parts: readonly (readonly [count: number, text: string])[] = [
    [number(isLost), 'lost a certificate'],
    [number(({ change }) => change?.trend === 'worse'), 'got worse'],
    [number(({ change }) => change?.trend === 'better'), 'got better'],
    [number(({ tooOld }) => tooOld === true), `older than ${counted(maxAgeDays ?? 0, 'day')}`],
    [number(({ tooEarly }) => tooEarly === true), `made before ${minVersion ?? ''}`],
    [missing.length, 'missing'],
    [unreadable.length, 'not readable'],
  ];
  return parts.flatMap(([count, text]) => (count === 0 ? [] : [`${grouped(count)} ${text}`]));
}
