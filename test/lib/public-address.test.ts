import { describe, expect, test } from 'vitest';
import { addressProblem, isLoopbackHost } from '#src/lib/network/public-address.ts';

const problemOf = (host: string) => addressProblem(host, { allowsLoopback: false });

/** Each kind with its addresses; of a network the first, the last, and spellings that a URL or a resolver understands. */
const refused = {
  'a loopback address': [
    ...['127.0.0.1', '127.255.255.255', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.0x0.0x0.0x1', '0x7F.1'],
    ...['0177.0.0.1', '017700000001', '0177.1', '127.0.0.1.', '127.0.0.1..', '::1', '[::1]', '0:0:0:0:0:0:0:1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '[::FFFF:7F00:1]', '64:ff9b::127.0.0.1', '64:ff9b::7f00:1'],
    ...['localhost', 'localhost.', 'localhost..', 'LOCALHOST', 'a.localhost', 'a.b.localhost.', ' localhost'],
  ],
  'an unspecified address': ['0.0.0.0', '0', '0.255.255.255', '0x0', '::', '[::]', '::ffff:0.0.0.0', '64:ff9b::'],
  'a private address': [
    ...['10.0.0.0', '10.255.255.255', '10.1', '167772161', '012.0.0.1', '0xa.0.0.1', '172.16.0.0', '172.31.255.255'],
    ...['192.168.0.0', '192.168.255.255', '192.168.257', '0300.0250.1', '3232235777', '::ffff:192.168.1.1'],
    ...['::ffff:a00:1', '64:ff9b::10.0.0.1', '64:ff9b::c0a8:101', 'fc00::', 'fdff:ffff::1', '[fd12:3456::1]'],
  ],
  'a link-local address': [
    ...['169.254.0.0', '169.254.255.255', '::ffff:169.254.1.1', '64:ff9b::169.254.1.1', 'fe80::', 'febf::1'],
    ...['fe80::1%eth0', 'fe80::1%25eth0'],
  ],
  'a site-local address': ['fec0::', 'feff::1'],
  'a metadata address': [
    ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '::ffff:a9fe:a9fe', '64:ff9b::a9fe:a9fe'],
    ...['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd00:0ec2:0:0:0:0:0:254', 'fd20:ce::254'],
  ],
  'an address of a carrier NAT': ['100.64.0.0', '100.127.255.255', '::ffff:100.64.0.1', '1681915905'],
  'a documentation address': ['192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  'a benchmark address': ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  'a multicast address': ['224.0.0.1', '239.255.255.255', '::ffff:224.0.0.1', 'ff02::1', 'ff0e::1'],
  'a broadcast address': ['255.255.255.255', '4294967295', '0xffffffff'],
  'a tunnel address': [
    // 6to4 with 10.0.0.1, 127.0.0.1 and a public address inside; then Teredo, with a private server and client.
    ...['2002:a00:1::1', '2002:7f00:1::', '2002:0808:0808::1', '2001:0:a00:1::', '2001::f5ff:fffe', '192.88.99.1'],
  ],
  'a NAT64 address of a local network': ['64:ff9b:1::', '64:ff9b:1:ffff::8.8.8.8'],
  'a reserved address': [
    ...['192.0.0.1', '240.0.0.0', '255.255.255.254', '::127.0.0.1', '::7f00:1', '::10.0.0.1', '::8.8.8.8'],
    ...['::ffff:0:127.0.0.1', '100::1', '5f00::1', '2001:10::1', '2001:20::1', '4000::1', 'e000::1'],
  ],
} as const;

const allowed = [
  ...['1.1.1.1', '8.8.8.8', '0x08080808', '134744072', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0'],
  ...['126.255.255.255', '128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '168.63.129.17'],
  ...['2606:4700:4700::1111', '[2606:4700:4700::1111]', '2a00::1', '2001:200::1', '2001:4860:4860::8888', '2003::1'],
  ...['::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
  ...['hooks.example.com', 'localhost.example.com', 'notlocalhost', 'example.com.', '1.2.3.4.5', '256.1.1.1.example'],
];

describe('addressProblem()', () => {
  const cases = Object.entries(refused).flatMap(([kind, hosts]) => hosts.map((host) => [host, kind] as const));

  test.each(cases)('says that %s is %s', (host, kind) => {
    expect(problemOf(host)).toBe(kind);
  });

  test.each(allowed)('finds nothing against %s', (host) => {
    expect(problemOf(host)).toBeUndefined();
  });

  test.each(cases)('knows %s as the host of a URL too', (host, kind) => {
    // A zone is no part of a URL, and a host with two final dots is a name.
    const url = URL.parse(`https://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host.trim()}/`);
    if (url === null) expect(host).toMatch(/%|\.\.$/);
    else expect(problemOf(url.hostname)).toBe(kind);
  });

  test('allows loopback addresses alone where the rules allow them', () => {
    for (const [host, kind] of cases) {
      const isAllowed = addressProblem(host, { allowsLoopback: true }) === undefined;
      expect([host, isAllowed]).toEqual([host, kind === 'a loopback address']);
      expect([host, isLoopbackHost(host)]).toEqual([host, kind === 'a loopback address']);
    }
  });
});
