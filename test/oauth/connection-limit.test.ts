import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { authorizePath, openPage } from '../support/consent-pages.ts';
import type { Member } from '../support/factories.ts';
import {
  askConsent,
  authorizationQuery,
  callWith,
  connect,
  exchangeCode,
  newCode,
  type OAuthApp,
  oauthApp,
  ownerWithApp,
  type Pair,
  redirected,
  refresh,
} from '../support/oauth.ts';
import { roomyLimiter } from '../support/roomy-limiter.ts';
import { eventsOf } from '../support/webhook-rows.ts';

const start = '2026-03-04T12:00:00.000Z';

let owner: Member;
let session: string;
let client: OAuthApp;
const app = await useApp({ limiter: roomyLimiter() });
beforeEach(async () => {
  app.clock.set(start);
  ({ owner, session, client } = await ownerWithApp(app));
});

const dayMs = 86_400_000;
const at = (ms: number) => app.clock.set(new Date(Date.parse(start) + ms).toISOString());
const text = 'This person already has 10 connections to the app in this workspace: disconnect one first';

/** The ids of the member's connections whose code was exchanged, newest first. */
async function ids(): Promise<string[]> {
  const { body } = await app.graphql('{ connections(limit: 100) { connections { id lastUsedAt } } }', session);
  const connections: { id: string; lastUsedAt: string | null }[] = body.data.connections.connections;
  return connections.filter(({ lastUsedAt }) => lastUsedAt !== null).map(({ id }) => id);
}

async function disconnect(id: string | undefined): Promise<void> {
  const revocation = 'mutation ($id: String!) { revokeConnection(input: { id: $id }) { id } }';
  expect((await app.graphql(revocation, session, { id })).status).toBe(200);
}

/** Connects ten times, with a second in between. */
async function connectTen(): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let second = 0; second < 10; second++) {
    at(second * 1000);
    pairs.push(await connect(app, session, client));
  }
  return pairs;
}

/** Everything that an exchange writes of the member's connections. */
async function stored() {
  const grants = await app.sql('SELECT * FROM "OAuthGrant" WHERE "userId" = $1 ORDER BY "id"', [owner.userId]);
  const tokens = await app.sql(
    'SELECT t.* FROM "OAuthToken" t JOIN "OAuthGrant" g ON g."id" = t."grantId" WHERE g."userId" = $1 ORDER BY t."hash"',
    [owner.userId],
  );
  return { grants, tokens, events: await eventsOf(app, owner.workspaceId) };
}

describe('the eleventh connection of a member with an app', () => {
  /** A consent that was given while there was room. */
  async function codeBeforeTen(): Promise<string> {
    at(-1000);
    const code = await newCode(app, session, client);
    await connectTen();
    return code;
  }

  test('is refused by name, and nothing is written', async () => {
    const code = await codeBeforeTen();
    const before = await stored();
    const { status, body } = await exchangeCode(app, client, code);
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: text, message: text },
    });
    expect(await stored()).toEqual(before);
  });

  test('is exchanged with the same code once the person has disconnected one', async () => {
    const code = await codeBeforeTen();
    expect((await exchangeCode(app, client, code)).status).toBe(400);
    const [newest] = await ids();
    await disconnect(newest);
    const { status, body } = await exchangeCode(app, client, code);
    expect([status, await callWith(app, body.access_token)]).toEqual([200, 200]);
    expect(await ids()).toHaveLength(10);
  });

  test('takes the place of one that was not used for thirty days, because that one has expired', async () => {
    await connectTen();
    const lasting = await app.session(owner, { expiresAt: new Date(Date.parse(start) + 31 * dayMs).toISOString() });
    const consent = () => askConsent(app, lasting, authorizationQuery(client));
    at(30 * dayMs - 1);
    expect((await consent()).status).toBe(403);
    at(30 * dayMs);
    const { code } = redirected(await consent());
    expect((await exchangeCode(app, client, String(code))).status).toBe(200);
    expect((await consent()).status).toBe(403);
  });

  test('stands in the log of the owner of the app, with its cause', async () => {
    const code = await codeBeforeTen();
    await exchangeCode(app, client, code);
    await app.requestLog.flush();
    const { body } = await app.graphql('{ requests(limit: 100) { requests { route status errorMessage } } }', session);
    const route = '/v1/oauth/token';
    expect(body.data.requests.requests.filter(({ status }: { status: number }) => status === 400)).toEqual([
      { route, status: 400, errorMessage: text },
    ]);
  });

  test('does not hinder those of other members, other apps and other workspaces', async () => {
    await connectTen();
    const colleague = await app.member(owner.workspaceId, 'CLOSER');
    const other = await app.workspace();
    await app.insert('Membership', { workspaceId: other.workspaceId, userId: owner.userId, role: 'CLOSER' });
    const pairs = [
      await connect(app, await app.session(colleague), client),
      await connect(app, await app.session({ ...other, userId: owner.userId }), client),
      await connect(app, session, await oauthApp(app, owner)),
    ];
    for (const { access_token } of pairs) expect(await callWith(app, access_token)).toBe(200);
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
  });

  test('does not hinder a refresh of the ten', async () => {
    const [first] = await connectTen();
    expect((await refresh(app, client, String(first?.refresh_token))).status).toBe(200);
  });

  test('counts none that was revoked, has expired or was never exchanged', async () => {
    at(-1000);
    const codes = [];
    for (let count = 0; count < 4; count++) codes.push(await newCode(app, session, client));
    await connectTen();
    const [newest, second] = await ids();
    await disconnect(newest);
    await app.sql('UPDATE "OAuthGrant" SET "expiresAt" = $2 WHERE "id" = $1', [second, app.clock.now()]);
    const statuses = [];
    for (const code of codes) statuses.push((await exchangeCode(app, client, code)).status);
    expect(statuses).toEqual([200, 200, 400, 400]);
  });

  test('and others at the same time leave ten, and the refused codes are not used', async () => {
    const codes = await Promise.all(Array.from({ length: 24 }, () => newCode(app, session, client)));
    const answers = await Promise.all(codes.map((code) => exchangeCode(app, client, code)));
    const refused = codes.filter((_, index) => answers[index]?.status === 400);
    expect(refused).toHaveLength(14);
    const live = await ids();
    expect(live).toHaveLength(10);
    const made = answers.filter(({ status }) => status === 200);
    expect(await Promise.all(made.map(({ body }) => callWith(app, body.access_token)))).toEqual(Array(10).fill(200));
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
    await disconnect(live[0]);
    const again = await Promise.all(refused.map((code) => exchangeCode(app, client, code)));
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await ids()).toHaveLength(10);
  });
});

describe('the consent to an eleventh connection', () => {
  const query = () => authorizationQuery(client);

  test('is refused before there is a code, in the preview and where it is given', async () => {
    await connectTen();
    const preview = await askConsent(app, session, query(), { endpoint: '/preview' });
    expect(preview.body.data.workspaces).toMatchObject([{ allowed: false, reason: text }]);
    const { status, body } = await askConsent(app, session, query());
    expect({ status, body }).toEqual({
      status: 403,
      body: { error: 'access_denied', error_description: text, message: text },
    });
    const [newest] = await ids();
    await disconnect(newest);
    const open = await askConsent(app, session, query(), { endpoint: '/preview' });
    expect(open.body.data.workspaces).toMatchObject([{ allowed: true, reason: null }]);
    expect(await newCode(app, session, client)).toMatch(/^service_ac_/);
  });

  test('shows on the page what to do, and the other workspaces', async () => {
    await connectTen();
    const cookie = `session=${session}`;
    const hint =
      'You have connected this app to <bdi>Acme</bdi> 10 times, which is the maximum. Disconnect one of these connections under <a href="../settings/developer/connected-apps">Connected apps</a> in that workspace, then reload this page.';
    const full = await openPage(app, authorizePath(client), cookie);
    expect(full.status).toBe(403);
    expect(full.text).toContain(`<p class="note" role="note"><strong>Access denied.</strong> ${hint}</p>`);
    expect(full.text).not.toContain('Allow access');
    const other = await app.insert('Workspace', { name: 'Beta' });
    await app.insert('Membership', { workspaceId: other.id, userId: owner.userId, role: 'CLOSER' });
    const page = await openPage(app, authorizePath(client), cookie);
    expect([page.status, page.workspaces.map(({ name }) => name)]).toEqual([200, ['Beta']]);
    expect(page.text).toContain(`<p class="fine">${hint}</p>`);
  });
});
