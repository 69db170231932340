import { beforeEach, describe, expect, test, vi } from 'vitest';
import { approveOAuthClient, rejectOAuthClient } from '#src/services/oauth-clients/oauth-client-registry.ts';
import { useApp } from '../support/app.ts';
import { authorizePath, openPage, postPage } from '../support/consent-pages.ts';
import type { Member } from '../support/factories.ts';
import {
  askConsent,
  authorizationQuery,
  callWith,
  connect,
  exchangeCode,
  type OAuthApp,
  oauthApp,
  redirected,
  refresh,
} from '../support/oauth.ts';
import { oauthClients } from '../support/oauth-clients.ts';
import { eventsOf } from '../support/webhook-rows.ts';

/** What an app's and a person's state mean, each at the API and on the page where a person sees it. */
let owner: Member;
let session: string;
let stranger: Member;
let strangerSession: string;
let client: OAuthApp;
const app = await useApp();
beforeEach(async () => {
  [owner, stranger] = [await app.workspace(), await app.workspace()];
  [session, strangerSession] = [await app.session(owner), await app.session(stranger)];
  client = await oauthApp(app, owner, { status: 'PENDING' });
});

const approve = () => approveOAuthClient(app.context, client);
const reject = () => rejectOAuthClient(app.context, client);
const status = async () =>
  (await app.sql<{ status: string }>('SELECT "status" FROM "OAuthClient" WHERE "clientId" = $1', [client.clientId]))[0]
    ?.status;
const rowId = async () =>
  (await app.sql<{ id: number }>('SELECT "id" FROM "OAuthClient" WHERE "clientId" = $1', [client.clientId]))[0]?.id ??
  0;
const ask = (by: string, workspaceId?: number) =>
  askConsent(app, by, authorizationQuery(client, workspaceId ? { workspaceId: String(workspaceId) } : {}));
const page = (by: string) => openPage(app, authorizePath(client), `session=${by}`);
const scopesOf = async (token: string) => (await app.graphql('{ viewer { scopes } }', token)).body.data?.viewer.scopes;

/** Until the consent stands before the row that the rejection holds. */
async function waitsForLock(): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await app.sql(
        `SELECT FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND datname = current_database()`,
      );
      expect(waiting).toHaveLength(1);
    },
    { timeout: 60_000 },
  );
}

/** The page is opened and answered as by a person. */
async function allowOnPage(by: string, workspaceId: number) {
  const { fields } = await page(by);
  const input = { ...fields, workspaceId: String(workspaceId), decision: 'allow' };
  return postPage(app, authorizePath(client), { cookie: `session=${by}`, fields: input });
}

const waits = 'This app is waiting for approval.';

describe.each([
  ['PENDING', waits],
  ['REJECTED', 'This app has not been approved.'],
])('%s', (state, banner) => {
  beforeEach(() =>
    app.sql('UPDATE "OAuthClient" SET "status" = $2::"OAuthClientStatus" WHERE "clientId" = $1', [
      client.clientId,
      state,
    ]),
  );

  test('members of the workspace that registered it connect it, with a banner', async () => {
    const closer = await app.session(await app.member(owner.workspaceId, 'CLOSER'));
    for (const by of [session, closer]) {
      const { status: code, text } = await page(by);
      expect([code, text.includes(banner)]).toEqual([200, true]);
      const { location } = await allowOnPage(by, owner.workspaceId);
      const { body } = await exchangeCode(app, client, String(new URL(location ?? '').searchParams.get('code')));
      expect(await callWith(app, body.access_token)).toBe(200);
      expect(redirected(await ask(by)).code).toMatch(/^service_ac_/);
    }
    expect(await status()).toBe(state);
  });

  test('members of other workspaces are denied access, at the API and on the page', async () => {
    const { status: code, body } = await ask(strangerSession);
    expect(code).toBe(403);
    expect(body).toEqual({ error: 'access_denied', error_description: body.message, message: expect.any(String) });
    const shown = await page(strangerSession);
    expect(shown.status).toBe(403);
    expect(shown.text).toContain(banner);
    expect(shown.text).toContain('Access denied: only members of the workspace that registered it can connect it.');
    expect(shown.text).not.toContain('Allow access');
    expect(shown.workspaces).toEqual([]);
    expect(await allowOnPage(strangerSession, stranger.workspaceId)).toMatchObject({ status: 403, location: null });
    expect(await allowOnPage(strangerSession, owner.workspaceId)).toMatchObject({ status: 403, location: null });
    expect(await app.sql('SELECT FROM "OAuthGrant" WHERE "clientId" = $1', [client.clientId])).toEqual([]);
  });

  test('who is in both connects it to the workspace that registered it, and to no other', async () => {
    await app.insert('Membership', { workspaceId: owner.workspaceId, userId: stranger.userId, role: 'CLOSER' });
    expect((await page(strangerSession)).workspaces.map(({ id }) => id)).toEqual([owner.workspaceId]);
    expect((await ask(strangerSession, stranger.workspaceId)).status).toBe(403);
    expect(await allowOnPage(strangerSession, stranger.workspaceId)).toMatchObject({ status: 403, location: null });
    expect((await ask(strangerSession, owner.workspaceId)).status).toBe(200);
  });
});

describe('Approved', () => {
  beforeEach(approve);

  test('any user connects it, without a banner; with the first connection it is Active, and stays so', async () => {
    const { status: code, text, workspaces } = await page(strangerSession);
    expect([code, text.includes('role="note"')]).toEqual([200, false]);
    expect(workspaces.map(({ id }) => id)).toEqual([stranger.workspaceId]);
    expect(await status()).toBe('APPROVED');
    const { location } = await allowOnPage(strangerSession, stranger.workspaceId);
    await exchangeCode(app, client, String(new URL(location ?? '').searchParams.get('code')));
    expect(await status()).toBe('ACTIVE');
    expect((await page(strangerSession)).status).toBe(200);
    expect(await callWith(app, (await connect(app, session, client)).access_token)).toBe(200);
    expect(await approve()).toEqual({ clientId: client.clientId, status: 'ACTIVE' });
  });

  test('rejected while a consent from abroad is on its way, that consent makes no connection', async () => {
    await approve();
    const held = await app.context.db.pool.connect();
    await held.query('BEGIN');
    await held.query(`UPDATE "OAuthClient" SET "status" = 'REJECTED' WHERE "clientId" = $1`, [client.clientId]);
    const consent = ask(strangerSession);
    await waitsForLock();
    await held.query('COMMIT');
    held.release();
    expect(JSON.stringify((await consent).body)).not.toContain('code=');
    expect(await app.sql('SELECT FROM "OAuthGrant" WHERE "clientId" = $1', [client.clientId])).toEqual([]);
  });

  test('rejected later, it loses other workspaces at once, which get an event', async () => {
    const [own, other] = [await connect(app, session, client), await connect(app, strangerSession, client)];
    await reject();
    expect([await callWith(app, own.access_token), await callWith(app, other.access_token)]).toEqual([200, 401]);
    expect((await refresh(app, client, other.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(app, client, own.refresh_token)).status).toBe(200);
    expect((await eventsOf(app, stranger.workspaceId)).map(({ kind }) => kind)).toEqual(['connection.revoked']);
    expect((await page(strangerSession)).status).toBe(403);
  });
});

test('denied: the app is informed, and nothing is connected', async () => {
  const denied = await askConsent(app, session, authorizationQuery(client), { endpoint: '/deny' });
  expect(redirected(denied)).toMatchObject({ error: 'access_denied', state: 'a b&c' });
  const { fields } = await page(session);
  const input = { cookie: `session=${session}`, fields: { ...fields, decision: 'deny' } };
  const { location } = await postPage(app, authorizePath(client), input);
  expect(new URL(location ?? '').searchParams.get('error')).toBe('access_denied');
  expect(await app.sql('SELECT FROM "OAuthGrant" WHERE "clientId" = $1', [client.clientId])).toEqual([]);
});

test('a person who has left the workspace: their connections end at once, and they must sign in', async () => {
  await approve();
  const pair = await connect(app, strangerSession, client);
  await app.sql('DELETE FROM "Membership" WHERE "userId" = $1', [stranger.userId]);
  expect(await callWith(app, pair.access_token)).toBe(401);
  expect((await refresh(app, client, pair.refresh_token)).body.error).toBe('invalid_grant');
  expect((await ask(strangerSession)).status).toBe(401);
  expect((await page(strangerSession)).status).toBe(303);
});

test('a person who leaves while the page is open allows nothing any more', async () => {
  await approve();
  await app.insert('Membership', { workspaceId: owner.workspaceId, userId: stranger.userId, role: 'CLOSER' });
  const { fields } = await page(strangerSession);
  await app.sql('DELETE FROM "Membership" WHERE "userId" = $1 AND "workspaceId" = $2', [
    stranger.userId,
    owner.workspaceId,
  ]);
  const input = { ...fields, workspaceId: String(owner.workspaceId), decision: 'allow' };
  const answer = await postPage(app, authorizePath(client), { cookie: `session=${strangerSession}`, fields: input });
  expect([answer.status, answer.location, answer.text.includes('Access denied')]).toEqual([403, null, true]);
});

test('a person whose role is lowered: their apps can do no more than they can, at once', async () => {
  client = await oauthApp(app, owner, { allowedScopes: ['eventCalls:read', 'users:write'] });
  const { access_token: token } = await connect(app, session, client);
  expect(await scopesOf(token)).toEqual(['eventCalls:read', 'users:write']);
  await app.sql(`UPDATE "Membership" SET "role" = 'SETTER' WHERE "userId" = $1`, [owner.userId]);
  expect(await scopesOf(token)).toEqual(['eventCalls:read']);
  expect((await page(session)).text).toContain('The app can never do more than you can.');
});

describe('an app that is changed by the member who registered it', () => {
  test('a scope removed is gone from its tokens at once, and from the page; added again, it is back', async () => {
    const { access_token: token } = await connect(app, session, client);
    const clients = oauthClients(app, session);
    await clients.update(await rowId(), { allowedScopes: ['contacts:read'] });
    expect(await scopesOf(token)).toEqual(['contacts:read']);
    expect(await callWith(app, token)).toBe(403);
    expect((await page(session)).text.match(/<p>See the .*<\/p>/g)).toEqual([
      '<p>See the contacts of the workspace</p>',
    ]);
    await clients.update(await rowId(), { allowedScopes: ['contacts:read', 'eventCalls:read', 'deals:read'] });
    expect(await scopesOf(token)).toEqual(['contacts:read', 'eventCalls:read']);
  });

  test('an address removed is one to be sent back to no more', async () => {
    await oauthClients(app, session).update(await rowId(), { redirectUris: ['https://new.example/cb'] });
    expect((await ask(session)).status).toBe(400);
    const { status: code, text } = await page(session);
    expect([code, text.includes('not registered for it')]).toEqual([400, true]);
  });

  test('a new secret: both count until the old one ends, connections stay', async () => {
    const secrets = [client.secret];
    const rotate = async (overlapHours?: number) => {
      const { body } = await oauthClients(app, session).rotate(await rowId(), session, { overlapHours });
      secrets.push(body.data.rotateOAuthClientSecret.clientSecret);
    };
    const accepted = async () => {
      const statuses: number[] = [];
      for (const secret of secrets) {
        const token = 'service_rt_unknown';
        statuses.push((await refresh(app, { ...client, secret }, token)).status);
      }
      return statuses;
    };
    const pair = await connect(app, session, client);
    await rotate();
    // 401: the secret is wrong. 400: it is right, and the token is unknown.
    expect(await accepted()).toEqual([400, 400]);
    expect((await refresh(app, client, pair.refresh_token)).status).toBe(200);
    const end = app.clock.now().getTime() + 3_600_000;
    // Within the overlap the oldest keeps its time, and the one in between, which perhaps nobody has seen, ends.
    app.clock.set(new Date(end - 1000).toISOString());
    await rotate(24);
    for (const [at, statuses] of [
      [end - 1, [400, 401, 400]],
      [end, [401, 401, 400]],
    ] as const) {
      app.clock.set(new Date(at).toISOString());
      expect(await accepted()).toEqual(statuses);
    }
    await rotate(24);
    expect(await accepted()).toEqual([401, 401, 400, 400]);
    await rotate(0);
    expect(await accepted()).toEqual([401, 401, 401, 401, 400]);
  });

  test('a new secret with no overlap: the old one fails at once, connections stay', async () => {
    const pair = await connect(app, session, client);
    const { body } = await oauthClients(app, session).rotate(await rowId(), session, { overlapHours: 0 });
    expect((await refresh(app, client, pair.refresh_token)).body.error).toBe('invalid_client');
    expect(await callWith(app, pair.access_token)).toBe(200);
    const secret = body.data.rotateOAuthClientSecret.clientSecret;
    expect((await refresh(app, { ...client, secret }, pair.refresh_token)).status).toBe(200);
  });

  test('deleted: its tokens fail at once, workspaces get an event, and the page finds no such app', async () => {
    await approve();
    const pair = await connect(app, strangerSession, client);
    const { fields } = await page(strangerSession);
    expect((await oauthClients(app, session).remove(await rowId())).status).toBe(200);
    expect(await callWith(app, pair.access_token)).toBe(401);
    expect((await refresh(app, client, pair.refresh_token)).body.error).toBe('invalid_client');
    expect((await eventsOf(app, stranger.workspaceId)).map(({ kind }) => kind)).toEqual(['connection.revoked']);
    expect((await ask(strangerSession)).status).toBe(400);
    expect((await page(strangerSession)).text).toContain('This app does not exist. It may have been removed.');
    const input = { ...fields, workspaceId: String(stranger.workspaceId), decision: 'allow' };
    const late = await postPage(app, authorizePath(client), { cookie: `session=${strangerSession}`, fields: input });
    expect([late.status, late.location]).toEqual([400, null]);
  });
});
