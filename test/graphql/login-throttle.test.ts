import { describe, expect, test } from 'vitest';
import { type Answer, type Body, useApp } from '../support/app.ts';
import { person as newPerson, type Person, password, signInMutation } from '../support/people.ts';

const app = await useApp();

const person = (): Promise<Person> => newPerson(app);
const signIn = (email: string, secret = password): Promise<Answer> =>
  app.graphql(signInMutation, undefined, { email, password: secret });

describe('the login throttle', () => {
  test('refuses after ten wrong attempts on an e-mail address, even the right password', async () => {
    const [{ email }, other] = [await person(), await person()];
    const attempts: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) attempts.push((await signIn(email, `wrong ${attempt}`)).status);
    expect(attempts).toEqual(Array(10).fill(401));
    const { status, body, headers } = await signIn(email);
    expect(status).toBe(429);
    expect(body.errors[0].extensions).toEqual({
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfter: expect.any(Number),
      limit: { points: 10, windowSec: 900, remaining: 0, resetAt: expect.stringMatching(/Z$/) },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900);
    expect((await signIn(email.toUpperCase())).status).toBe(429);
    expect((await signIn(other.email)).status).toBe(200);
  });

  test('counts concurrent attempts', async () => {
    const { email } = await person();
    const answers = await Promise.all(Array.from({ length: 25 }, () => signIn(email, 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('counts aliased attempts', async () => {
    const { email } = await person();
    const one = `signIn(input: { email: "${email}", password: "wrong" }) { token }`;
    const aliases = Array.from({ length: 12 }, (_, index) => `a${index}: ${one}`);
    const document = `mutation { ${aliases.join(' ')} }`;
    expect((await app.graphql(document)).body.errors[0].extensions.code).toBe('TOO_MANY_ALIASES');
    const { status, body } = await app.graphql(document, await app.apiKey(await app.workspace()));
    expect(status).toBe(429);
    const codes = body.errors.map(({ extensions }: Body) => extensions.code);
    expect(codes).toEqual([...Array(10).fill('INVALID_SIGN_IN'), ...Array(2).fill('RATE_LIMIT_EXCEEDED')]);
    expect((await app.graphql(`mutation { ${one} }`)).status).toBe(429);
    expect((await signIn(email)).status).toBe(429);
  });

  test('does not count successful sign-ins', async () => {
    const { email } = await person();
    for (let attempt = 0; attempt < 12; attempt++) expect((await signIn(email)).status).toBe(200);
  });
});
