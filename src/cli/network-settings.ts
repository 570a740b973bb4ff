import { SECONDS, type Setting, type SettingUser } from './setting.ts';

const both: readonly SettingUser[] = ['certify', 'diagnose'];
const certify: readonly SettingUser[] = ['certify'];

/** How the services are reached. */
export const networkSettings = [
  {
    name: 'local',
    kind: 'flag',
    help: 'allow http:// and non-public addresses, for a service under development',
    group: 'Network',
    for: both,
  },
  {
    name: 'concurrency',
    kind: 'number',
    argument: '<n>',
    bounds: { least: 1, most: 256, whole: true },
    help: 'maximum number of concurrent requests (default 8)',
    group: 'Network',
    for: certify,
  },
  {
    name: 'rate',
    kind: 'text',
    argument: '<n>/s|m',
    help: 'maximum number of requests started per second or minute, such as 5/s or 100/m',
    group: 'Network',
    for: certify,
  },
  {
    name: 'timeLimit',
    kind: 'number',
    argument: '<seconds>',
    bounds: { least: 1, most: 86_400, whole: false },
    help: 'end the run after this time with what it has judged (default 600, or longer with --rate)',
    group: 'What runs',
    for: certify,
  },
  {
    name: 'resolve',
    kind: 'texts',
    argument: '<host:port:address>',
    help: 'connect to this address instead of asking DNS, as curl does; no certificate; repeatable',
    diagnoseHelp: 'connect to this address instead of asking DNS, as curl does; repeatable',
    group: 'Network',
    for: both,
  },
  {
    name: 'header',
    kind: 'texts',
    argument: '<name: value>',
    help: 'sent to the ad server with every request, for a firewall or a login in front of it; the value is kept secret; no certificate; repeatable',
    diagnoseHelp:
      'sent to the ad server with every request, for a firewall or a login in front of it; the value is kept secret; repeatable',
    group: 'Network',
    for: both,
  },
  {
    name: 'timeout',
    kind: 'number',
    argument: '<seconds>',
    bounds: SECONDS,
    help: 'timeout of a request in seconds (default 30)',
    group: 'Network',
    for: both,
  },
  {
    name: 'connectTimeout',
    kind: 'number',
    argument: '<seconds>',
    bounds: SECONDS,
    help: 'timeout of connecting in seconds (default 10)',
    group: 'Network',
    for: both,
  },
  {
    name: 'caFile',
    kind: 'file',
    argument: '<file>',
    help: 'certificate authorities in addition to those of the system and of Node (PEM)',
    group: 'Network',
    for: both,
  },
  {
    name: 'clientCert',
    kind: 'file',
    argument: '<file>',
    help: 'certificate for a gateway that asks for one (PEM)',
    group: 'Network',
    for: both,
  },
  {
    name: 'clientKey',
    kind: 'file',
    argument: '<file>',
    help: 'its key (PEM, without a passphrase)',
    group: 'Network',
    for: both,
  },
] as const satisfies readonly Setting[];
