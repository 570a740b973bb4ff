import type { VerdictWord } from '../engine/rule.ts';
import { addressKey } from '../report/address.ts';
import { printable } from '../report/text.ts';
import { given } from '../text/given.ts';
import { groupedBy } from '../text/grouped-by.ts';
import { changeBetween, severity } from './change.ts';
import { lookalikesAmong } from './lookalikes.ts';
import {
  OVERVIEW_FORMAT,
  type BrokenRule,
  type Entry,
  type Overview,
  type Publisher,
  type Sighting,
  type Unreadable,
} from './model.ts';
import type { Looking } from './sighting.ts';

/** Groups reports by publisher, one row each, with the changes from one report to the next. */
export function overviewOf(
  sightings: readonly Sighting[],
  unreadable: readonly Unreadable[],
  { now, maxAgeDays, minVersion, expected }: Looking & { readonly expected?: readonly string[] | undefined },
): Overview {
  const groups = grouped(withoutCopies(sightings)).map(newestFirst);
  const publishers = marked(groups.map(publisherOf)).sort(byUrgency);
  return {
    format: OVERVIEW_FORMAT,
    createdAt: new Date(now).toISOString(),
    ...given({ maxAgeDays, minVersion }),
    counts: countsOf(publishers),
    publishers,
    rules: brokenRules(groups),
    ...given({ missing: expected?.filter((one) => !publishers.some((publisher) => isMeant(one, publisher))) }),
    unreadable,
  };
}

export function latestOf({ reports }: Publisher): Entry {
  const [latest] = reports;
  if (latest === undefined) throw new Error('a publisher has a report');
  return latest;
}

/** Drops copies of the same report, which would look like a repetition without changes. */
function withoutCopies(sightings: readonly Sighting[]): Sighting[] {
  const seen = new Set<string>();
  return sightings.filter(
    ({ entry: { word, digest } }) => word === 'altered' || (!seen.has(digest) && Boolean(seen.add(digest))),
  );
}

/**
 * Groups reports by address and account, because one gateway may serve many accounts. A report without an account, for
 * example because the key was refused, belongs to the only account known at its address.
 */
function grouped(sightings: readonly Sighting[]): Sighting[][] {
  return [...groupedBy(sightings, ({ entry }) => addressOf(entry)).values()].flatMap((there) => {
    const ids = new Set(there.flatMap(({ account }) => account.id ?? []));
    return ids.size < 2 ? [there] : [...groupedBy(there, ({ account }) => account.id ?? '').values()];
  });
}

/** A run may judge one contract or both. The first address identifies the publisher. */
function addressOf({ targets: [first], file }: Entry): string {
  return first === undefined ? `file ${file}` : `${first.contract} ${addressKey(first.address).toLowerCase()}`;
}

/** What does not hold comes last: it is not anybody's latest. */
function newestFirst(sightings: readonly Sighting[]): Sighting[] {
  const time = ({ entry }: Sighting) => Date.parse(entry.finishedAt) || 0;
  const last = ({ entry }: Sighting) => (entry.unreliable ? 1 : 0);
  return [...sightings].sort((one, other) => last(one) - last(other) || time(other) - time(one));
}

function publisherOf(newest: readonly Sighting[]): Publisher {
  const reports = newest.map((sighting, index): Entry => {
    const before = newest[index + 1];
    return before === undefined || before.entry.unreliable ? sighting.entry : withChange(sighting, before);
  });
  const named = newest.find(({ account }) => account.name !== undefined)?.account.name;
  const accountId = newest.find(({ account }) => account.id !== undefined)?.account.id;
  return { name: named ?? hostOf(reports[0]), ...given({ accountId }), reports };
}

function withChange(sighting: Sighting, before: Sighting): Entry {
  const change = changeBetween(before, sighting);
  const { entry } = sighting;
  const first = entry.broken.first.map((problem) =>
    change.broke.includes(problem.id) ? { ...problem, isNew: true as const } : problem,
  );
  return { ...entry, broken: { ...entry.broken, first }, change };
}

export function hostOf(entry: Entry | undefined): string {
  const [first] = entry?.targets ?? [];
  return first === undefined ? (entry?.file ?? '') : addressKey(first.address).replace(/^[a-z]+:\/\/|[/?#].*$/gi, '');
}

function byUrgency(one: Publisher, other: Publisher): number {
  const [a, b] = [latestOf(one), latestOf(other)];
  return (
    Number(isLost(b)) - Number(isLost(a)) ||
    brokenIn(b) - brokenIn(a) ||
    severity(a.shownAs) - severity(b.shownAs) ||
    alarm(b) - alarm(a) ||
    one.name.localeCompare(other.name, 'en')
  );
}

/** What does not hold says nothing. */
const brokenIn = ({ broken, unreliable }: Entry) => (unreliable ? 0 : broken.rules);

/** Whether it was certified before, and no longer is. */
export const isLost = ({ change, shownAs }: Entry): boolean =>
  change?.before === 'certified' && shownAs !== 'certified';

const MOST_RULES = 10;

function brokenRules(groups: readonly (readonly Sighting[])[]): BrokenRule[] {
  const counts = new Map<string, number>();
  for (const [latest] of groups)
    for (const [id, outcome] of latest === undefined || latest.entry.unreliable ? [] : latest.outcomes)
      if (outcome === 'fail') counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .sort(([one, few], [other, many]) => many - few || one.localeCompare(other, 'en'))
    .slice(0, MOST_RULES)
    .map(([id, publishers]) => ({ id: printable(id, { max: 200 }), publishers }));
}

function marked(publishers: readonly Publisher[]): Publisher[] {
  // A name with a port is no name to the functions that read one.
  const host = ({ reports: [latest] }: Publisher) => hostOf(latest).replace(/:\d+$/, '');
  const alike = lookalikesAmong(publishers.map(host));
  return publishers.map((publisher) => {
    const looksLike = alike.get(host(publisher));
    return looksLike === undefined ? publisher : { ...publisher, looksLike };
  });
}

/** Whether a publisher is the expected one: by its name, account, host or address. */
function isMeant(expected: string, { name, accountId, reports }: Publisher): boolean {
  const words = [
    name,
    accountId,
    ...reports.slice(0, 1).flatMap(({ targets }) => targets.map(({ address }) => address)),
  ];
  const hosts = reports.slice(0, 1).flatMap((entry) => [hostOf(entry), hostOf(entry).replace(/:\d+$/, '')]);
  const key = addressKey(expected).toLowerCase();
  return [...words, ...hosts].some((word) => word !== undefined && addressKey(word).toLowerCase() === key);
}

function alarm({ change, tooOld }: Entry): number {
  if (change?.trend === 'worse') return 3;
  if (change?.trend === 'better') return 2;
  return tooOld ? 1 : 0;
}

function countsOf(publishers: readonly Publisher[]): Record<VerdictWord, number> {
  const counts: Record<VerdictWord, number> = { failed: 0, inconclusive: 0, passed: 0, certified: 0 };
  for (const publisher of publishers) counts[latestOf(publisher).shownAs] += 1;
  return counts;
}
