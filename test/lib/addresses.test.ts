import { describe, expect, test } from 'vitest';
import { addressBlock, addressBlocks, clientAddress, parseNetworks } from '#src/lib/network/addresses.ts';

/** The networks of a right list. */
function networks(text: string) {
  const parsed = parseNetworks(text);
  expect(parsed).toBeDefined();
  return parsed ?? [];
}

describe('parseNetworks()', () => {
  test.each([
    '',
    'proxy',
    '10.0.0.1,',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10',
    '010.0.0.1',
    '::/129',
    '::ffff:10.0.0.0/104',
    '10.0.0.1 10.0.0.2',
    'Loopback',
  ])('refuses %j', (text) => {
    expect(parseNetworks(text)).toBeUndefined();
  });

  test('reads addresses, networks and the word loopback', () => {
    const trusted = networks(' loopback, 10.0.0.0/8,2001:db8::/32 , 192.0.2.1');
    for (const proxy of ['127.0.0.1', '127.9.9.9', '::1', '10.255.0.1', '2001:db8:ff::1', '192.0.2.1']) {
      expect(clientAddress(proxy, '203.0.113.9', trusted)).toBe('203.0.113.9');
    }
    for (const stranger of ['128.0.0.1', '::2', '11.0.0.1', '2001:db9::1', '192.0.2.2']) {
      expect(clientAddress(stranger, '203.0.113.9', trusted)).toBe(stranger);
    }
  });
});

describe('clientAddress()', () => {
  const trusted = networks('10.0.0.0/8, loopback');

  test.each([
    ['nothing is trusted', '10.0.0.1', '203.0.113.9', [], '10.0.0.1'],
    ['the header is missing', '10.0.0.1', undefined, trusted, '10.0.0.1'],
    ['the header is empty', '10.0.0.1', '', trusted, '10.0.0.1'],
    ['the peer is a stranger', '203.0.113.1', '203.0.113.9', trusted, '203.0.113.1'],
    ['the client wrote a header of its own', '10.0.0.1', '192.0.2.66, 203.0.113.9', trusted, '203.0.113.9'],
    ['the client named a proxy of ours', '10.0.0.1', '10.0.0.9, 203.0.113.9', trusted, '203.0.113.9'],
    ['two proxies in a row', '127.0.0.1', '192.0.2.66, 203.0.113.9,10.0.0.2', trusted, '203.0.113.9'],
    ['all are proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', trusted, '10.0.0.3'],
    ['a hop is no address', '10.0.0.1', '203.0.113.9, unknown', trusted, '10.0.0.1'],
    ['the peer is an IPv4 address in IPv6', '::ffff:10.0.0.1', '203.0.113.9', trusted, '203.0.113.9'],
    ['a proxy adds the port', '10.0.0.1', '203.0.113.9:4711', trusted, '203.0.113.9'],
    ['a proxy adds the port to IPv6', '10.0.0.1', '[2001:DB8:0::9]:4711', trusted, '2001:db8::9'],
    ['the socket has gone', '', '203.0.113.9', trusted, ''],
  ])('when %s', (_when, peer, forwardedFor, proxies, client) => {
    expect(clientAddress(peer, forwardedFor, proxies)).toBe(client);
  });
});

describe('addressBlock()', () => {
  test('keeps an IPv4 address, and reduces an IPv6 address to the block of one customer', () => {
    expect(addressBlock('203.0.113.9')).toBe('203.0.113.9');
    expect(addressBlock('::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(addressBlock('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressBlock('2001:db8:1:2:ffff::')).toBe(addressBlock('2001:db8:1:2::1'));
    expect(addressBlock('2001:db8:1:3::1')).not.toBe(addressBlock('2001:db8:1:2::1'));
    expect(addressBlock('')).toBe('');
  });
});

describe('addressBlocks()', () => {
  test.each([
    ['203.0.113.9', ['203.0.113.9']],
    ['::ffff:203.0.113.9', ['203.0.113.9']],
    ['::ffff:cb00:7109', ['203.0.113.9']],
    ['2001:db8:1:2f3:4:5:6:7', ['2001:db8:1:2f3::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
    ['2001:db8:ffff:ffff:ffff::', ['2001:db8:ffff:ffff::/64', '2001:db8:ffff:ff00::/56', '2001:db8:ffff::/48']],
    ['', ['']],
  ])('are of %s: %j', (address, blocks) => {
    expect(addressBlocks(address)).toEqual(blocks);
  });
});
