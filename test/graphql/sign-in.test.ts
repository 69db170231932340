import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../support/app.ts';
import { challengeOf } from '../support/challenges.ts';
import { person as newPerson, type Person, password, signInMutation } from '../support/people.ts';

const app = await useApp();
beforeEach(() => app.clock.set('2026-03-04T12:00:00.000Z'));

const signIn = (email: string, secret = password): Promise<Answer> =>
  app.graphql(signInMutation, undefined, { email, password: secret });
const person = (): Promise<Person> => newPerson(app);
const viewer = '{ viewer { role user { id email } workspace { id } } }';

function wrong(message = 'Wrong email or password', code = 'INVALID_SIGN_IN') {
  return { message, locations: [{ line: 2, column: 3 }], path: ['signIn'], extensions: { code } };
}

describe('signIn', () => {
  test('returns a session of the workspace, valid over REST and GraphQL', async () => {
    const { userId, workspaceId, email } = await person();
    const { status, body } = await signIn(email);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: { signIn: { token: expect.stringMatching(/^service_ses_[0-9A-Za-z]{43}$/), userId, workspaceId } },
      },
    });
    const { token } = body.data.signIn;
    expect((await app.graphql(viewer, token)).body).toEqual({
      data: { viewer: { role: 'OWNER', user: { id: userId, email }, workspace: { id: workspaceId } } },
    });
    expect((await app.get('/v1/eventCalls', token)).status).toBe(200);
  });

  test('accepts the e-mail address in any letter case', async () => {
    const { email } = await person();
    expect((await signIn(email.toUpperCase())).status).toBe(200);
    expect((await signIn(` ${email}\n`)).status).toBe(200);
  });

  test('answers a wrong password and an unknown e-mail address with the same error', async () => {
    const { email } = await person();
    const [wrongPassword, unknown] = [await signIn(email, 'wrong'), await signIn('nobody@example.com')];
    expect({ status: wrongPassword.status, body: wrongPassword.body }).toEqual({
      status: 401,
      body: { data: { signIn: null }, errors: [wrong()] },
    });
    expect({ status: unknown.status, body: unknown.body }).toEqual({
      status: wrongPassword.status,
      body: wrongPassword.body,
    });
    const names = ({ headers }: Answer) => [...headers.keys()];
    expect(names(unknown)).toEqual(names(wrongPassword));
    expect(unknown.headers.get('www-authenticate')).toBe(challengeOf('/graphql'));
  });

  test('refuses a user without a password, and one who has left every workspace', async () => {
    const { userId, email } = await person();
    await app.sql('DELETE FROM "Membership" WHERE "userId" = $1', [userId]);
    expect((await signIn(email)).body.errors[0].extensions).toEqual({ code: 'FORBIDDEN' });
    await app.sql('UPDATE "User" SET "passwordHash" = NULL WHERE "id" = $1', [userId]);
    expect((await signIn(email)).body.errors).toEqual([wrong()]);
    expect((await signIn(email, '')).body.errors).toEqual([wrong()]);
  });

  test('names the fields that are wrong', async () => {
    const { status, body } = await signIn('nobody', 'x'.repeat(201));
    expect(status).toBe(400);
    expect(body.errors[0].extensions.code).toBe('VALIDATION_FAILED');
    expect(Object.keys(body.errors[0].extensions.details.fieldErrors)).toEqual(['email', 'password']);
  });
});

describe('signOut', () => {
  test('ends the session at once, and no other session', async () => {
    const { email } = await person();
    const tokens = [await signIn(email), await signIn(email)].map(({ body }) => body.data.signIn.token);
    expect((await app.graphql('mutation { signOut }', tokens[0])).body).toEqual({ data: { signOut: true } });
    const { status, body } = await app.get('/v1/eventCalls', tokens[0]);
    expect({ status, body }).toEqual({ status: 401, body: { message: 'Invalid session' } });
    expect((await app.graphql(viewer, tokens[0])).status).toBe(401);
    expect((await app.get('/v1/eventCalls', tokens[1])).status).toBe(200);
  });

  test('does not change an API key, and is true without a credential', async () => {
    const key = await app.apiKey(await app.workspace());
    expect((await app.graphql('mutation { signOut }', key)).body).toEqual({ data: { signOut: true } });
    expect((await app.get('/v1/eventCalls', key)).status).toBe(200);
    expect((await app.graphql('mutation { signOut }')).body).toEqual({ data: { signOut: true } });
  });
});

describe('viewer', () => {
  test('returns the caller and the scopes of the credential that the role allows', async () => {
    const { workspaceId } = await app.workspace();
    const closer = await app.member(workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Hart' });
    const scopes = ['webhooks:write', 'eventCalls:read', 'contacts:read'] as const;
    const query =
      '{ viewer { role scopes user { id firstName lastName timeZone } workspace { id name plan timeZone } } }';
    expect((await app.graphql(query, await app.apiKey(closer, { scopes }))).body).toEqual({
      data: {
        viewer: {
          role: 'CLOSER',
          scopes: ['contacts:read', 'eventCalls:read'],
          user: { id: closer.userId, firstName: 'Cleo', lastName: 'Hart', timeZone: 'UTC' },
          workspace: { id: workspaceId, name: 'Acme', plan: 'STARTUP', timeZone: 'UTC' },
        },
      },
    });
  });
});
