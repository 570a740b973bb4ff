/** How a setting's text is read. */
export type Kind = 'text' | 'secret' | 'flag' | 'number' | 'list' | 'texts' | 'file';

/** One setting: an option, its environment variable and its key in the configuration file. */
export interface Setting {
  /** In camelCase: its key in the configuration file. */
  readonly name: string;
  readonly kind: Kind;
  /** As the help shows it, e.g. `<key>`; a flag has none. */
  readonly argument?: string;
  /** The variable, where it is not `ADSERVER_` and the option in capitals. */
  readonly variable?: string;
  readonly help: string;
  /** Where it means less for `diagnose`. */
  readonly diagnoseHelp?: string;
  readonly group: Group;
  readonly for: readonly SettingUser[];
  /** Of a number. */
  readonly bounds?: { readonly least: number; readonly most: number; readonly whole: boolean };
}

export type SettingUser = 'certify' | 'diagnose';
export type Group = 'Ad server' | 'Listing API' | 'What runs' | 'Network' | 'Results';

const both: readonly SettingUser[] = ['certify', 'diagnose'];
const certify: readonly SettingUser[] = ['certify'];
const whole = { least: 1, most: 1_000_000_000, whole: true };
const seconds = { least: 0.001, most: 3600, whole: false };

/** Every setting, in the order of the help. */
export const settingTable = [
  {
    name: 'apiKey',
    kind: 'secret',
    argument: '<key>',
    help: 'the full key; better given by environment or file',
    group: 'Ad server',
    for: both,
  },
  {
    name: 'apiKeyFile',
    kind: 'file',
    argument: '<file>',
    help: 'file that holds the full key; - is standard input',
    group: 'Ad server',
    for: both,
  },
  {
    name: 'keyWithoutRead',
    kind: 'secret',
    argument: '<key>',
    help: 'a key that lacks the read scope',
    group: 'Ad server',
    for: certify,
  },
  {
    name: 'keyWithoutDraft',
    kind: 'secret',
    argument: '<key>',
    help: 'a key that lacks the create-draft scope',
    group: 'Ad server',
    for: certify,
  },
  {
    name: 'keyWithoutReport',
    kind: 'secret',
    argument: '<key>',
    help: 'a key that lacks the report scope',
    group: 'Ad server',
    for: certify,
  },
  {
    name: 'expiredKey',
    kind: 'secret',
    argument: '<key>',
    help: 'an expired or revoked key',
    group: 'Ad server',
    for: certify,
  },
  {
    name: 'reportRequest',
    kind: 'file',
    argument: '<file>',
    help: 'JSON template of the POST /reports body; "{{line_item_ids}}", {{start_date}} and {{end_date}} are filled in',
    group: 'Ad server',
    for: certify,
  },
  {
    name: 'listingUrl',
    kind: 'text',
    argument: '<url>',
    variable: 'LISTING_URL',
    help: "the listing API's base address, https://{tenant}/api/v1",
    group: 'Listing API',
    for: certify,
  },
  {
    name: 'listingKey',
    kind: 'secret',
    argument: '<key>',
    variable: 'LISTING_KEY',
    help: 'key of the key-secret exchange',
    group: 'Listing API',
    for: certify,
  },
  {
    name: 'listingSecret',
    kind: 'secret',
    argument: '<secret>',
    variable: 'LISTING_SECRET',
    help: 'secret of the key-secret exchange',
    group: 'Listing API',
    for: certify,
  },
  {
    name: 'listingToken',
    kind: 'secret',
    argument: '<token>',
    variable: 'LISTING_TOKEN',
    help: 'static token',
    group: 'Listing API',
    for: certify,
  },
  {
    name: 'listingLimitedKey',
    kind: 'secret',
    argument: '<key>',
    variable: 'LISTING_LIMITED_KEY',
    help: 'exchange key of a credential that lacks toplist:read',
    group: 'Listing API',
    for: certify,
  },
  {
    name: 'listingLimitedSecret',
    kind: 'secret',
    argument: '<secret>',
    variable: 'LISTING_LIMITED_SECRET',
    help: 'its secret',
    group: 'Listing API',
    for: certify,
  },
  {
    name: 'listingLimitedToken',
    kind: 'secret',
    argument: '<token>',
    variable: 'LISTING_LIMITED_TOKEN',
    help: 'a static token that lacks toplist:read',
    group: 'Listing API',
    for: certify,
  },
  {
    name: 'listingTemplateId',
    kind: 'number',
    argument: '<n>',
    variable: 'LISTING_TEMPLATE_ID',
    bounds: { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true },
    help: 'a template_id that exists',
    group: 'Listing API',
    for: certify,
  },
  {
    name: 'listingBlocked',
    kind: 'flag',
    variable: 'LISTING_BLOCKED',
    help: 'this machine is not on the allowlist: check what it is refused with',
    group: 'Listing API',
    for: certify,
  },
  {
    name: 'throttleWindow',
    kind: 'number',
    argument: '<seconds>',
    variable: 'LISTING_THROTTLE_WINDOW',
    bounds: seconds,
    help: 'window of the exchange limit, 60 by default; another one waives the throttle checks',
    group: 'Listing API',
    for: certify,
  },
  {
    name: 'watch',
    kind: 'flag',
    help: 'walk again and again until the connection works',
    group: 'What runs',
    for: ['diagnose'],
  },
  {
    name: 'interval',
    kind: 'number',
    argument: '<seconds>',
    bounds: seconds,
    help: 'between two walks of --watch, 10 by default',
    group: 'What runs',
    for: ['diagnose'],
  },
  {
    name: 'readOnly',
    kind: 'flag',
    help: 'run only what creates nothing',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'only',
    kind: 'list',
    argument: '<ids>',
    help: 'modules or checks to run, separated by commas, with what they need',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'skip',
    kind: 'list',
    argument: '<ids>',
    help: 'modules or checks to leave out',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'failedFrom',
    kind: 'file',
    argument: '<report.json>',
    help: 'run what did not pass there, and what it needs',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'plan',
    kind: 'flag',
    help: 'print what would be sent and created; send nothing',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'maxPages',
    kind: 'number',
    argument: '<n>',
    bounds: whole,
    help: 'bound of an inventory walk, 10000 by default',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'tapChecks',
    kind: 'texts',
    argument: '<command>',
    help: 'a program of your own that prints TAP; repeatable; never counts towards the verdict',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'expectedFailures',
    kind: 'file',
    argument: '<file>',
    help: 'known failures (JSON): they do not fail the run, one that passes does',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'local',
    kind: 'flag',
    help: 'allow http:// and non-public addresses: for a service under development',
    group: 'Network',
    for: both,
  },
  {
    name: 'concurrency',
    kind: 'number',
    argument: '<n>',
    bounds: { least: 1, most: 256, whole: true },
    help: 'requests in flight at most, 6 by default',
    group: 'Network',
    for: certify,
  },
  {
    name: 'timeout',
    kind: 'number',
    argument: '<seconds>',
    bounds: seconds,
    help: 'of a whole call, 30 by default',
    group: 'Network',
    for: both,
  },
  {
    name: 'connectTimeout',
    kind: 'number',
    argument: '<seconds>',
    bounds: seconds,
    help: 'of connecting, 10 by default',
    group: 'Network',
    for: both,
  },
  {
    name: 'caFile',
    kind: 'file',
    argument: '<file>',
    help: 'more certificate authorities (PEM)',
    group: 'Network',
    for: both,
  },
  {
    name: 'output',
    kind: 'texts',
    argument: '<format[=file]>',
    help: 'terminal (default), json, html, junit, tap, markdown, github or har; repeatable; =- is standard output',
    diagnoseHelp: 'terminal (default), json or markdown; repeatable; =- is standard output',
    group: 'Results',
    for: both,
  },
  {
    name: 'signKey',
    kind: 'file',
    argument: '<pem>',
    help: 'Ed25519 private key that signs the report',
    group: 'Results',
    for: certify,
  },
  {
    name: 'requireCertified',
    kind: 'flag',
    help: 'exit 1 on passed, too',
    group: 'Results',
    for: certify,
  },
  {
    name: 'quiet',
    kind: 'flag',
    help: 'no progress and no notices',
    group: 'Results',
    for: both,
  },
  {
    name: 'verbose',
    kind: 'flag',
    help: 'show passing checks in full, too',
    group: 'Results',
    for: both,
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof settingTable)[number]['name'];

/** `apiKeyFile` → `--api-key-file`. */
export function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The environment variable of a setting. */
export function variableOf({ name, variable }: Pick<Setting, 'name' | 'variable'>): string {
  return variable ?? `ADSERVER_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}
