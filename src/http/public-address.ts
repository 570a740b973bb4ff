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
  '6to4': '6to4',
  teredo: 'Teredo',
};

/** Judges one IP address. Everything that is not clearly on the public internet is refused. */
export function judgeAddress(text: string): AddressJudgement {
  if (!ipaddr.isValid(text)) return refused('not an IP address');
  const address = ipaddr.process(text);
  const range = address.range();
  // An address of NAT64 embeds the IPv4 address that is called.
  if (address instanceof ipaddr.IPv6 && address.match(ipaddr.IPv6.parseCIDR('64:ff9b::/96'))) {
    const inner = judgeAddress(new ipaddr.IPv4(address.toByteArray().slice(12)).toString());
    return inner.public ? inner : refused(`NAT64 of ${inner.range}`);
  }
  if (range !== 'unicast') return refused(words[range] ?? 'reserved');
  const isAssigned = address instanceof ipaddr.IPv4 || address.match(ipaddr.IPv6.parseCIDR('2000::/3'));
  return isAssigned ? PUBLIC : refused('reserved');
}

function refused(range: string): AddressJudgement {
  return { public: false, range };
}
