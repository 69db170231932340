import { beforeEach, describe, expect, test } from 'vitest';
import { notFoundAt } from '../support/answers.ts';
import { useApp } from '../support/app.ts';
import { during, type Sql } from '../support/during.ts';
import type { Member } from '../support/factories.ts';
import { idsOf, restRequest, sendJson } from '../support/lists.ts';
import { connect, type OAuthApp, ownerWithApp, revoke } from '../support/oauth.ts';
import { writtenRows } from '../support/webhook-rows.ts';
import { webhook } from '../support/webhooks.ts';

let owner: Member;
let session: string;
let client: OAuthApp;
let token: string;
let refreshToken: string;
/** Of the workspace itself. */
let own: number;
const app = await useApp();
beforeEach(async () => {
  ({ owner, session, client } = await ownerWithApp(app, {
    allowedScopes: ['contacts:read', 'webhooks:read', 'webhooks:write'],
  }));
  ({ access_token: token, refresh_token: refreshToken } = await connect(app, session, client));
  own = await webhook(app, owner);
});

const create = (as = token, headers = {}) => {
  const body = { url: 'https://example.com/app', kinds: ['contact.created'] };
  return sendJson(app, ['POST', '/v1/webhooks'], body, { key: as, headers });
};
const list = (as: string) => app.get('/v1/webhooks', as);

function call(method: string, path: string, input: object, as = token) {
  const request = restRequest(method, path, input);
  return app.request(request.path, { ...request, headers: { ...request.headers, authorization: `Bearer ${as}` } });
}

const connectionId = async () =>
  (await app.sql<{ id: string }>('SELECT "id" FROM "OAuthGrant" WHERE "workspaceId" = $1', [owner.workspaceId]))[0]?.id;

describe('a webhook that an app creates', () => {
  test('belongs to its connection, which the workspace sees', async () => {
    const { body } = await create();
    const { secret: _, ...record } = body.data;
    expect(record.connectionId).toBe(await connectionId());
    const [newest] = (await list(await app.apiKey(owner))).body.data.webhooks;
    expect(newest).toEqual(record);
    expect((await create(session)).body.data.connectionId).toBeNull();
  });

  test('is the only one that the app sees, also after it has refreshed its token', async () => {
    const { id } = (await create()).body.data;
    expect(idsOf(await list(token))).toEqual({ ids: [id], count: 1 });
    expect(idsOf(await list(await app.apiKey(owner))).ids).toEqual([id, own]);
    const { body } = await app.graphql(`{ webhooks { count webhooks { id } } webhook(id: ${id}) { id } }`, token);
    expect(body.data).toEqual({ webhooks: { count: 1, webhooks: [{ id }] }, webhook: { id } });
    const other = await connect(app, session, client);
    expect(idsOf(await list(other.access_token))).toEqual({ ids: [], count: 0 });
  });

  test('has a list of its own, also by a cursor of its owner or of another connection', async () => {
    await Promise.all([create(), create()]);
    const { access_token: other } = await connect(app, session, client);
    await create(other);
    const start = (as: string) => app.get('/v1/webhooks?limit=1&cursor=start', as);
    const read = async (as: string, of: string) =>
      (await app.get(`/v1/webhooks?limit=1&cursor=${(await start(of)).body.data.nextCursor}`, as)).body.data.count;
    const ofOwner = await app.apiKey(owner, { scopes: ['contacts:read', 'webhooks:read', 'webhooks:write'] });
    expect((await start(ofOwner)).body.data.count).toBe(4);
    expect([await read(token, token), await read(token, ofOwner), await read(ofOwner, token)]).toEqual([2, 2, 4]);
    expect(await read(other, token)).toBe(1);
  });

  test('takes no further statement to look up', async () => {
    app.statements.length = 0;
    await list(token);
    expect(app.statements).toEqual(['credentials.accessToken', 'webhooks.list']);
  });

  test('is the only one that the app changes and deletes', async () => {
    const foreign = [own, (await create((await connect(app, session, client)).access_token)).body.data.id];
    const before = await app.sql('SELECT * FROM "Webhook" WHERE "id" = ANY ($1)', [foreign]);
    for (const id of foreign) {
      expect(await call('PUT', '/v1/webhooks', { id, status: 'PAUSED' })).toMatchObject(notFoundAt('id'));
      expect(await call('DELETE', '/v1/webhooks', { id })).toMatchObject(notFoundAt('id'));
      const { body } = await app.graphql(`{ webhook(id: ${id}) { id } }`, token);
      expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
    }
    expect(await app.sql('SELECT * FROM "Webhook" WHERE "id" = ANY ($1)', [foreign])).toEqual(before);

    const { id } = (await create()).body.data;
    expect((await call('PUT', '/v1/webhooks', { id, status: 'PAUSED' })).status).toBe(200);
    expect((await call('DELETE', '/v1/webhooks', { id })).status).toBe(200);
  });

  test('receives only kinds that the connection may read', async () => {
    const body = { url: 'https://example.com/', kinds: ['call.booked'] };
    const answer = await sendJson(app, ['POST', '/v1/webhooks'], body, { key: token });
    const message = 'call.booked requires the scope eventCalls:read';
    expect([answer.status, answer.body.message.details.fieldErrors]).toEqual([400, { kinds: [message] }]);
  });

  test('is not shown to another connection by an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'same' };
    await create(token, headers);
    const other = await connect(app, session, client);
    const { status, body } = await create(other.access_token, headers);
    expect([status, body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });
});

describe('the end of a connection', () => {
  const count = () => writtenRows(app, owner.workspaceId, ['Webhook']);

  test('deletes its webhooks, and no others', async () => {
    await create();
    await create();
    expect(await count()).toEqual({ Webhook: 3 });
    expect((await revoke(app, client, refreshToken)).status).toBe(200);
    expect(idsOf(await list(await app.apiKey(owner)))).toEqual({ ids: [own], count: 1 });
  });

  test('wins against the creation of one: none is left, whichever comes first', async () => {
    for (let round = 0; round < 10; round++) {
      const pair = await connect(app, session, client);
      const [created] = await Promise.all([create(pair.access_token), revoke(app, client, pair.refresh_token)]);
      expect([201, 401]).toContain(created.status);
      expect(await count()).toEqual({ Webhook: 1 });
    }
  });

  test('that was about to be stored when an app began to create one leaves none', async () => {
    const revokeLater = (sql: Sql) =>
      sql('UPDATE "OAuthGrant" SET "revokedAt" = now() WHERE "workspaceId" = $1', [owner.workspaceId]);
    expect((await during(app, revokeLater, () => create())).status).toBe(401);
    expect(await count()).toEqual({ Webhook: 1 });
  });
});
