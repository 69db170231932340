import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { during } from '../../support/during.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const path = '/v1/contacts';

async function team() {
  const owner = await app.workspace();
  const { workspaceId } = owner;
  const add = async (firstName: string) => {
    const { userId } = await app.member(workspaceId, 'SETTER', { firstName, lastName: 'Hart' });
    const key = await app.apiKey({ workspaceId, userId });
    return {
      userId,
      key,
      send: (method: 'PUT' | 'POST', body: object) => sendJson(app, [method, path], body, { key }),
    };
  };
  const contactId = await app.contact(workspaceId, { email: 'lead@example.com' });
  const ownerKey = await app.apiKey(owner);
  const asOwner = (body: object) => sendJson(app, ['PUT', path], body, { key: ownerKey });
  const stored = async () =>
    (await app.sql('SELECT "userId", "setterId", "tag" FROM "Contact" WHERE "id" = $1', [contactId]))[0];
  return { owner, workspaceId, contactId, ada: await add('Ada'), grace: await add('Grace'), asOwner, stored };
}

const conflict = (message: string) => ({
  status: 400,
  body: { message: { details: { errors: [{ path: 'setterId', code: 'conflict', message }] } } },
});

test('of two setters who claim a contact at once, one gets it, and its owner stays', async () => {
  const { contactId, ada, grace, owner, asOwner, stored } = await team();
  await asOwner({ contactId, userId: owner.userId });
  const claims = await during(
    app,
    (sql) => sql('SELECT FROM "Contact" WHERE "id" = $1 FOR UPDATE', [contactId]),
    () => Promise.all([ada, grace].map(({ userId, send }) => send('PUT', { contactId, setterId: userId }))),
    2,
  );
  expect(claims.map(({ status }) => status).sort()).toEqual([200, 400]);
  const [winner, name] = claims[0]?.status === 200 ? [ada, 'Ada Hart'] : [grace, 'Grace Hart'];
  expect(await stored()).toMatchObject({ userId: owner.userId, setterId: winner.userId });
  const message = `The setter of the contact is now ${name}: update it with expectedSetterId ${winner.userId} to replace them`;
  expect(claims.find(({ status }) => status === 400)).toMatchObject(conflict(message));
});

test('a setter replaces another one knowingly, at PUT alone', async () => {
  const { contactId, ada, grace, stored } = await team();
  expect((await ada.send('PUT', { contactId, setterId: ada.userId })).status).toBe(200);
  const claim = { setterId: grace.userId, tag: 'x' };
  expect((await grace.send('POST', { email: 'lead@example.com', ...claim })).status).toBe(400);
  expect((await grace.send('PUT', { contactId, ...claim, expectedSetterId: null })).status).toBe(400);
  expect(await stored()).toMatchObject({ setterId: ada.userId, tag: null });
  const taken = await grace.send('PUT', { contactId, ...claim, expectedSetterId: ada.userId });
  expect([taken.status, taken.body.data.setterId, taken.body.data.tag]).toEqual([200, grace.userId, 'x']);
});

test('whoever expects a setter finds a contact that has none', async () => {
  const { contactId, ada, grace } = await team();
  const claim = { contactId, setterId: ada.userId, expectedSetterId: grace.userId };
  expect(await ada.send('PUT', claim)).toMatchObject(conflict('The contact no longer has a setter'));
});

test('a setter gives a contact to no other setter and to nobody', async () => {
  const { contactId, ada, grace, stored } = await team();
  const message =
    'Only an owner or admin can assign a contact to another member or to nobody: setterId must be your own user id';
  const forbidden = { status: 403, body: { message, code: 'FORBIDDEN' } };
  expect(await ada.send('PUT', { contactId, setterId: grace.userId })).toMatchObject(forbidden);
  expect(await ada.send('POST', { email: 'new@example.com', setterId: grace.userId })).toMatchObject(forbidden);
  await ada.send('PUT', { contactId, setterId: ada.userId });
  expect(await ada.send('PUT', { contactId, setterId: null })).toMatchObject(forbidden);
  expect(await stored()).toMatchObject({ setterId: ada.userId });
});

test('expectedSetterId is for a change of setterId alone', async () => {
  const { contactId, ada } = await team();
  const { status, body } = await ada.send('PUT', { contactId, userId: ada.userId, expectedSetterId: null });
  expect([status, body.message.details.errors]).toEqual([
    400,
    [{ path: 'expectedSetterId', code: 'conflict', message: 'Is only allowed with setterId' }],
  ]);
});

test('a change of the setter is an event, and the graph shows the member', async () => {
  const { contactId, workspaceId, ada } = await team();
  const { body } = await ada.send('PUT', { contactId, setterId: ada.userId });
  expect(await eventsOf(app, workspaceId)).toEqual([
    { kind: 'contact.updated', payload: body.data, previous: { setterId: null } },
  ]);
  const answer = await app.graphql(`{ contact(contactId: ${contactId}) { setterId setter { firstName } } }`, ada.key);
  expect(answer.body.data.contact).toEqual({ setterId: ada.userId, setter: { firstName: 'Ada' } });
});
