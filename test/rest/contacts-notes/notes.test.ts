import { beforeEach, describe, expect, test } from 'vitest';
import { bearer, useApp } from '../../support/app.ts';
import { contactNote } from '../../support/contact-notes.ts';
import { sendJson } from '../../support/lists.ts';
import { contactOf } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const path = '/v1/contacts/notes';
let owner: Awaited<ReturnType<typeof app.workspace>>;
let key: string;
let contactId: number;

beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['contacts:read', 'contacts:write', 'eventCalls:read'] });
  contactId = await app.contact(owner.workspaceId);
});

const send = (method: string, body: object, as = key, headers = {}) =>
  sendJson(app, [method, path], body, { key: as, headers });
const remove = (id: number, as = key) => app.request(`${path}?id=${id}`, { method: 'DELETE', headers: bearer(as) });
const texts = async (query = '') =>
  (await app.get(`${path}?${query}`, key)).body.data.notes.map(({ text }: { text: string }) => text);
const keyOfMember = async (role: 'ADMIN' | 'CLOSER') => {
  const { userId } = await app.member(owner.workspaceId, role);
  return app.apiKey({ workspaceId: owner.workspaceId, userId }, { scopes: ['contacts:read', 'contacts:write'] });
};

describe('notes about a contact', () => {
  test('are written by the caller, read, changed and deleted, each with the whole record and its event', async () => {
    const { status, body } = await send('POST', { contactId, text: 'Likes tea.\nNo calls before ten.' });
    const { id, createdAt, updatedAt } = body.data;
    const stored = {
      ...{ id, contactId, userId: owner.userId, text: 'Likes tea.\nNo calls before ten.' },
      ...{ eventCallId: null, createdAt, updatedAt },
    };
    expect([status, JSON.stringify(body.data)]).toEqual([201, JSON.stringify(stored)]);
    expect((await app.get(path, key)).body.data).toEqual({ notes: [stored], count: 1 });
    const changed = await send('PUT', { id, text: 'Likes coffee' });
    expect(changed.body.data).toMatchObject({ id, text: 'Likes coffee', createdAt });
    expect((await send('PUT', { id, text: 'Likes coffee' })).body.data).toEqual(changed.body.data);
    expect((await remove(id)).body.data).toEqual(changed.body.data);
    expect((await app.get(path, key)).body.data).toEqual({ notes: [], count: 0 });
    expect(await eventsOf(app, owner.workspaceId)).toEqual([
      { kind: 'note.created', payload: stored },
      { kind: 'note.deleted', payload: changed.body.data },
    ]);
  });

  test('name a call with the contact, and no other', async () => {
    const eventCallId = await app.call(owner);
    const { body } = await send('POST', { contactId: await contactOf(app, eventCallId), text: 'x', eventCallId });
    expect(body.data.eventCallId).toBe(eventCallId);
    expect((await send('PUT', { id: body.data.id, eventCallId: null })).body.data.eventCallId).toBeNull();
    const refused = await send('POST', { contactId, text: 'x', eventCallId });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('Must be a call with the contact'),
    ]);
    const elsewhere = await app.call(await app.workspace());
    expect((await send('POST', { contactId, text: 'x', eventCallId: elsewhere })).status).toBe(404);
  });

  test('are listed newest first, filtered and searched', async () => {
    const { userId } = await app.member(owner.workspaceId, 'CLOSER');
    const eventCallId = await app.call(owner);
    const at = (day: number) => ({ createdAt: `2026-02-0${day}T00:00:00Z` });
    await contactNote(app, owner, { contactId, text: 'First', ...at(1) });
    await contactNote(app, { ...owner, userId }, { contactId, text: 'Second, about 100% TEA', ...at(2) });
    await contactNote(app, owner, {
      contactId: await contactOf(app, eventCallId),
      eventCallId,
      text: 'Other',
      ...at(3),
    });
    expect(await texts()).toEqual(['Other', 'Second, about 100% TEA', 'First']);
    expect(await texts(`contactId=${contactId}`)).toEqual(['Second, about 100% TEA', 'First']);
    expect(await texts(`eventCallId=${eventCallId}`)).toEqual(['Other']);
    expect(await texts(`userIds=${userId}`)).toEqual(['Second, about 100% TEA']);
    expect(await texts('search=tea%20100%25')).toEqual(['Second, about 100% TEA']);
    expect(await texts('createdFrom=2026-02-02&orderBy=asc')).toEqual(['Second, about 100% TEA', 'Other']);
  });

  test('are deleted once, where two delete one', async () => {
    const id = await contactNote(app, owner, { contactId });
    const both = await Promise.all([remove(id), remove(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('are changed by their author alone, and deleted by owners and admins too', async () => {
    const [closer, admin] = [await keyOfMember('CLOSER'), await keyOfMember('ADMIN')];
    const id = await contactNote(app, owner, { contactId });
    for (const as of [closer, admin]) {
      const { status, body } = await send('PUT', { id, text: 'y' }, as);
      expect([status, JSON.stringify(body)]).toEqual([
        403,
        expect.stringContaining('Only its author can change a note'),
      ]);
    }
    expect((await remove(id, closer)).status).toBe(403);
    expect((await remove(id, admin)).status).toBe(200);
    const own = (await send('POST', { contactId, text: 'mine' }, closer)).body.data.id;
    expect((await remove(own, closer)).status).toBe(200);
  });

  test.each([
    ['', 'Must not be empty'],
    [' \n ', 'Must not be empty'],
    ['x'.repeat(10_001), 'Must be at most 10000 characters'],
    ['a\u0000b', 'Must not contain control characters or broken Unicode'],
  ])('with the text %j are refused', async (text, message) => {
    const { status, body } = await send('POST', { contactId, text });
    expect([status, body.message.details.fieldErrors]).toEqual([400, { text: [message] }]);
  });

  test('are at most 1,000, and about a contact that is there', async () => {
    await app.sql(
      `INSERT INTO "ContactNote" ("workspaceId", "contactId", "userId", "text")
       SELECT $1, $2, $3, 'x' FROM generate_series(1, 1000)`,
      [owner.workspaceId, contactId, owner.userId],
    );
    const { status, body } = await send('POST', { contactId, text: 'x' });
    expect([status, body.message.details.fieldErrors]).toEqual([
      400,
      { contactId: ['A contact can have at most 1,000 notes'] },
    ]);
    const eventCallId = await app.call(owner);
    for (const call of [{}, { eventCallId }])
      expect((await send('POST', { contactId: contactId + 1_000, text: 'x', ...call })).status).toBe(404);
  });
});

test('erasing a contact erases its notes, their events, and stored responses with their texts', async () => {
  const secret = 'Has a "difficult" brother';
  const { body } = await send('POST', { contactId, text: secret }, key, { 'idempotency-key': 'note' });
  const document = `mutation { createContactNote(input: { contactId: ${contactId}, text: "A gone brother" }) { id text } }`;
  const graphql = { method: 'POST', body: JSON.stringify({ query: document }) };
  const headers = { ...bearer(key), 'content-type': 'application/json', 'idempotency-key': 'graph' };
  const made = await app.request('/graphql', { ...graphql, headers });
  await remove(made.body.data.createContactNote.id);
  const other = await contactNote(app, owner, { text: secret });
  const erasing = await app.request(`/v1/contacts?id=${contactId}`, { method: 'DELETE', headers: bearer(key) });
  expect(erasing.status).toBe(200);
  expect((await app.get(path, key)).body.data.notes.map(({ id }: { id: number }) => id)).toEqual([other]);
  const events = await eventsOf(app, owner.workspaceId);
  const blank = (id: number) => expect.objectContaining({ id, contactId, text: '' });
  expect(events.filter(({ kind }) => kind.startsWith('note.'))).toEqual([
    { kind: 'note.created', payload: blank(body.data.id) },
    { kind: 'note.created', payload: blank(made.body.data.createContactNote.id) },
    { kind: 'note.deleted', payload: blank(made.body.data.createContactNote.id) },
  ]);
  const stored = await app.sql('SELECT "result" FROM "IdempotencyRecord" WHERE "workspaceId" = $1', [
    owner.workspaceId,
  ]);
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toContain('brother');
});

test('erasing leaves the stored responses of others, however short a note is, and finds long texts in them', async () => {
  const keys = { scopes: ['contacts:read', 'contacts:write', 'deals:read', 'deals:write'] as const };
  const as = await app.apiKey(owner, keys);
  const other = await app.contact(owner.workspaceId);
  const long = `${'x'.repeat(99)}😀 and more`;
  await contactNote(app, owner, { contactId, text: 'No' });
  await contactNote(app, owner, { contactId, text: long });
  const graph = (name: string, query: string) =>
    app.request('/graphql', {
      method: 'POST',
      headers: { ...bearer(as), 'content-type': 'application/json', 'idempotency-key': name },
      body: JSON.stringify({ query }),
    });
  const sale = `contactId: ${other}, value: "1", currency: "NOK", transactionType: WON`;
  await graph('other', `mutation { createDeal(input: { ${sale}, productName: "No idea" }) { currency productName } }`);
  await graph(
    'product',
    `mutation { createProduct(input: { name: "Kept", price: "1", currency: "NOK" }) { currency } }`,
  );
  await graph('notes', `mutation { createProduct(input: { name: "P", price: "1", currency: "NOK" }) { name } }`);
  await app.sql(
    `UPDATE "IdempotencyRecord" SET "result" = replace("result", '"name":"P"', '"text":' || to_json($2::text)) WHERE "workspaceId" = $1`,
    [owner.workspaceId, long],
  );
  await app.request(`/v1/contacts?id=${contactId}`, { method: 'DELETE', headers: bearer(as) });
  const rows = await app.sql<{ result: string }>(
    'SELECT "result" FROM "IdempotencyRecord" WHERE "workspaceId" = $1 ORDER BY "result"',
    [owner.workspaceId],
  );
  const [deals, products] = ['No idea', 'Kept'].map((text) => rows.filter(({ result }) => result.includes(text)));
  expect([rows.length, deals?.length, products?.length]).toEqual([3, 1, 1]);
  expect(rows.some(({ result }) => result.includes('and more'))).toBe(false);
});
