import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { during } from '../../support/during.ts';
import { detailsWith } from '../../support/errors.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const path = '/v1/contacts';

async function team() {
  const owner = await app.workspace();
  const { workspaceId } = owner;
  const add = async (role: 'CLOSER' | 'SETTER', firstName: string, lastName: string) => {
    const { userId } = await app.member(workspaceId, role, { firstName, lastName });
    const key = await app.apiKey({ workspaceId, userId });
    return { userId, send: (method: 'PUT' | 'POST', body: object) => sendJson(app, [method, path], body, { key }) };
  };
  const [ada, grace] = [await add('CLOSER', 'Ada', 'Hart'), await add('SETTER', 'Grace', 'Hopper')];
  const ownerKey = await app.apiKey(owner);
  const contactId = await app.contact(workspaceId, { email: 'lead@example.com' });
  const stored = async () => (await app.sql('SELECT "userId", "tag" FROM "Contact" WHERE "id" = $1', [contactId]))[0];
  const give = (userId: number | null) =>
    app.sql('UPDATE "Contact" SET "userId" = $2 WHERE "workspaceId" = $3 AND "id" = $1', [
      contactId,
      userId,
      workspaceId,
    ]);
  const asOwner = (body: object) => sendJson(app, ['PUT', path], body, { key: ownerKey });
  return { ada, grace, contactId, stored, give, asOwner };
}

const belongsTo = (name: string, userId: number) =>
  `The contact now belongs to ${name}: update it with expectedUserId ${userId} to take it over`;
const refusal = (message: string) => ({
  fieldErrors: { userId: [message] },
  errors: [{ path: 'userId', code: 'conflict', message }],
});

/** Both requests wait for the row of the contact before one of them goes on. */
const atOnce = <Result>(contactId: number, work: () => Promise<Result>) =>
  during(app, (sql) => sql('SELECT FROM "Contact" WHERE "id" = $1 FOR UPDATE', [contactId]), work, 2);

describe('of two who claim a contact at once', () => {
  test.each([{}, { expectedUserId: null }])(
    'one gets it, and the other reads who has it now (%j)',
    async (condition) => {
      const { ada, grace, contactId, stored } = await team();
      const claims = await atOnce(contactId, () =>
        Promise.all([ada, grace].map(({ userId, send }) => send('PUT', { contactId, userId, ...condition }))),
      );
      expect(claims.map(({ status }) => status).sort()).toEqual([200, 400]);
      const adaWon = claims[0]?.status === 200;
      const [winner, name] = adaWon ? [ada, 'Ada Hart'] : [grace, 'Grace Hopper'];
      expect(await stored()).toMatchObject({ userId: winner.userId });
      const refused = claims.find(({ status }) => status === 400);
      expect(refused?.body.message.details).toMatchObject(refusal(belongsTo(name, winner.userId)));
    },
  );

  test('from the same owner, one gets it', async () => {
    const { ada, grace, contactId, stored, give, asOwner } = await team();
    await give(grace.userId);
    const [taken, given] = await atOnce(contactId, () =>
      Promise.all([
        ada.send('PUT', { contactId, userId: ada.userId, expectedUserId: grace.userId }),
        asOwner({ contactId, userId: null, expectedUserId: grace.userId }),
      ]),
    );
    expect([taken.status, given.status].sort()).toEqual([200, 400]);
    expect(await stored()).toMatchObject({ userId: taken.status === 200 ? ada.userId : null });
    const refused = taken.status === 400 ? taken : given;
    const message = taken.status === 400 ? 'The contact no longer has an owner' : belongsTo('Ada Hart', ada.userId);
    expect(refused.body.message.details).toMatchObject(refusal(message));
  });
});

test('whoever expects an owner finds a contact that has none any more', async () => {
  const { ada, grace, contactId, stored } = await team();
  const claim = await ada.send('PUT', { contactId, userId: ada.userId, expectedUserId: grace.userId });
  expect([claim.status, claim.body.message.details]).toMatchObject([
    400,
    refusal('The contact no longer has an owner'),
  ]);
  expect(await stored()).toMatchObject({ userId: null });
});

test('a closer takes no contact of another member unawares, at PUT nor at POST, and nothing else is changed', async () => {
  const { ada, grace, contactId, stored, give } = await team();
  await give(grace.userId);
  const message = belongsTo('Grace Hopper', grace.userId);
  const claim = { userId: ada.userId, tag: 'vip' };
  for (const answer of [
    await ada.send('PUT', { contactId, ...claim }),
    await ada.send('PUT', { contactId, ...claim, expectedUserId: null }),
    await ada.send('PUT', { contactId, ...claim, expectedUserId: ada.userId }),
    await ada.send('POST', { email: 'LEAD@example.com', ...claim }),
  ]) {
    expect([answer.status, answer.body.message.details]).toMatchObject([400, refusal(message)]);
  }
  expect(await stored()).toEqual({ userId: grace.userId, tag: null });
  const { status, body } = await ada.send('PUT', { contactId, ...claim, expectedUserId: grace.userId });
  expect([status, body.data.userId, body.data.tag]).toEqual([200, ada.userId, 'vip']);
});

test('a claim whose answer was lost is repeated', async () => {
  const { ada, contactId } = await team();
  const claim = { contactId, userId: ada.userId, expectedUserId: null };
  expect((await ada.send('PUT', claim)).status).toBe(200);
  expect((await ada.send('PUT', claim)).status).toBe(200);
});

test('an owner gives any contact to anybody, and only as expected where they say so', async () => {
  const { ada, grace, contactId, stored, give, asOwner } = await team();
  await give(grace.userId);
  expect((await asOwner({ contactId, userId: ada.userId, expectedUserId: null })).status).toBe(400);
  expect((await asOwner({ contactId, userId: ada.userId })).status).toBe(200);
  expect((await asOwner({ contactId, userId: null, expectedUserId: ada.userId })).status).toBe(200);
  expect(await stored()).toMatchObject({ userId: null });
});

test('expectedUserId is for a change of userId alone', async () => {
  const { ada, contactId, asOwner } = await team();
  const { status, body } = await ada.send('PUT', { contactId, tag: 'x', expectedUserId: null });
  expect([status, body.message.details]).toMatchObject([
    400,
    detailsWith({ fieldErrors: { expectedUserId: ['Is only allowed with userId'] } }),
  ]);
  const bad = await asOwner({ contactId, userId: ada.userId, expectedUserId: 'ada' });
  expect([bad.status, Object.keys(bad.body.message.details.fieldErrors)]).toEqual([400, ['expectedUserId']]);
});
