import { describe, expect, it } from 'vitest';
import { listingScenarios, scenarios, type Scenario } from '../../fixtures/trouble/scenarios.ts';
import { endedAs, PATIENCE } from '../matrix/judge.ts';
import { judgeIn, type Judged } from './judge.ts';
import { randomFrom } from './random.ts';

/** Trouble and the moments at which it begins, in requests: a sample of what `npm run trouble` plays. */
const PASSING: readonly (readonly [name: string, ...moments: number[]])[] = [
  ['deployment', 300],
  ['php-fpm-stopped', 150],
  ['restart', 0],
  ['lost-answers', 300],
  ['ten-lost', 150],
  ['cold-start', 0],
  ['bad-machine-500', 250],
  ['busy', 0],
  ['orders-some-500', 0],
  ['orders-lost', 300],
  ['forecast-500', 0],
  ['inventory-502', 350],
  ['key-spreads', 0],
];

function named(name: string, all: readonly Scenario[] = scenarios): Scenario {
  const scenario = all.find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`No trouble is named ${name}.`);
  return scenario;
}

const playing = (name: string, begin: number): Promise<Judged> => judgeIn(named(name).from(begin, randomFrom(1)));

const broken = ({ report }: Judged) => endedAs(report, 'fail', 'warn', 'error');

describe.concurrent('No check fails, and the verdict is as usual, in spite of', { timeout: PATIENCE }, () => {
  const cases = PASSING.flatMap(([name, ...moments]) =>
    moments.map((begin) => [named(name).what, begin, name] as const),
  );
  it.each(cases)('%s, from request %i on', async (_what, begin, name) => {
    const judged = await playing(name, begin);
    const { [named(name).warns ?? '']: _due, ...held } = broken(judged);
    expect(held).toEqual({});
    expect([judged.report.verdict, judged.met > 0]).toEqual(['passed', true]);
  });
});

it.concurrent('One bad machine of three costs no more than 700 requests', { timeout: PATIENCE }, async () => {
  const { report, seconds } = await playing('bad-machine-502', 0);
  expect(report.run.requests).toBeLessThanOrEqual(700);
  expect(seconds).toBeLessThan(60);
});

describe.concurrent('The reasons say when it was, how long, and how many calls it met:', { timeout: PATIENCE }, () => {
  it.each([
    [
      'deployment',
      /^The service was not available \(status 503\) from [\d:]+ UTC on for \d+ s\. \d+ calls? failed because of that/,
    ],
    ['forecast-500', /^POST \/forecast was not available \(status 500\) from .*, while other endpoints answered\. /],
    ['one-500', /^1 server error.*gone when the same request was sent again|^1 server error when requests arrived/],
  ])('%s', async (name, reason) => {
    const { report } = await playing(name, 50);
    expect(report.reasons).toContainEqual(expect.stringMatching(reason));
  });
});

describe.concurrent('What does not come back', { timeout: PATIENCE }, () => {
  it('leaves a service that refuses connections inconclusive after a minute', async () => {
    const judged = await playing('gone-refused', 300);
    expect(broken(judged)).toEqual({});
    expect([judged.report.verdict, judged.seconds < 70]).toEqual(['inconclusive', true]);
    expect(judged.report.reasons).toContainEqual(expect.stringMatching(/did not come back/));
  });

  it('blames nobody for the page of a gateway if the service goes while wrong keys are tried', async () => {
    const judged = await playing('gone-502', 365);
    expect(broken(judged)).toEqual({});
    expect(judged.report.reasons).toContainEqual(expect.stringMatching(/did not come back/));
  });

  it.each([
    ['forecast-down', 50],
    ['orders-down', 300],
  ])('is one broken rule, told once, if it is an endpoint alone: %s, from request %i on', async (name, begin) => {
    const judged = await playing(name, begin);
    expect(Object.keys(broken(judged))).toEqual(['connection.endpoints-stay-up']);
    expect(judged.report.reasons.join('\n')).not.toContain('was not available');
    const { created, exchanges } = judged.report;
    const sent = exchanges.map(({ request }) => request.body ?? '').join('\n');
    expect(created.filter(({ externalRef }) => !sent.includes(JSON.stringify(externalRef)))).toEqual([]);
  });

  it('is one broken rule if the process dies of one order and is gone for two seconds each time', async () => {
    const judged = await playing('killing-order', 0);
    expect(Object.keys(broken(judged))).toEqual(['orders.odd-texts-are-handled']);
    expect(judged.seconds).toBeLessThan(30);
  });

  it('is one broken rule, and spares the service, if the process dies of every order with a creative', async () => {
    const judged = await playing('killing-creatives', 0);
    expect(Object.keys(broken(judged))).toEqual(['connection.endpoints-stay-up']);
    const killing = judged.report.exchanges.filter(({ request }) => request.body?.includes('"creatives":[{'));
    expect(killing.length).toBeLessThan(20);
    expect(judged.seconds).toBeLessThan(60);
  });

  it('ends a service that answers nothing but 429', async () => {
    const judged = await playing('limit-0', 50);
    expect(broken(judged)).toEqual({});
    expect([judged.report.verdict, judged.seconds < 150]).toEqual(['inconclusive', true]);
  });

  it('ends one that does so until the end of the run', async () => {
    const judged = await playing('limit-45', 300);
    expect(broken(judged)).toEqual({});
    expect(judged.report.verdict).toBe('inconclusive');
    expect(judged.report.reasons).toContainEqual(expect.stringMatching(/^The service answered nothing but 429/));
  });

  it('tells of a quota that is used up near the end of the run', async () => {
    const judged = await playing('limit-3600', 300);
    expect(broken(judged)).toEqual({});
    expect(judged.report.reasons).toContainEqual(
      expect.stringMatching(/answered 429 \(rate limit\) and asked to wait 3,600 s.* is inconclusive\./),
    );
  });

  it('lets few orders be sent into a quota that is used up', async () => {
    const judged = await playing('orders-quota-86400', 300);
    expect(broken(judged)).toEqual({});
    expect(judged.met).toBeLessThan(10);
  });
});

describe.concurrent('The listing API is not blamed either for', { timeout: PATIENCE }, () => {
  it.each([
    ['php-fpm-stopped', 30],
    ['restart', 12],
    ['token-drops', 30],
    ['lost-answers', 12],
    ['toplists-bad-machine', 30],
  ])('%s, from request %i on', async (name, begin) => {
    const judged = await judgeIn(named(name, listingScenarios).from(begin, randomFrom(6)), { contract: 'listing' });
    expect(broken(judged)).toEqual({});
    expect(judged.report.verdict).toBe('passed');
  });

  it.each([
    ['token-bad-machine', 4],
    ['gone-refused', 4],
  ])('%s, from request %i on, which it does not wait for without end', async (name, begin) => {
    const judged = await judgeIn(named(name, listingScenarios).from(begin, randomFrom(2)), { contract: 'listing' });
    expect(broken(judged)).toEqual({});
    expect(judged.seconds).toBeLessThan(600);
  });
});
