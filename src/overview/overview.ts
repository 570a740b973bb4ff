import type { VerdictWord } from '../engine/rule.ts';
import { changeBetween, severity } from './change.ts';
import { OVERVIEW_FORMAT, type Entry, type Overview, type Publisher, type Sighting, type Unreadable } from './model.ts';
import type { Looking } from './sighting.ts';

/** Groups reports by publisher, one row each, with the changes from one report to the next. */
export function overviewOf(
  sightings: readonly Sighting[],
  unreadable: readonly Unreadable[],
  { now, maxAgeDays }: Looking,
): Overview {
  const publishers = grouped(withoutCopies(sightings)).map(publisherOf).sort(byUrgency);
  return {
    format: OVERVIEW_FORMAT,
    createdAt: new Date(now).toISOString(),
    ...(maxAgeDays === undefined ? {} : { maxAgeDays }),
    counts: countsOf(publishers),
    publishers,
    unreadable,
  };
}

/** The report that a row shows. */
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
  const byAddress = groupedBy(sightings, ({ entry }) => addressOf(entry));
  return byAddress.flatMap((there) => {
    const ids = new Set(there.flatMap(({ account }) => account.id ?? []));
    return ids.size < 2 ? [there] : groupedBy(there, ({ account }) => account.id ?? '');
  });
}

function groupedBy(sightings: readonly Sighting[], keyOf: (sighting: Sighting) => string): Sighting[][] {
  const groups = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const key = keyOf(sighting);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [sighting]);
    else group.push(sighting);
  }
  return [...groups.values()];
}

/** A run may judge one contract or both. The first address identifies the publisher. */
function addressOf({ targets: [first], file }: Entry): string {
  return first === undefined ? `file ${file}` : `${first.contract} ${first.address.replace(/\/+$/, '').toLowerCase()}`;
}

function publisherOf(sightings: readonly Sighting[]): Publisher {
  const times = new Map(sightings.map((sighting) => [sighting, Date.parse(sighting.entry.finishedAt) || 0]));
  const newest = [...sightings].sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
  const reports = newest.map((sighting, index): Entry => {
    const before = newest[index + 1];
    return before === undefined ? sighting.entry : withChange(sighting, before);
  });
  const named = newest.find(({ account }) => account.name !== undefined)?.account.name;
  const accountId = newest.find(({ account }) => account.id !== undefined)?.account.id;
  return {
    name: named ?? hostOf(reports[0]),
    ...(accountId === undefined ? {} : { accountId }),
    reports,
  };
}

function withChange(sighting: Sighting, before: Sighting): Entry {
  const change = changeBetween(before, sighting);
  const { entry } = sighting;
  const first = entry.broken.first.map((problem) =>
    change.broke.includes(problem.id) ? { ...problem, isNew: true as const } : problem,
  );
  return { ...entry, broken: { ...entry.broken, first }, change };
}

const hostOf = (entry: Entry | undefined) =>
  entry?.targets[0]?.address.replace(/^[a-z]+:\/\/|[/?#].*$/gi, '') ?? entry?.file ?? '';

/**
 * Orders publishers: the worst verdict first, then those that got worse or changed, old reports, and most broken rules.
 */
function byUrgency(one: Publisher, other: Publisher): number {
  const [a, b] = [latestOf(one), latestOf(other)];
  return (
    severity(a.shownAs) - severity(b.shownAs) ||
    alarm(b) - alarm(a) ||
    b.broken.rules - a.broken.rules ||
    one.name.localeCompare(other.name, 'en')
  );
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
