import { afterEach, expect, test } from 'vitest';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { type Answer, type TestApp, testApp } from '../support/app.ts';
import { person, signInMutation } from '../support/people.ts';

let app: TestApp;
afterEach(() => app.close());

function signInFrom(address: string, email: string): Promise<Answer> {
  const body = JSON.stringify({ query: signInMutation, variables: { email, password: 'wrong' } });
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.66, ${address}` };
  return app.request('/graphql', { method: 'POST', headers, body });
}

async function statusesFrom(addresses: readonly string[]): Promise<number[]> {
  const { email } = await person(app);
  const statuses: number[] = [];
  for (const address of addresses) statuses.push((await signInFrom(address, email)).status);
  return statuses;
}

const eleven = Array<string>(11).fill('203.0.113.1');
const elevenRefused = [...Array<number>(10).fill(401), 429];

test('attempts are counted by the address that a trusted proxy names', async () => {
  app = await testApp({ trustedProxies: parseNetworks('loopback') ?? [] });
  expect(await statusesFrom([...eleven, '203.0.113.2'])).toEqual([...elevenRefused, 401]);
});

test('X-Forwarded-For of an untrusted peer allows no further attempts', async () => {
  app = await testApp({ trustedProxies: parseNetworks('10.0.0.0/8') ?? [] });
  const ever = Array.from({ length: 11 }, (_, index) => `203.0.113.${index}`);
  expect(await statusesFrom(ever)).toEqual(elevenRefused);
});
