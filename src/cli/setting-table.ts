import { bookingSettings } from './booking-settings.ts';
import { listingSettings } from './listing-settings.ts';
import { networkSettings } from './network-settings.ts';
import { SECONDS, variableOf, type Setting, type SettingUser } from './setting.ts';

const both: readonly SettingUser[] = ['certify', 'diagnose'];
const certify: readonly SettingUser[] = ['certify'];

const rows = [
  {
    name: 'apiKey',
    kind: 'secret',
    argument: '<key>',
    help: 'the full key; prefer the environment or a file',
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
    help: 'an expired key; this or a revoked one is enough',
    group: 'Ad server',
    for: certify,
  },
  {
    name: 'revokedKey',
    kind: 'secret',
    argument: '<key>',
    help: 'a revoked key; this or an expired one is enough',
    group: 'Ad server',
    for: certify,
  },
  ...bookingSettings,
  {
    name: 'reportRequest',
    kind: 'file',
    argument: '<file>',
    help: 'JSON template of the POST /reports body, with "{{line_item_ids}}", {{start_date}} and {{end_date}}',
    group: 'Ad server',
    for: certify,
  },
  ...listingSettings,
  {
    name: 'watch',
    kind: 'flag',
    help: 'repeat until the connection works, or --wait is over',
    group: 'What runs',
    for: ['diagnose'],
  },
  {
    name: 'interval',
    kind: 'number',
    argument: '<seconds>',
    bounds: SECONDS,
    help: 'pause between repeats of --watch (default 10)',
    group: 'What runs',
    for: ['diagnose'],
  },
  {
    name: 'wait',
    kind: 'number',
    argument: '<seconds>',
    bounds: SECONDS,
    help: 'wait up to this long for a service that is still starting',
    diagnoseHelp: 'repeat until the connection works, at most so long',
    group: 'What runs',
    for: both,
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
    help: 'modules or checks to run, separated by commas; what they need runs too',
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
    help: 'run the checks that did not pass in that report, and what they need',
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
    // Five million slots; a report that shows more requests could not be read again.
    bounds: { least: 1, most: 25_000, whole: true },
    help: 'maximum number of inventory pages to read (default 10000, at most 25000)',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'tapChecks',
    kind: 'texts',
    argument: '<command>',
    help: 'your own program that prints TAP; does not affect the verdict; repeatable',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'expectedFailures',
    kind: 'file',
    argument: '<file>',
    help: 'known failures (JSON): these do not fail the run; one that now passes does',
    group: 'What runs',
    for: certify,
  },
  ...networkSettings,
  {
    name: 'output',
    kind: 'texts',
    argument: '<format[=file]>',
    help: 'terminal (default), json, html, junit, tap, markdown, github, har, certificate, badge or drafts; repeatable; =- is standard output',
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
    help: 'exit 1 unless the verdict is certified',
    group: 'Results',
    for: certify,
  },
  {
    name: 'quiet',
    kind: 'flag',
    help: 'no progress, no notices, no closing lines',
    group: 'Results',
    for: both,
  },
  {
    name: 'verbose',
    kind: 'flag',
    help: 'print every check, request, draft and statement before the result',
    group: 'Results',
    for: both,
  },
] as const satisfies readonly Setting[];

type Row = (typeof rows)[number];
export type CredentialName = Extract<Row, { kind: 'secret' }>['name'];
type CredentialFileName = `${CredentialName}File`;
export type SettingName = Row['name'] | CredentialFileName;

export const credentialNames = rows.flatMap((row): CredentialName[] => (row.kind === 'secret' ? [row.name] : []));

/** The setting that names a file which holds a credential. */
export const fileOf = (name: CredentialName): CredentialFileName => `${name}File`;

function withFile(row: Row): readonly (Setting & { readonly name: SettingName })[] {
  if (row.kind !== 'secret') return [row];
  const file = {
    name: fileOf(row.name),
    kind: 'file',
    argument: '<file>',
    variable: `${variableOf(row)}_FILE`,
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
