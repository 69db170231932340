import { describe, expect, test } from 'vitest';
import { type Body, useApp } from '../support/app.ts';
import { type Person, password, person, signInMutation } from '../support/people.ts';

const app = await useApp({ trustedProxies: [] });

const list = '{ sessions { id isCurrent userAgent address createdAt lastUsedAt expiresAt } }';

async function signedIn({ email }: Person, userAgent: string, secret = password): Promise<string> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ query: signInMutation, variables: { email, password: secret } }),
  });
  return ((await response.json()) as Body).data.signIn.token;
}

const sessionsOf = async (token: string) => (await app.graphql(list, token)).body.data.sessions;
const status = async (token: string) => (await app.graphql('{ viewer { role } }', token)).status;
const revoke = (token: string, id: string) =>
  app.graphql('mutation ($id: String!) { revokeSession(input: { id: $id }) { id isCurrent } }', token, { id });

describe('sessions', () => {
  test('lists those of the caller with where they began, the current one first', async () => {
    const ada = await person(app);
    await person(app).then((other) => signedIn(other, 'Another person'));
    await signedIn(ada, 'Firefox');
    const current = await signedIn(ada, `Chrome ${'x'.repeat(400)}`);
    await signedIn(ada, 'curl');
    const sessions = await sessionsOf(current);
    const began = app.clock.now().toISOString();
    expect(sessions[0]).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), isCurrent: true, address: '127.0.0.1' },
      userAgent: `Chrome ${'x'.repeat(248)}`,
      ...{ createdAt: began, lastUsedAt: began, expiresAt: '2026-04-03T12:00:00.000Z' },
    });
    expect(sessions.slice(1).map((each: Body) => [each.userAgent, each.isCurrent])).toEqual(
      expect.arrayContaining([
        ['curl', false],
        ['Firefox', false],
      ]),
    );
    expect(sessions).toHaveLength(3);
  });

  test('show no credential that a client put into its name', async () => {
    const current = await signedIn(await person(app), 'curl service_ses_aAbB01');
    expect((await sessionsOf(current))[0].userAgent).toBe('curl service_…');
  });

  test('leaves out those that have ended, and never shows a token', async () => {
    const ada = await person(app);
    const current = await app.session(ada);
    await app.session(ada, { expiresAt: '2026-03-04T11:59:59Z' });
    const { body } = await app.graphql(list, current);
    expect(body.data.sessions).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('service_ses');
  });
});

describe('revokeSession', () => {
  test('ends one session from its next request on, and no other', async () => {
    const ada = await person(app);
    const [current, stolen, other] = [await app.session(ada), await signedIn(ada, 'Thief'), await app.session(ada)];
    const { id } = (await sessionsOf(current)).find((each: Body) => each.userAgent === 'Thief');
    expect((await revoke(current, id)).body.data.revokeSession).toEqual({ id, isCurrent: false });
    expect([await status(stolen), await status(other), await status(current)]).toEqual([401, 200, 200]);
    expect((await revoke(current, id)).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  test('ends the current one as well', async () => {
    const current = await app.session(await person(app));
    const [{ id }] = await sessionsOf(current);
    expect((await revoke(current, id)).body.data.revokeSession).toEqual({ id, isCurrent: true });
    expect(await status(current)).toBe(401);
  });

  test('does not find the session of another person, even an owner’s of the same workspace', async () => {
    const ada = await person(app);
    const closer = await app.member(ada.workspaceId, 'CLOSER');
    const theirs = await app.session(closer);
    const [{ id }] = await sessionsOf(theirs);
    expect((await revoke(await app.session(ada), id)).body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect(await status(theirs)).toBe(200);
  });

  test.each(['', '1', 'x'.repeat(36)])('names the field of %j, which is no id', async (id) => {
    const { body } = await revoke(await app.session(await person(app)), id);
    expect(body.errors[0].extensions.details.fieldErrors).toEqual({ id: ['Must be the id of a session'] });
  });
});

test('revokeOtherSessions ends all but the current one, in every workspace', async () => {
  const ada = await person(app);
  const { workspaceId } = await app.workspace();
  await app.insert('Membership', { workspaceId, userId: ada.userId, role: 'CLOSER' });
  const [current, other] = [await app.session(ada), await app.session(ada)];
  const elsewhere = await app.session({ workspaceId, userId: ada.userId });
  const { body } = await app.graphql('mutation { revokeOtherSessions }', current);
  expect(body.data.revokeOtherSessions).toBe(2);
  expect([await status(current), await status(other), await status(elsewhere)]).toEqual([200, 401, 401]);
});

describe('changePassword', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    app.graphql(
      `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { sessionsEnded } }`,
      ...([token, { input: { currentPassword, newPassword } }] as const),
    );
  const fieldErrors = (body: Body) => body.errors[0].extensions.details.fieldErrors;

  test('replaces the password, and ends all other sessions but no API key', async () => {
    const ada = await person(app);
    const [current, other, key] = [await signedIn(ada, 'here'), await app.session(ada), await app.apiKey(ada)];
    const { body } = await change(current, password, 'a whole new battery');
    expect(body.data.changePassword).toEqual({ sessionsEnded: 1 });
    expect([await status(current), await status(other), await status(key)]).toEqual([200, 401, 200]);
    const old = await app.graphql(signInMutation, undefined, { email: ada.email, password });
    expect(old.body.errors[0].extensions.code).toBe('INVALID_SIGN_IN');
    await signedIn(ada, 'again', 'a whole new battery');
  });

  test('of two at the same time exactly one wins', async () => {
    const ada = await person(app);
    const current = await app.session(ada);
    const answers = await Promise.all(['first', 'other'].map((word) => change(current, password, `${word} battery`)));
    expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 400]);
  });

  test('names the field of what is wrong', async () => {
    const current = await app.session(await person(app));
    expect(fieldErrors((await change(current, 'wrong', 'long enough')).body)).toEqual({
      currentPassword: ['Is not your current password'],
    });
    expect(fieldErrors((await change(current, password, 'short')).body)).toEqual({
      newPassword: ['Must be at least 8 characters'],
    });
    expect((await change(current, password, 'Slotline 2026')).body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: [{ path: 'newPassword', code: 'too_weak', message: expect.stringMatching(/^Must not be/) }] },
    });
    expect(fieldErrors((await change(current, password, password)).body)).toEqual({
      newPassword: ['Must differ from the current password'],
    });
    expect(await status(current)).toBe(200);
  });

  test('is refused after ten wrong ones, even with the right password, as signing in from there is', async () => {
    const ada = await person(app);
    const current = await app.session(ada);
    for (let count = 0; count < 10; count++) await change(current, 'wrong', 'long enough');
    const { status: code, body } = await change(current, password, 'long enough');
    expect([code, body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    const signIn = await app.graphql(signInMutation, undefined, { email: ada.email, password });
    expect(signIn.status).toBe(429);
  });
});
