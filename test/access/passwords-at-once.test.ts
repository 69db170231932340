import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { verifyPassword } from '#src/services/accounts/passwords.ts';
import { bearer, useApp } from '../support/app.ts';
import { password, person } from '../support/people.ts';
import { retryWhenSlow } from '../support/retry-when-slow.ts';

const app = await useApp({ trustedProxies: parseNetworks('loopback') ?? [] });

const signIn = (email: string, typed: string, address: string) =>
  app.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({
      query: 'mutation($input: SignInInput!) { signIn(input: $input) { token } }',
      variables: { input: { email, password: typed } },
    }),
  });

test('of 60 passwords at once from one /48, those beyond 20 that wait are a 503, and others sign in meanwhile', async () => {
  const owner = await person(app);
  const strangers = Array.from({ length: 60 }, (_, index) =>
    signIn(`stranger-${index}@example.com`, 'wrong', `2001:db8:1:${index.toString(16)}::1`),
  );
  const { body, status } = await signIn(owner.email, password, '203.0.113.2');
  expect([status, body.data?.signIn?.token]).toEqual([200, expect.stringMatching(/^service_ses_/)]);
  const answers = await Promise.all(strangers);
  const codes = answers.map(({ body }) => body.errors[0].extensions.code);
  expect(codes.filter((code) => code === 'INVALID_SIGN_IN').length).toBeGreaterThanOrEqual(20);
  const refused = answers.filter(({ body }) => body.errors[0].extensions.code === 'UNAVAILABLE');
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  expect((await app.get('/v1/me', undefined, bearer(body.data.signIn.token))).status).toBe(200);
});

test('a file is read before the passwords that wait are checked', { retry: retryWhenSlow }, async () => {
  let checked = 0;
  const checks = Array.from({ length: 20 }, () =>
    verifyPassword('somebody', undefined, 'wrong').then(() => {
      checked++;
    }),
  );
  await setImmediate();
  await stat(import.meta.filename);
  // Where each has a thread as soon as there is one, the file comes after all of them.
  expect(checked).toBeLessThan(10);
  await Promise.all(checks);
});
