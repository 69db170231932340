import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { ArrivalLimits } from '#src/access/arrival-limits.ts';
import { nodeLimits } from '#src/access/limit-table.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { maxFormBytes, maxFormPairs } from '#src/lib/network/form-body.ts';
import { useApp } from '../support/app.ts';
import { nextAddress } from '../support/booking-pages.ts';

const arrivalLimits = new ArrivalLimits(
  undefined,
  memoryWindows(() => 0, 10),
);
const app = await useApp({ trustedProxies: parseNetworks('loopback') ?? [], arrivalLimits });

/** What takes a form without a credential, and how many requests an address may send there. */
const formPaths: readonly (readonly [path: string, arrival: keyof typeof nodeLimits.arrivals])[] = [
  ['/e/nobody/nothing', 'form'],
  ['/e/nobody', 'form'],
  ['/b/x', 'form'],
  ['/b/x.ics', 'form'],
  ['/sign-in', 'accountPage'],
  ['/sign-up', 'accountPage'],
  ['/sign-out', 'accountPage'],
  ['/demo', 'accountPage'],
  ['/forgot-password', 'accountPage'],
  ['/invitation?token=x', 'accountPage'],
  ['/reset-password?token=x', 'accountPage'],
  ['/sign-up/confirm?token=x', 'accountPage'],
  ['/oauth/authorize', 'accountPage'],
  ['/v1/oauth/token', 'tokenRequest'],
  ['/v1/oauth/revoke', 'tokenRequest'],
];

/** What reads another body without a credential. */
const otherPaths: typeof formPaths = [
  ['/calendars/push/google', 'push'],
  ['/calendars/push/microsoft', 'push'],
  ['/graphql', 'document'],
];

let address: Record<string, string>;
beforeEach(() => {
  address = nextAddress();
});

const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
  fetch(app.url + path, { method: 'POST', body, redirect: 'manual', headers: { ...address, 'content-type': type } });

/** Forms whose parsing takes from some seconds to ten milliseconds, for as many bytes. */
const floods = {
  'a&': 'a&'.repeat(500_000),
  '+x&': '+x&'.repeat(300_000),
  '%41b&': '%41b&'.repeat(200_000),
  '120,000 names': Array.from({ length: 120_000 }, (_, index) => `k${index}=`).join('&'),
  'more pairs than a form has': Array.from({ length: maxFormPairs + 1 }, () => 'a').join('&'),
  'more bytes than a form has': `a=${'x'.repeat(maxFormBytes)}`,
};

describe.each(formPaths)('a form at %s', (path) => {
  test.each(Object.entries(floods))('of %s is refused before it is parsed', async (_name, form) => {
    const response = await post(path, form);
    expect(response.status).toBe(413);
    expect(await response.text()).not.toBe('');
  });

  test('of as many pairs as a form has is read', async () => {
    const response = await post(path, Array.from({ length: maxFormPairs }, (_, index) => `k${index}=é`).join('&'));
    expect(response.status).not.toBe(413);
  });
});

test('a list in the JSON of a token request has no more items than a form has pairs', async () => {
  const resource = Array.from({ length: maxFormPairs }, () => '');
  const response = await post('/v1/oauth/token', JSON.stringify({ grant_type: 'x', resource }), 'application/json');
  expect([response.status, (await response.json()).error]).toEqual([413, 'invalid_request']);
});

test('what is said of a form that is too large is in the language of the invitee', async () => {
  const response = await fetch(`${app.url}/e/nobody/nothing`, {
    method: 'POST',
    body: 'a&'.repeat(300),
    headers: { ...address, 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
  });
  expect(await response.text()).toContain('Dieses Formular ist zu lang');
});

/** The status of a request whose body never comes. */
function statusWithoutBody(path: string, { 'x-forwarded-for': from }: Record<string, string>): Promise<number> {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `X-Forwarded-For: ${from}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 1000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.once('data', (data) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1]));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

/** Leaves the address one request. */
function useUpButOne(arrival: keyof typeof nodeLimits.arrivals): void {
  for (let sent = 1; sent < nodeLimits.arrivals[arrival].points; sent++) {
    arrivalLimits.count(arrival, address['x-forwarded-for'] as string);
  }
}

describe('beyond the limit of its address, before a byte of the body has come', () => {
  test.each([...formPaths, ...otherPaths])('%s answers 429, and to other addresses as ever', async (path, arrival) => {
    useUpButOne(arrival);
    expect((await post(path, '')).status).not.toBe(429);
    expect(await statusWithoutBody(path, address)).toBe(429);
    const response = await post(path, '');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '10']);
    address = nextAddress();
    expect((await post(path, '')).status).not.toBe(429);
  });
});

test.each([
  '/invitation?token=x',
  '/reset-password?token=x',
  '/sign-up/confirm?token=x',
  '/oauth/authorize?client_id=x',
  '/sign-in?next=/oauth/authorize?client_id=x',
  '/calendars/oauth/callback?state=x',
])('looks at %s are limited, and say when to come again', async (path) => {
  const look = () => fetch(app.url + path, { redirect: 'manual', headers: address });
  useUpButOne('accountPage');
  expect((await look()).status).not.toBe(429);
  app.statements.length = 0;
  const refused = await look();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect(await refused.text()).toContain('Please try again in 10 s.');
  expect(app.statements).toEqual([]);
});
