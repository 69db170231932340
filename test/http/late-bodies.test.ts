import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { bearer, useApp } from '../support/app.ts';
import { authorizePath, openPage } from '../support/consent-pages.ts';
import type { Member } from '../support/factories.ts';
import { connect, oauthApp } from '../support/oauth.ts';
import { oauthClients } from '../support/oauth-clients.ts';
import { pause, until } from '../support/waiting.ts';

const app = await useApp();
const owner = await app.workspace();
const json = { 'content-type': 'application/json' };

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
  /** Whether the body is read before the credential. */
  readonly isReadFirst?: boolean;
}

/** Sends the headers and the first byte of the body, does `meanwhile`, and sends the rest more than a second later. */
async function late(
  { method = 'POST', path, headers, body, isReadFirst = false }: Sent,
  meanwhile: () => Promise<unknown>,
) {
  const bytes = Buffer.from(body);
  const sent = request(app.url + path, { method, headers: { ...headers, 'content-length': bytes.length } });
  const response = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject));
  const before = app.statements.length;
  sent.write(bytes.subarray(0, 1));
  // The credential is looked up, and the answer of the database has time to come.
  const isLookedUp = () => app.statements.slice(before).some((name) => name.startsWith('credentials.'));
  await until(() => isReadFirst || isLookedUp());
  await pause(200);
  await meanwhile();
  await pause(1_000);
  sent.end(bytes.subarray(1));
  const answer = await response;
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, text: Buffer.concat(chunks).toString(), headers: answer.headers };
}

const newContact = (credential: string): Sent => ({
  ...{ path: '/v1/contacts', headers: { ...json, ...bearer(credential) } },
  body: JSON.stringify({ email: 'late@example.com' }),
});
const newKey = (session: string): Sent => ({
  ...{ path: '/graphql', headers: { ...json, ...bearer(session) } },
  body: '{"query":"mutation { createApiKey(input: {name: \\"x\\", scopes: [\\"contacts:read\\"]}) { secret } }"}',
});
const setRole = (member: Member, role: string) =>
  app.sql('UPDATE "Membership" SET "role" = $3::"Role" WHERE "workspaceId" = $1 AND "userId" = $2', [
    ...[member.workspaceId, member.userId, role],
  ]);

describe('a body that comes after the credential of its headers has ended changes nothing:', () => {
  test('that of an API key', async () => {
    const key = await app.apiKey(owner);
    const revoke = () => app.sql('UPDATE "ApiKey" SET "revokedAt" = now() WHERE "userId" = $1', [owner.userId]);
    const { status, text } = await late(newContact(key), revoke);
    expect([status, JSON.parse(text)]).toEqual([401, { message: 'Invalid API key' }]);
    expect(await app.sql(`SELECT FROM "Contact" WHERE "email" = 'late@example.com'`)).toEqual([]);
  });

  test('that of an app', async () => {
    const client = await oauthApp(app, owner, { allowedScopes: ['contacts:write'] });
    const { access_token } = await connect(app, await app.session(owner), client, { scope: 'contacts:write' });
    const end = () => app.sql('UPDATE "OAuthGrant" SET "revokedAt" = now() WHERE "userId" = $1', [owner.userId]);
    expect((await late(newContact(access_token), end)).status).toBe(401);
  });

  test.each([
    ['as a bearer token', (session: string) => newKey(session)],
    [
      'in the cookie',
      (session: string) => ({
        ...newKey(session),
        headers: { ...json, cookie: `session=${session}`, 'x-slotline-client': '1' },
      }),
    ],
  ])('that of a session %s', async (_, sent) => {
    const session = await app.session(owner);
    const answer = await late(sent(session), () => app.graphql('mutation { signOut }', session));
    expect(answer.text).toContain('Invalid session');
    expect(await app.sql(`SELECT FROM "ApiKey" WHERE "name" = 'x'`)).toEqual([]);
  });

  test('that of a member who has another role since, who may try again', async () => {
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    const session = await app.session(admin);
    const { status, headers, text } = await late(newKey(session), () => setRole(admin, 'SETTER'));
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    expect(text).toContain('UNAVAILABLE');
    expect(await app.sql(`SELECT FROM "ApiKey" WHERE "name" = 'x'`)).toEqual([]);
  });

  test('the logo of a client', async () => {
    const session = await app.session(owner);
    const { client } = await oauthClients(app, session).made();
    const sent = { method: 'PUT', path: `/oauth-clients/${client.id}/logo`, headers: bearer(session), body: '<svg/>' };
    expect((await late(sent, () => app.graphql('mutation { signOut }', session))).status).toBe(401);
  });

  test('the form of the consent page', async () => {
    const session = await app.session(owner);
    const cookie = `session=${session}`;
    const path = authorizePath(await oauthApp(app, owner));
    const { fields } = await openPage(app, path, cookie);
    const body = new URLSearchParams({ ...fields, decision: 'allow' }).toString();
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await late({ path, headers, body, isReadFirst: true }, () =>
      app.graphql('mutation { signOut }', session),
    );
    expect([answer.status, answer.headers.location]).toEqual([303, expect.stringContaining('/sign-in?next=')]);
  });
});

test('a body that comes late counts where the credential is what it was', async () => {
  const key = await app.apiKey(await app.workspace());
  expect((await late(newContact(key), async () => undefined)).status).toBe(201);
  const session = await app.session(owner);
  expect((await late(newKey(session), async () => undefined)).text).toContain('service_');
});
