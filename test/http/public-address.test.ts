import { describe, expect, it } from 'vitest';
import { judgeAddress } from '../../src/http/public-address.ts';

const refused: readonly (readonly [address: string, range: string])[] = [
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.127.255.255', 'carrier-grade NAT'],
  ['127.0.0.1', 'loopback'],
  ['127.8.8.8', 'loopback'],
  ['169.254.169.254', 'link-local'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.8', 'reserved'],
  ['192.0.2.1', 'reserved'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.51.100.7', 'reserved'],
  ['203.0.113.9', 'reserved'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:a00:1', 'private'],
  ['::10.0.0.1', 'private'],
  ['::ffff:0:10.0.0.1', 'reserved'],
  ['64:ff9b::10.0.0.1', 'NAT64 of private'],
  ['64:ff9b:1::8.8.8.8', 'reserved'],
  ['100::1', 'discard-only'],
  ['2001:0:808:808::f7f7:f7f7', 'Teredo'],
  ['2001:2::1', 'benchmarking'],
  ['2001:10::1', 'reserved'],
  ['2001:db8::1', 'reserved'],
  ['2002:808:808::1', '6to4'],
  ['3fff::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['fc00::1', 'unique local (private)'],
  ['fd12:3456::1', 'unique local (private)'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['fec0::1', 'site-local (private)'],
  ['ff02::1', 'multicast'],
  ['not an address', 'not an IP address'],
];

describe('an address that the client does not call', () => {
  it.each(refused)('%s is %s', (address, range) => {
    expect(judgeAddress(address)).toEqual({ public: false, range });
  });
});

describe('an address that the client calls', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s is public', (address) => {
    expect(judgeAddress(address)).toEqual({ public: true, range: 'public' });
  });
});
