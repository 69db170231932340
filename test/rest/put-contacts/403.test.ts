import { describe, expect, test } from 'vitest';
import type { Role } from '#src/domain/principal/roles.ts';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const owner = await app.workspace();

const message =
  'Only an owner or admin can assign a contact to another member or to nobody: userId must be your own user id';
const forbidden = { status: 403, body: { message, code: 'FORBIDDEN' } };

const ownerOf = async (contactId: number) =>
  (await app.sql<{ userId: number | null }>('SELECT "userId" FROM "Contact" WHERE "id" = $1', [contactId]))[0]?.userId;

/** A member of the role, a contact that belongs to another member, and one that belongs to nobody. */
async function place(role: Role) {
  const { workspaceId, userId: other } = owner;
  const { userId } = await app.member(workspaceId, role);
  const key = await app.apiKey({ workspaceId, userId });
  const theirs = await app.contact(workspaceId);
  await app.sql('UPDATE "Contact" SET "userId" = $2 WHERE "id" = $1', [theirs, other]);
  const send = async (method: string, input: object) => {
    const { status, body } = await sendJson(app, [method, '/v1/contacts'], input, { key });
    return { status, body };
  };
  return { ...{ workspaceId, userId, other, key, theirs, nobodys: await app.contact(workspaceId) }, send };
}

describe.each(['CLOSER', 'SETTER'] as const)('a %s', (role) => {
  test('gives a contact to nobody else, by update or by creation', async () => {
    const { send, other, nobodys, workspaceId } = await place(role);
    const rows = () => app.sql('SELECT * FROM "Contact" ORDER BY "id"');
    const before = { rows: await rows(), events: await eventsOf(app, workspaceId) };
    expect(await send('PUT', { contactId: nobodys, userId: other, tag: 'x' })).toEqual(forbidden);
    expect(await send('POST', { email: 'new@example.com', userId: other })).toEqual(forbidden);
    expect(await send('POST', { phoneNumber: '+14155550101', userId: 2_147_483_647 })).toEqual(forbidden);
    expect({ rows: await rows(), events: await eventsOf(app, workspaceId) }).toEqual(before);
  });

  test('does not give the contact of another member to nobody', async () => {
    const { send, other, theirs } = await place(role);
    expect(await send('PUT', { contactId: theirs, userId: null })).toEqual(forbidden);
    const [row] = await app.sql<{ email: string }>('SELECT "email" FROM "Contact" WHERE "id" = $1', [theirs]);
    expect(await send('POST', { email: row?.email, userId: null })).toEqual(forbidden);
    expect(await ownerOf(theirs)).toBe(other);
  });

  test('does not give up their own contact', async () => {
    const { send, userId, nobodys } = await place(role);
    expect((await send('PUT', { contactId: nobodys, userId })).status).toBe(200);
    expect(await send('PUT', { contactId: nobodys, userId: null })).toEqual(forbidden);
    expect(await ownerOf(nobodys)).toBe(userId);
  });

  test('takes a contact of nobody, or of another member whom they name, and creates their own', async () => {
    const { send, userId, other, theirs, nobodys } = await place(role);
    expect((await send('PUT', { contactId: nobodys, userId })).body.data.userId).toBe(userId);
    expect((await send('PUT', { contactId: theirs, userId, expectedUserId: other })).body.data.userId).toBe(userId);
    expect((await send('POST', { email: `${role}@example.com`, userId })).body.data.userId).toBe(userId);
    expect((await send('POST', { email: `free-${role}@example.com`, userId: null })).body.data.userId).toBe(null);
  });

  test('may send back the owner that is there', async () => {
    const { send, other, theirs } = await place(role);
    const { status, body } = await send('PUT', { contactId: theirs, userId: other, tag: 'x' });
    expect([status, body.data.userId, body.data.tag]).toEqual([200, other, 'x']);
  });

  test('is refused by the mutations as well', async () => {
    const { key, other, nobodys } = await place(role);
    const update = 'mutation ($input: UpdateContactInput!) { updateContact(input: $input) { id } }';
    const create = 'mutation ($input: CreateContactInput!) { createContact(input: $input) { created } }';
    const answers = [
      await app.graphql(update, key, { input: { contactId: nobodys, userId: other } }),
      await app.graphql(create, key, { input: { email: 'graph@example.com', userId: other } }),
    ];
    for (const { body } of answers) {
      expect(body.errors[0]).toMatchObject({ message, extensions: { code: 'FORBIDDEN' } });
    }
    expect(await ownerOf(nobodys)).toBe(null);
  });
});

test.each(['OWNER', 'ADMIN'] as const)('an %s gives contacts to anybody and to nobody', async (role) => {
  const { send, userId, other, theirs, nobodys } = await place(role);
  expect((await send('PUT', { contactId: theirs, userId: null })).body.data.userId).toBe(null);
  expect((await send('PUT', { contactId: nobodys, userId: other })).body.data.userId).toBe(other);
  expect((await send('POST', { email: `${role}@example.com`, userId: other })).body.data.userId).toBe(other);
  expect((await send('PUT', { contactId: nobodys, userId })).body.data.userId).toBe(userId);
});
