import { faults } from '../../../fixtures/faults/index.ts';
import { startPublisher, type Publisher } from '../../../fixtures/publisher/index.ts';
import { variations } from '../../../fixtures/variations/index.ts';
import { nearest, sentences } from '../../engine/did-you-mean.ts';
import { codeOf } from '../../http/failure.ts';
import { UsageError } from '../../settings.ts';
import { given } from '../../text/given.ts';
import type { ListFormat } from '../fixture-list.ts';
import type { Narrowing } from '../narrowed.ts';
import { onInterruption } from '../interruption.ts';
import { print } from '../streams.ts';

const WINDOW = 60;

export interface SandboxOptions extends Narrowing {
  readonly port?: number;
  readonly fault?: readonly string[];
  readonly variation?: readonly string[];
  readonly listFaults?: true;
  readonly listVariations?: true;
  readonly format: ListFormat;
  readonly throttleWindow?: number;
}

/** Runs the reference publisher until it is interrupted, or lists its faults or variations. */
export async function sandboxCommand(options: SandboxOptions): Promise<0> {
  const { search, module, format, port = 0, throttleWindow: throttleWindowSeconds = WINDOW } = options;
  if (options.listFaults || options.listVariations) {
    const { faultList, variationList } = await import('../fixture-list.ts');
    await print((options.listFaults ? faultList : variationList)(given({ search, module }), format));
    return 0;
  }
  for (const [option, value] of Object.entries({ search, module }))
    if (value !== undefined)
      throw new UsageError(`--${option} narrows --list-faults or --list-variations. Give one of them too.`);
  const behaviour = [
    ...named(options.variation, variations, 'variation'),
    ...named(options.fault, faults, 'fault'),
  ].map((entry) => entry.behaviour);
  const publisher = await start({ port, throttleWindowSeconds, behaviour });
  const stopped = new Promise<void>((resolve) => {
    onInterruption(resolve);
  });
  const environment = environmentFor(publisher, throttleWindowSeconds);
  await print(
    format === 'json'
      ? `${JSON.stringify({ baseUrl: publisher.baseUrl, listingUrl: publisher.listingUrl, environment })}\n`
      : introduction(publisher, environment),
  );
  await stopped;
  await publisher.stop();
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

function named<T extends { readonly name: string }>(
  names: readonly string[] = [],
  entries: readonly T[],
  what: string,
): T[] {
  return names.map((name) => {
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

function introduction({ baseUrl }: Publisher, environment: Readonly<Record<string, string | number>>): string {
  return [
    `The reference publisher listens on ${baseUrl} until Ctrl-C.`,
    'Certify it from another shell:',
    '',
    ...paste(Object.entries(environment), 'npx adserver-conformance certify --local'),
    '',
  ].join('\n');
}

/** Lines to paste into the system's usual shell: they set variables and run a command. */
export function paste(
  variables: readonly (readonly [name: string, value: string | number])[],
  command: string,
  platform: NodeJS.Platform = process.platform,
): string[] {
  return platform === 'win32'
    ? [...variables.map(([name, value]) => `$env:${name}='${value}'`), command]
    : [...variables.map(([name, value]) => `export ${name}=${value}`), command];
}
