import { afterAll, beforeAll, expect, test } from 'vitest';
import { throttledSignIn } from '#src/access/login-throttle.ts';
import { memoryThrottle } from '../support/login-throttle.ts';
import { type TestServices, testServices } from '../support/service-context.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

test('an account counts as one, however its e-mail address is spelt', async () => {
  const context = { ...services.context, signInThrottle: memoryThrottle() };
  const attempt = (email: string) =>
    throttledSignIn(context, { email, password: 'wrong', address: '203.0.113.1' }).catch((error) => error.code);
  const codes: string[] = [];
  for (const email of Array.from({ length: 6 }, () => ['ann@example.com', 'Ann@EXAMPLE.com']).flat()) {
    codes.push(await attempt(email));
  }
  expect(codes).toEqual([...Array(10).fill('INVALID_SIGN_IN'), 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED']);
});
