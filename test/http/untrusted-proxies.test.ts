import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { untrustedProxies } from '#src/http/untrusted-proxies.ts';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { useApp } from '../support/app.ts';

/** A request that a neighbour sends with these headers. */
function requestFrom(neighbour: string, headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: neighbour });
  return Object.assign(new IncomingMessage(socket), { headers });
}

function noticing(trusted: string) {
  const logged: string[] = [];
  const time = { now: 1 };
  const log = { warn: (_detail: object, message: string) => logged.push(message) };
  return { logged, time, notice: untrustedProxies(log, parseNetworks(trusted) ?? [], () => time.now) };
}

const forwarded = { 'x-forwarded-for': '203.0.113.7' };

test.each([forwarded, { forwarded: 'for=203.0.113.7' }])(
  'a neighbour that forwards %j without being trusted is named',
  (headers) => {
    const { logged, notice } = noticing('192.0.2.0/24');
    notice(requestFrom('10.0.0.5', headers));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('set TRUSTED_PROXIES=10.0.0.5 ');
  },
);

test('it is named once an hour at most', () => {
  const { logged, time, notice } = noticing('loopback');
  for (let minute = 0; minute < 120; minute++) {
    time.now += 60_000;
    notice(requestFrom('10.0.0.5', forwarded));
  }
  expect(logged).toHaveLength(2);
});

test('an address of IPv4 is named as TRUSTED_PROXIES takes it', () => {
  const { logged, notice } = noticing('loopback');
  notice(requestFrom('::ffff:10.0.0.5', forwarded));
  expect(logged[0]).toContain('set TRUSTED_PROXIES=10.0.0.5 ');
});

test.each([
  ['a trusted neighbour', '::ffff:10.0.0.5', forwarded],
  ['a neighbour that forwards nothing', '198.51.100.1', {}],
])('%s is not named', (_name, neighbour, headers) => {
  const { logged, notice } = noticing('10.0.0.0/8');
  notice(requestFrom(neighbour, headers));
  expect(logged).toEqual([]);
});

const app = await useApp();

test('the server says so in its log', async () => {
  for (let sent = 0; sent < 3; sent++) await app.request('/healthz', { headers: forwarded });
  const warnings = app.logged.filter(({ level }) => level === 'warn');
  expect(warnings.map(({ detail }) => detail)).toEqual([{ neighbour: '127.0.0.1' }]);
});
