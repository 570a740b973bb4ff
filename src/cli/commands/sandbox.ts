import { faults } from '../../../fixtures/faults/index.ts';
import { startPublisher, type Publisher } from '../../../fixtures/publisher/index.ts';
import { variations } from '../../../fixtures/variations/index.ts';
import { nearest, sentences } from '../../engine/did-you-mean.ts';
import { codeOf } from '../../http/failure.ts';
import { UsageError } from '../../settings.ts';
import { onInterruption } from '../interruption.ts';
import { paste } from '../paste.ts';
import { print } from '../streams.ts';

const WINDOW = 60;

/** Runs the reference publisher until it is interrupted, or lists its faults or variations. */
export async function sandboxCommand(options: Readonly<Record<string, unknown>>): Promise<0> {
  if (options['listFaults'] === true || options['listVariations'] === true) return list(options);
  for (const option of ['search', 'module'])
    if (options[option] !== undefined)
      throw new UsageError(`--${option} narrows --list-faults or --list-variations. Give one of them too.`);
  const throttleWindowSeconds = seconds(options['throttleWindow']) ?? WINDOW;
  const behaviour = [
    ...named(options['variation'], variations, 'variation'),
    ...named(options['fault'], faults, 'fault'),
  ].map((entry) => entry.behaviour);
  const publisher = await start({ port: port(options['port']), throttleWindowSeconds, behaviour });
  const stopped = new Promise<void>((resolve) => {
    onInterruption(resolve);
  });
  const environment = environmentFor(publisher, throttleWindowSeconds);
  await print(
    options['format'] === 'json'
      ? `${JSON.stringify({ baseUrl: publisher.baseUrl, listingUrl: publisher.listingUrl, environment })}\n`
      : introduction(publisher, environment),
  );
  await stopped;
  await publisher.stop();
  return 0;
}

async function list(options: Readonly<Record<string, unknown>>): Promise<0> {
  const { faultList, variationList } = await import('../fixture-list.ts');
  const { search, module } = options;
  const narrowing = {
    ...(typeof search === 'string' ? { search } : {}),
    ...(typeof module === 'string' ? { module } : {}),
  };
  const listed = options['listFaults'] === true ? faultList : variationList;
  await print(listed(narrowing, options['format'] === 'json' ? 'json' : 'terminal'));
  return 0;
}

async function start(options: Parameters<typeof startPublisher>[0] & { port: number }): Promise<Publisher> {
  try {
    return await startPublisher(options);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE')
      throw new UsageError(`Port ${options.port} is in use. Choose another one with --port, or leave it out.`);
    if (code === 'EACCES') throw new UsageError(`You may not use port ${options.port}. Choose a higher one.`);
    throw error;
  }
}

function named<T extends { readonly name: string }>(names: unknown, entries: readonly T[], what: string): T[] {
  const wanted = Array.isArray(names) ? names.map(String) : [];
  return wanted.map((name) => {
    const entry = entries.find((one) => one.name === name);
    if (entry !== undefined) return entry;
    const known = entries.map((one) => one.name);
    throw new UsageError(
      sentences(
        `There is no ${what} ${JSON.stringify(name)}.`,
        nearest(name, known),
        `See --list-${what}s --search <word>.`,
      ),
    );
  });
}

function port(text: unknown): number {
  if (text === undefined) return 0;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new UsageError(
      `--port is ${JSON.stringify(text)}. Give a whole number from 0 to 65535; 0 takes a free port.`,
    );
  return number;
}

function seconds(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0 && number <= 3600))
    throw new UsageError(
      `--throttle-window is ${JSON.stringify(text)}. Give a number of seconds, more than 0, at most 3600.`,
    );
  return number;
}

/** What `certify` reads from the environment. */
function environmentFor(
  { baseUrl, listingUrl, keys, listing }: Publisher,
  throttleWindow: number,
): Readonly<Record<string, string | number>> {
  return Object.fromEntries<string | number>([
    ['ADSERVER_BASE_URL', baseUrl],
    ['ADSERVER_API_KEY', keys.full],
    ['ADSERVER_KEY_WITHOUT_READ', keys.withoutRead],
    ['ADSERVER_KEY_WITHOUT_DRAFT', keys.withoutDraft],
    ['ADSERVER_KEY_WITHOUT_REPORT', keys.withoutReport],
    ['ADSERVER_EXPIRED_KEY', keys.expired],
    ['ADSERVER_REVOKED_KEY', keys.revoked],
    ['LISTING_URL', listingUrl],
    ['LISTING_KEY', listing.key],
    ['LISTING_SECRET', listing.secret],
    ['LISTING_TOKEN', listing.staticToken],
    ['LISTING_LIMITED_KEY', listing.limitedKey],
    ['LISTING_LIMITED_SECRET', listing.limitedSecret],
    ['LISTING_LIMITED_TOKEN', listing.limitedToken],
    ['LISTING_TEMPLATE_ID', listing.templateId],
    ...(throttleWindow === WINDOW ? [] : [['LISTING_THROTTLE_WINDOW', throttleWindow] as const]),
  ]);
}

/** The addresses and keys, then a command to paste into a shell. */
function introduction({ baseUrl }: Publisher, environment: Readonly<Record<string, string | number>>): string {
  return [
    `The reference publisher listens on ${baseUrl} until Ctrl-C.`,
    'Certify it from another shell:',
    '',
    ...paste(Object.entries(environment), 'npx adserver-conformance certify --local'),
    '',
  ].join('\n');
}
