import type { Setting, SettingUser } from './setting.ts';

const certify: readonly SettingUser[] = ['certify'];

/** The options for where and how to book. The `booking` key of the configuration file can state more. */
export const bookingSettings = [
  {
    name: 'slot',
    kind: 'texts',
    argument: '<inventory-id>',
    help: 'book on this slot only, a test placement for instance; repeatable',
    group: 'Ad server',
    for: certify,
  },
  {
    name: 'advertiser',
    kind: 'text',
    argument: '<name>',
    help: 'the one advertiser of all test orders',
    group: 'Ad server',
    for: certify,
  },
  {
    name: 'creativeHost',
    kind: 'text',
    argument: '<host>',
    help: 'the host that test creatives and their links are on (default: reserved example domains)',
    group: 'Ad server',
    for: certify,
  },
] as const satisfies readonly Setting[];
