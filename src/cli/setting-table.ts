import { UsageError } from '../settings.ts';

type SettingKind = 'text' | 'secret' | 'flag' | 'number' | 'list' | 'texts' | 'file';

/** One setting: an option, its environment variable and its key in the configuration file. */
export interface Setting {
  /** In camelCase; also the key in the configuration file. */
  readonly name: string;
  readonly kind: SettingKind;
  /** As shown in the help, e.g. `<key>`; absent for a flag. */
  readonly argument?: string | undefined;
  /** The environment variable; by default the option in capitals, after `ADSERVER_` unless it is about the listing API. */
  readonly variable?: string;
  readonly help: string;
  readonly diagnoseHelp?: string;
  readonly group: Group;
  readonly isHidden?: boolean;
  readonly for: readonly SettingUser[];
  /** Of a number; by default those of seconds. */
  readonly bounds?: Bounds;
}

export type SettingUser = 'certify' | 'diagnose';
type Group = 'Ad server' | 'Listing API' | 'What runs' | 'Network' | 'Results';

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
}

const SECONDS = { least: 0.001, most: 3600, whole: false };

/** @throws UsageError for what is not a number in this range. */
export function numberIn(value: unknown, from: string, { least, most, whole }: Bounds = SECONDS): number {
  const text = typeof value === 'string' ? value.trim() : value;
  const number = typeof text === 'string' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (typeof number === 'number' && number >= least && number <= most && !(whole && !Number.isInteger(number)))
    return number;
  const upTo = most < 1_000_000 ? ` to ${most}` : ' upwards';
  const wanted = whole ? `a whole number from ${least}${upTo}` : `a number of seconds, more than 0, at most ${most}`;
  throw new UsageError(`${from} is ${shown(value)}. Give ${wanted}.`);
}

export const shown = (value: unknown) => (JSON.stringify(value) as string | undefined)?.slice(0, 80) ?? 'nothing';

/** `apiKeyFile` → `--api-key-file`. */
export function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function variableOf({ name, variable }: Pick<Setting, 'name' | 'variable'>): string {
  const prefix = name.startsWith('listing') ? '' : 'ADSERVER_';
  return variable ?? `${prefix}${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

export const CONFIG_FILE = 'adserver-conformance.config.json';

type More = Partial<Omit<Setting, 'name' | 'kind' | 'help' | 'group'>>;

const row =
  <K extends SettingKind>(kind: K) =>
  <const N extends string>(name: N, argument: string | undefined, help: string, more: More = {}) => ({
    name,
    kind,
    argument,
    help,
    for: ['certify'] as Setting['for'],
    ...more,
  });

const [secret, text, texts, list, file, number] = [
  row('secret'),
  row('text'),
  row('texts'),
  row('list'),
  row('file'),
  row('number'),
];
const flag = <const N extends string>(name: N, help: string, more?: More) => row('flag')(name, undefined, help, more);

const inGroup = <R extends { readonly name: string }>(group: Group, settings: readonly R[]) =>
  settings.map((one) => ({ ...one, group }));

const both = { for: ['certify', 'diagnose'] } as const;

const rows = [
  ...inGroup('Ad server', [
    secret('apiKey', '<key>', 'the full key; prefer the environment or a file', both),
    secret('keyWithoutRead', '<key>', 'a key that lacks the read scope'),
    secret('keyWithoutDraft', '<key>', 'a key that lacks the create-draft scope'),
    secret('keyWithoutReport', '<key>', 'a key that lacks the report scope'),
    secret('expiredKey', '<key>', 'an expired key; this or a revoked one is enough'),
    secret('revokedKey', '<key>', 'a revoked key; this or an expired one is enough'),
    texts('slot', '<inventory-id>', 'book on this slot only, a test placement for instance; repeatable'),
    text('advertiser', '<name>', 'the one advertiser of all test orders'),
    text(
      'creativeHost',
      '<host>',
      'the host that test creatives and their links are on (default: reserved example domains)',
    ),
    file(
      'reportRequest',
      '<file>',
      'JSON template of the POST /reports body, with "{{line_item_ids}}", {{start_date}} and {{end_date}}',
    ),
  ]),
  ...inGroup('Listing API', [
    text('listingUrl', '<url>', "the listing API's base address, https://{tenant}/api/v1"),
    secret('listingKey', '<key>', 'key of the key-secret exchange'),
    secret('listingSecret', '<secret>', 'secret of the key-secret exchange'),
    secret('listingToken', '<token>', 'static token'),
    secret('listingLimitedKey', '<key>', 'exchange key without the scope toplist:read'),
    secret('listingLimitedSecret', '<secret>', 'secret of the limited key'),
    secret('listingLimitedToken', '<token>', 'static token without the scope toplist:read'),
    number('listingTemplateId', '<n>', 'a template_id that exists', {
      bounds: { least: 0, most: 9007199254740991, whole: true },
    }),
    flag('listingBlocked', 'this machine is not on the allowlist: check how it is refused'),
    number(
      'throttleWindow',
      '<seconds>',
      'window of the exchange limit in seconds (default 60); any other value waives the throttle checks',
      { variable: 'LISTING_THROTTLE_WINDOW' },
    ),
    texts('listingHeader', '<name: value>', 'the same as --header, for the listing API'),
  ]),
  ...inGroup('What runs', [
    flag('watch', 'repeat until the connection works, or --wait is over', { for: ['diagnose'] }),
    number('interval', '<seconds>', 'pause between repeats of --watch (default 10)', { for: ['diagnose'] }),
    number('wait', '<seconds>', 'wait up to this long for a service that is still starting', {
      ...both,
      diagnoseHelp: 'repeat until the connection works, at most so long',
    }),
    flag('readOnly', 'run only what creates nothing'),
    list('only', '<ids>', 'modules or checks to run, separated by commas; what they need runs too'),
    list('skip', '<ids>', 'modules or checks to leave out'),
    file('failedFrom', '<report.json>', 'run the checks that did not pass in that report, and what they need'),
    flag('plan', 'print what would be sent and created; send nothing'),
    // Five million slots; a report that shows more requests could not be read again.
    number('maxPages', '<n>', 'maximum number of inventory pages to read (default 10000, at most 25000)', {
      bounds: { least: 1, most: 25000, whole: true },
    }),
    text('cleanup', '<command>', 'after the run, your own program that gets the drafts as JSON lines, to remove them'),
    texts('tapChecks', '<command>', 'your own program that prints TAP; does not affect the verdict; repeatable'),
    file('expectedFailures', '<file>', 'known failures (JSON): these do not fail the run; one that now passes does'),
    file(
      'writeExpectedFailures',
      '<file>',
      'write what failed to this list of known failures, or bring it up to date; the exit code stays',
    ),
    number(
      'timeLimit',
      '<seconds>',
      'end the run after this time with what it has judged (default 600, or longer with --rate)',
      {
        ...both,
        bounds: { least: 1, most: 86400, whole: false },
        diagnoseHelp: 'end the diagnosis after this time with what it has found',
      },
    ),
  ]),
  ...inGroup('Network', [
    flag('local', 'allow http:// and non-public addresses, for a service under development', both),
    flag('insecure', 'with --local only: do not verify TLS certificates; the run is not certified', {
      ...both,
      diagnoseHelp: 'with --local only: do not verify TLS certificates',
    }),
    number('concurrency', '<n>', 'maximum number of concurrent requests (default 8)', {
      bounds: { least: 1, most: 256, whole: true },
    }),
    text('rate', '<n>/s|m', 'maximum number of requests started per second or minute, such as 5/s or 100/m', both),
    texts(
      'resolve',
      '<host:port:address>',
      'connect to this address instead of asking DNS, as curl does; the run is not certified; repeatable',
      { ...both, diagnoseHelp: 'connect to this address instead of asking DNS, as curl does; repeatable' },
    ),
    texts(
      'header',
      '<name: value>',
      'sent to the ad server with every request, for a firewall or a login in front of it; the value is kept secret; the run is not certified; repeatable',
      {
        ...both,
        diagnoseHelp:
          'sent to the ad server with every request, for a firewall or a login in front of it; the value is kept secret; repeatable',
      },
    ),
    number('timeout', '<seconds>', 'timeout of a request in seconds (default 30)', both),
    number('connectTimeout', '<seconds>', 'timeout of connecting in seconds (default 10)', both),
    file('caFile', '<file>', 'certificate authorities in addition to those of the system and of Node (PEM)', both),
    file('clientCert', '<file>', 'certificate for a gateway that asks for one (PEM)', both),
    file('clientKey', '<file>', 'its key (PEM, without a passphrase)', both),
  ]),
  ...inGroup('Results', [
    texts(
      'output',
      '<format[=file]>',
      'terminal (default), json, html, junit, tap, markdown, github, har, certificate, badge or drafts; repeatable; =- is standard output',
      { ...both, diagnoseHelp: 'terminal (default), json, markdown or html; repeatable; =- is standard output' },
    ),
    file('signKey', '<pem>', 'Ed25519 private key that signs the report'),
    flag('requireCertified', 'exit 1 unless the verdict is certified'),
    flag('quiet', 'no progress, no notices, no closing lines', both),
    flag('verbose', 'print every check, request, draft and statement before the result', {
      ...both,
      diagnoseHelp: 'also print the facts that each step found',
    }),
  ]),
];

type Row = (typeof rows)[number];
export type CredentialName = Extract<Row, { kind: 'secret' }>['name'];
type CredentialFileName = `${CredentialName}File`;
export type SettingName = Row['name'] | CredentialFileName;

export const credentialNames = rows.flatMap((row): CredentialName[] => (row.kind === 'secret' ? [row.name] : []));

export const fileOf = (name: CredentialName): CredentialFileName => `${name}File`;

function withFile(row: Row): readonly (Setting & { readonly name: SettingName })[] {
  if (row.kind !== 'secret') return [row];
  const file = {
    name: fileOf(row.name),
    kind: 'file',
    argument: '<file>',
    help: `file with ${row.help.replace(/; prefer .*$/, '').replace(/^(?=key|secret|static|exchange)/, 'the ')}`,
    group: row.group,
    for: row.for,
    // One of them shows how; a line below the help says that there are more.
    isHidden: row.name !== 'apiKey',
  } as const;
  return [row, file];
}

/** Every setting, in the order of the help; each credential is followed by the file that may hold it. */
export const settingTable: readonly (Setting & { readonly name: SettingName })[] = rows.flatMap(withFile);

export function settingOf(name: SettingName): Setting {
  const setting = settingTable.find((one) => one.name === name);
  if (setting === undefined) throw new Error(`there is no setting ${name}`);
  return setting;
}

export const daysIn = (text: string, option: string): number =>
  numberIn(text, option, { least: 1, most: 36_500, whole: true });

export function versionIn(text: string, option: string): string {
  if (/^\d+(?:\.\d+){0,2}$/.test(text)) return text;
  throw new UsageError(`${option} is ${JSON.stringify(text)}. Give a version such as 1.1.0.`);
}
