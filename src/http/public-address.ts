import ipaddr from 'ipaddr.js';

/** Whether the client may call an address, and the kind of network it belongs to. */
export interface AddressJudgement {
  readonly public: boolean;
  /** `public`, or why it must not be called: `private`, `loopback`, `carrier-grade NAT`, … */
  readonly range: string;
}

const PUBLIC: AddressJudgement = { public: true, range: 'public' };

/** The ranges of ipaddr.js in plain words. */
const words: Readonly<Record<string, string>> = {
  unspecified: 'unspecified',
  broadcast: 'broadcast',
  multicast: 'multicast',
  linkLocal: 'link-local',
  loopback: 'loopback',
  carrierGradeNat: 'carrier-grade NAT',
  private: 'private',
  uniqueLocal: 'unique local (private)',
  deprecatedSiteLocal: 'site-local (private)',
  discard: 'discard-only',
  benchmarking: 'benchmarking',
};

/** Ranges that ipaddr.js only calls reserved. */
const finer: readonly (readonly [cidr: string, range: string])[] = [
  ['192.0.2.0/24', 'documentation'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['198.18.0.0/15', 'benchmarking'],
  ['2001:db8::/32', 'documentation'],
  ['3fff::/20', 'documentation'],
  ['64:ff9b:1::/48', 'local NAT64'],
];

/** Judges one IP address. Everything that is not clearly on the public internet is refused. */
export function judgeAddress(text: string): AddressJudgement {
  if (!ipaddr.isValid(text)) return refused('not an IP address');
  // ipaddr.js takes this spelling for an IPv4-mapped address.
  if (/^::\d+\.\d+\.\d+\.\d+$/.test(text)) return refused('IPv4-compatible');
  const address = ipaddr.parse(text);
  const named = finer.find(([cidr]) => isWithin(address, cidr));
  if (named) return refused(named[1]);
  return address instanceof ipaddr.IPv4 ? judge4(address) : judge6(address);
}

function judge4(address: ipaddr.IPv4): AddressJudgement {
  const range = address.range();
  return range === 'unicast' ? PUBLIC : refused(words[range] ?? 'reserved');
}

function judge6(address: ipaddr.IPv6): AddressJudgement {
  const range: string = address.range();
  const [, b = 0, c = 0, , , , g = 0, h = 0] = address.parts;
  switch (range) {
    case 'ipv4Mapped':
      return within('IPv4-mapped', ipv4(g, h));
    case 'rfc6052':
      return within('NAT64', ipv4(g, h));
    case '6to4':
      return within('6to4', ipv4(b, c));
    case 'teredo':
      return within('Teredo', ipv4(address.parts[2] ?? 0, address.parts[3] ?? 0), ipv4(g ^ 0xffff, h ^ 0xffff));
    case 'unicast':
      if (isWithin(address, '::/96')) return refused('IPv4-compatible');
      return isWithin(address, '2000::/3') ? PUBLIC : refused('reserved');
    default:
      return refused(words[range] ?? 'reserved');
  }
}

/** An address that embeds IPv4 addresses is judged by them. */
function within(form: string, ...carried: readonly ipaddr.IPv4[]): AddressJudgement {
  const inner = carried.map((address) => judgeAddress(address.toString())).find((judgement) => !judgement.public);
  return inner ? refused(`${form} of ${inner.range}`) : PUBLIC;
}

function ipv4(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, cidr: string): boolean {
  const range = ipaddr.parseCIDR(cidr);
  return address.kind() === range[0].kind() && address.match(range);
}

function refused(range: string): AddressJudgement {
  return { public: false, range };
}
