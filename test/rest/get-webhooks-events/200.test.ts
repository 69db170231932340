import { beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { type Body, useApp } from '../../support/app.ts';
import { connectedApp } from '../../support/app-tokens.ts';
import type { Member } from '../../support/factories.ts';
import { storedEvent } from '../../support/webhook-records.ts';
import { webhook } from '../../support/webhooks.ts';

const app = await useApp();

const list = async (key: string, query = '') => (await app.get(`/v1/webhooks/events${query}`, key)).body.data;
const idsOf = ({ events }: Body): string[] => events.map(({ id }: Body) => id);

describe('GET /v1/webhooks/events', () => {
  test('returns exactly an event, with the fields of a delivery in their order', async () => {
    const owner = await app.workspace();
    const row = { payload: { id: 7, tag: 'b' }, previous: { tag: null }, createdAt: '2026-02-01T10:00:00.120Z' };
    const id = await storedEvent(app, owner, { kind: 'contact.updated', ...row });

    const { status, body } = await app.get('/v1/webhooks/events', await app.apiKey(owner));

    const event = {
      ...{ type: 'contact.updated', id: `evt_${id}`, timestamp: '2026-02-01T10:00:00.120Z' },
      ...{ workspaceId: owner.workspaceId, data: { id: 7, tag: 'b' }, previous: { tag: null } },
    };
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { events: [event], count: 1 } }));
  });

  test('a change of a contact is listed as it is sent, with null for no earlier values', async () => {
    const owner = await app.workspace();
    const key = await app.apiKey(owner);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const contact = (
      await app.request('/v1/contacts', { method: 'POST', headers, body: '{"email":"ira@example.com"}' })
    ).body.data;
    const { events } = await list(key);
    expect(events).toMatchObject([{ type: 'contact.created', data: contact, previous: null }]);
  });

  test('is sorted newest first, or oldest first, and pages by number and by cursor', async () => {
    const owner = await app.workspace();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(`evt_${await storedEvent(app, owner)}`);
    const key = await app.apiKey(owner);
    expect(idsOf(await list(key))).toEqual([...ids].reverse());
    expect(idsOf(await list(key, '?orderBy=asc'))).toEqual(ids);
    expect(idsOf(await list(key, '?orderBy=asc&limit=2&page=1'))).toEqual(ids.slice(2, 4));
    const first = await list(key, '?orderBy=asc&limit=3&cursor=start');
    expect([first.count, idsOf(first)]).toEqual([5, ids.slice(0, 3)]);
    const second = await list(key, `?limit=3&cursor=${first.nextCursor}`);
    expect([second.count, idsOf(second), second.nextCursor]).toEqual([5, ids.slice(3), null]);
  });

  test('an id above 2^53 keeps every digit, in the list and as a bound', async () => {
    const owner = await app.workspace();
    await app.sql(`SELECT setval('"WebhookEvent_id_seq"', 9007199254740992)`);
    const [one, two] = [await storedEvent(app, owner), await storedEvent(app, owner)];
    expect(BigInt(two) - BigInt(one)).toBe(1n);
    const key = await app.apiKey(owner);
    const page = await list(key, '?orderBy=asc&limit=1&cursor=start');
    expect(idsOf(page)).toEqual([`evt_${one}`]);
    expect(idsOf(await list(key, `?limit=1&cursor=${page.nextCursor}`))).toEqual([`evt_${two}`]);
    expect(idsOf(await list(key, `?after=evt_${one}`))).toEqual([`evt_${two}`]);
  });

  test('filters by kind, by time and by an event that came before', async () => {
    const owner = await app.workspace();
    const at = (day: string, kind: string) => storedEvent(app, owner, { kind, createdAt: `${day}T12:00:00Z` });
    const ids = [
      await at('2026-02-01', 'contact.created'),
      await at('2026-02-02', 'deal.created'),
      await at('2026-02-03', 'contact.updated'),
    ].map((id) => `evt_${id}`);
    const key = await app.apiKey(owner);
    expect(idsOf(await list(key, '?kinds=contact.created,contact.updated'))).toEqual([ids[2], ids[0]]);
    expect(idsOf(await list(key, '?createdFrom=2026-02-02'))).toEqual([ids[2], ids[1]]);
    expect(idsOf(await list(key, '?createdTo=2026-02-02'))).toEqual([ids[1], ids[0]]);
    expect(idsOf(await list(key, `?after=${ids[0]}&orderBy=asc`))).toEqual([ids[1], ids[2]]);
    expect(await list(key, `?after=${ids[2]}&orderBy=asc`)).toEqual({ events: [], count: 0 });
  });
});

describe('which events a credential reads', () => {
  let owner: Member;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    owner = await app.workspace();
    for (const kind of ['contact.created', 'deal.created', 'connection.revoked', 'webhook.test']) {
      ids[kind] = `evt_${await storedEvent(app, owner, { kind })}`;
    }
    await storedEvent(app, await app.workspace());
  });

  test('all of the workspace but tests, with every scope', async () => {
    const page = await list(await app.apiKey(owner));
    expect(idsOf(page)).toEqual([ids['connection.revoked'], ids['deal.created'], ids['contact.created']]);
    expect(page.count).toBe(3);
  });

  test('a kind whose scope is missing is left out of the list and its count, and NOT_FOUND by its id', async () => {
    const key = await app.apiKey(owner, { scopes: allScopes.filter((scope) => scope !== 'deals:read') });
    const page = await list(key);
    expect([page.count, idsOf(page)]).toEqual([2, [ids['connection.revoked'], ids['contact.created']]]);
    const { body } = await app.graphql(`{ webhookEvent(id: "${ids['deal.created']}") { id } }`, key);
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
    const found = await app.graphql(`{ webhookEvent(id: "${ids['contact.created']}") { id type data } }`, key);
    expect(found.body.data.webhookEvent).toEqual({
      id: ids['contact.created'],
      type: 'contact.created',
      data: { id: 1 },
    });
  });

  test('of events about endpoints, an app reads those of its own connection', async () => {
    const workspace = await app.workspace();
    const { token, grantId } = await connectedApp(app, workspace);
    const [own, other] = [await webhook(app, workspace, { grantId }), await webhook(app, workspace)];
    const kind = 'webhook.paused';
    const shown = `evt_${await storedEvent(app, workspace, { kind, payload: { id: own } })}`;
    const hidden = `evt_${await storedEvent(app, workspace, { kind, payload: { id: other } })}`;
    expect(idsOf(await list(token))).toEqual([shown]);
    const one = async (id: string) => (await app.graphql(`{ webhookEvent(id: "${id}") { id } }`, token)).body;
    expect((await one(shown)).data.webhookEvent).toEqual({ id: shown });
    expect((await one(hidden)).errors?.[0].extensions.code).toBe('NOT_FOUND');
    expect((await list(await app.apiKey(workspace))).count).toBe(2);
  });
});
