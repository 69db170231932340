import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedSignIn } from '#src/access/guessing/guarded-sign-in.ts';
import { memoryGuard } from '../support/guess-guard.ts';
import { type TestServices, testServices } from '../support/service-context.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

test('an account counts as one, however its e-mail address is spelt', async () => {
  const context = { ...services.context, signInGuard: memoryGuard() };
  const guess = (email: string) =>
    guardedSignIn(context, { email, password: 'wrong', address: '203.0.113.1' }).catch((error) => error.code);
  const codes: string[] = [];
  for (const email of Array.from({ length: 6 }, () => ['ann@example.com', 'Ann@EXAMPLE.com']).flat()) {
    codes.push(await guess(email));
  }
  expect(codes).toEqual([...Array(10).fill('INVALID_SIGN_IN'), 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED']);
});
