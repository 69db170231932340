import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { during } from '../../support/during.ts';
import { variantA } from '../../support/errors.ts';
import { contactOf, deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';
import { type Kind, kinds, placeOf } from './kinds.ts';

const app = await useApp();
const past = '2026-02-01T00:00:00.000Z';
let place: Awaited<ReturnType<typeof placeOf>>;
let id: number;

/** A workspace with one record, which names no contact but its own. */
async function begin(kind: Kind): Promise<void> {
  place = await placeOf(app, kind);
  id = await kind.stored(app, place.owner, { [kind.text]: 'Growth plan', createdAt: past, updatedAt: past });
}
const read = async () => (await place.all())[0];
const events = () => eventsOf(app, place.owner.workspaceId);
const sellerOf = async (role: 'CLOSER' | 'SETTER') => {
  const seller = await app.member(place.owner.workspaceId, role);
  return { seller, as: await app.apiKey(seller) };
};

/** Refused by the name of the field, and nothing is written. */
async function refuses({ path, type }: Kind, input: object, fieldErrors: Record<string, string[]>, as = place.key) {
  const rows = () => app.sql(`SELECT * FROM "${type}" ORDER BY "id"`);
  const before = [await rows(), await events()];
  const { status, body } = await place.update({ id, ...input }, as);
  expect({ status, body }).toEqual({ status: 400, body: variantA(fieldErrors, path, 'PUT') });
  expect([await rows(), await events()]).toEqual(before);
}

describe.each(kinds)('PUT $path', (kind) => {
  const { name, type, text, stored } = kind;
  beforeEach(() => begin(kind));

  test('changes every field of the input, and returns the whole record', async () => {
    const before = await read();
    const changes = await kind.every(app, place.owner);
    const { status, body } = await place.update({ id, ...changes });
    expect(status).toBe(200);
    expect(body).toEqual({ data: { ...before, ...changes, updatedAt: body.data.updatedAt } });
    expect(Object.keys(body.data)).toEqual(Object.keys(before));
    expect(Date.parse(body.data.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(await place.all()).toContainEqual(body.data);
  });

  test('what is left out stays as it is, and null clears', async () => {
    const before = await read();
    const nothing = { [text]: null, userId: null };
    const { body } = await place.update({ id, ...nothing, [name === 'deal' ? 'eventCallId' : 'contactId']: null });
    expect(body).toEqual({ data: { ...before, ...nothing, updatedAt: body.data.updatedAt } });
  });

  test('writes its event, with the record as it was returned', async () => {
    const changed = (await place.update({ id, value: 12.5 })).body.data;
    await place.update({ id: 2_147_483_647, value: 12.5 });
    expect(await events()).toEqual([{ kind: `${name}.updated`, payload: changed, previous: { value: 100 } }]);
  });

  test('what is there already changes nothing: neither updatedAt, nor is there an event', async () => {
    const before = await read();
    const { createdAt: _, updatedAt: __, ...same } = before;
    for (const input of [same, { id, value: 100, time: '2026-02-01T01:00:00+01:00' }, { id, [text]: 'Growth plan' }]) {
      expect(await place.update(input)).toMatchObject({ status: 200, body: { data: before } });
    }
    expect([await read(), await events()]).toEqual([before, []]);
  });

  test('GraphQL changes the same', async () => {
    const input = `{ id: ${id}, value: "0.30", currency: "EUR" }`;
    const document = `mutation { update${type}(input: ${input}) { id value currency ${text} } }`;
    const { body } = await app.graphql(document, place.key);
    const changed = { id, value: '0.30', currency: 'EUR', [text]: 'Growth plan' };
    expect(body).toEqual({ data: { [`update${type}`]: changed } });
  });

  test('of two changes at once none is lost', async () => {
    const changes = [{ value: 7 }, { currency: 'EUR' }, { [text]: 'x' }];
    const answers = await Promise.all(changes.map((change) => place.update({ id, ...change })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await read()).toMatchObject({ value: 7, currency: 'EUR', [text]: 'x' });
  });

  test('a change waits for another one, and is compared with what that left', async () => {
    const { status } = await during(
      app,
      (sql) => sql(`UPDATE "${type}" SET "value" = 7 WHERE "id" = $1`, [id]),
      () => place.update({ id, value: 100 }),
    );
    expect([status, (await read()).value]).toEqual([200, 100]);
    expect(await events()).toMatchObject([{ payload: { value: 100 }, previous: { value: 7 } }]);
  });

  test.each(['CLOSER', 'SETTER'] as const)('a %s changes their own, and gives it to nobody else', async (role) => {
    const { seller, as } = await sellerOf(role);
    const own = await stored(app, seller);
    const { status, body } = await place.update({ id: own, userId: seller.userId, value: 5 }, as);
    expect([status, body.data.value]).toEqual([200, 5]);
    for (const userId of [place.owner.userId, null])
      await refuses(kind, { id: own, userId }, { userId: ['Must be your own user id'] }, as);
  });

  test('a record of another closer, or of nobody, is not found by a closer', async () => {
    const { as } = await sellerOf('CLOSER');
    for (const other of [id, await stored(app, place.owner, { userId: null })]) {
      const { status, body } = await place.update({ id: other, value: 1 }, as);
      expect([status, body.details]).toEqual([404, { path: 'id' }]);
    }
    expect(await events()).toEqual([]);
  });

  test.each<[object, Record<string, string[]>]>([
    [{ userId: 2_147_483_647 }, { userId: ['Must be a member of the workspace'] }],
    [{ value: 1.005 }, { value: ['Must have at most 2 decimals'] }],
    [{ value: 1e21 }, { value: ['Must be at most 9999999999999999.99'] }],
    [{ value: -1e17 }, { value: [`Must be at least ${name === 'deal' ? 0 : '-9999999999999999.99'}`] }],
  ])('%j is refused by name', (input, fieldErrors) => refuses(kind, input, fieldErrors));
});

describe('a deal', () => {
  const kind = kinds[0];
  beforeEach(() => begin(kind));
  /** Gives the deal a call, with its contact. */
  async function called() {
    const eventCallId = await app.call(place.owner);
    const contactId = await contactOf(app, eventCallId);
    await app.sql('UPDATE "Deal" SET "eventCallId" = $2, "contactId" = $3 WHERE "id" = $1', [
      ...[id, eventCallId, contactId],
    ]);
    return { eventCallId, contactId };
  }

  test('a new contact is that of its transactions as well, each with an event', async () => {
    const { owner } = place;
    const { contactId: before } = await read();
    const own = [before, null].map((contactId) => transaction(app, owner, { dealId: id, contactId }));
    const [first, second] = await Promise.all(own);
    const other = await transaction(app, owner, { dealId: await deal(app, owner), contactId: before });
    const contactId = await app.contact(owner.workspaceId);
    expect((await place.update({ id, contactId })).status).toBe(200);
    const rows = await app.sql<{ id: number }>(
      'SELECT "id" FROM "Transaction" WHERE "workspaceId" = $1 AND "contactId" = $2 ORDER BY "id"',
      [owner.workspaceId, contactId],
    );
    expect(rows.map((row) => row.id)).toEqual([first, second].sort());
    const [ofDeal, ...moved] = await events();
    expect(ofDeal).toMatchObject({ kind: 'deal.updated', previous: { contactId: before } });
    const sorted = moved.sort((one, two) => one.payload.id - two.payload.id);
    const expected = [[first, before] as const, [second, null] as const].sort(([one = 0], [two = 0]) => one - two);
    expect(sorted).toMatchObject(
      expected.map(([each, was]) => ({
        ...{ kind: 'transaction.updated', payload: { id: each, contactId }, previous: { contactId: was } },
      })),
    );
    const [kept] = await app.sql('SELECT "contactId" FROM "Transaction" WHERE "id" = $1', [other]);
    expect(kept).toEqual({ contactId: before });
  });

  test('where the contact stays, its transactions stay as they are', async () => {
    const payment = await transaction(app, place.owner, { dealId: id, contactId: null });
    await place.update({ id, value: 12.5 });
    const rows = await app.sql('SELECT "contactId" FROM "Transaction" WHERE "id" = $1', [payment]);
    expect(rows).toEqual([{ contactId: null }]);
    expect((await events()).map(({ kind: each }) => each)).toEqual(['deal.updated']);
  });

  test('of a closer may keep a call that they do not see, and gets no other', async () => {
    const { seller, as } = await sellerOf('CLOSER');
    const eventCallId = await app.call(place.owner);
    const own = await deal(app, seller, { contactId: await contactOf(app, eventCallId), eventCallId });
    const { status, body } = await place.update({ id: own, eventCallId, value: 5 }, as);
    expect([status, body.data.value, body.data.eventCallId]).toEqual([200, 5, eventCallId]);
    const unseen = await place.update({ id: own, eventCallId: await app.call(place.owner) }, as);
    expect([unseen.status, unseen.body.details]).toEqual([404, { path: 'eventCallId' }]);
  });

  test('keeps its contact, with its call, and its currency while there are transactions in it', async () => {
    const { contactId } = await called();
    const kept = 'Must be the id of a contact: a deal cannot lose its contact';
    await refuses(kind, { contactId: null }, { contactId: [kept] });
    const other = await app.contact(place.owner.workspaceId);
    await refuses(kind, { contactId: other }, { contactId: ['Must be the contact of the call'] });
    const eventCallId = await app.call(place.owner);
    await refuses(kind, { eventCallId }, { eventCallId: ['Must be a call with the contact'] });
    await transaction(app, place.owner, { dealId: id, contactId });
    const currency = ['Cannot change: the deal has transactions in this currency'];
    await refuses(kind, { currency: 'EUR' }, { currency });
  });
});

describe('a transaction', () => {
  const kind = kinds[1];
  beforeEach(() => begin(kind));

  test('a new deal brings its contact, and the contact stays when the deal is cleared', async () => {
    const { owner } = place;
    const [first, second] = [await app.contact(owner.workspaceId), await app.contact(owner.workspaceId)];
    const deals = [await deal(app, owner, { contactId: first }), await deal(app, owner, { contactId: second })];
    const change = async (input: object) => (await place.update({ id, ...input })).body.data;
    expect(await change({ dealId: deals[0] })).toMatchObject({ dealId: deals[0], contactId: first });
    expect(await change({ dealId: deals[1] })).toMatchObject({ dealId: deals[1], contactId: second });
    expect(await change({ dealId: null })).toMatchObject({ dealId: null, contactId: second });
    expect(await change({ contactId: first })).toMatchObject({ dealId: null, contactId: first });
    expect((await events()).map(({ previous }) => previous).slice(1)).toEqual([
      { dealId: deals[0], contactId: first },
      { dealId: deals[1] },
      { contactId: second },
    ]);
  });

  test('of a closer may keep a deal that they do not see, and gets no other', async () => {
    const { seller, as } = await sellerOf('CLOSER');
    const contactId = await app.contact(place.owner.workspaceId);
    const dealId = await deal(app, place.owner, { contactId });
    const own = await transaction(app, seller, { dealId });
    const { status, body } = await place.update({ id: own, dealId, contactId, value: 5 }, as);
    expect([status, body.data.value, body.data.contactId]).toEqual([200, 5, contactId]);
    const unseen = await place.update({ id: own, dealId: await deal(app, place.owner) }, as);
    expect([unseen.status, unseen.body.details]).toEqual([404, { path: 'dealId' }]);
  });

  test('has contact and currency of its deal, whichever of the two changes', async () => {
    const { owner } = place;
    const contactId = await app.contact(owner.workspaceId);
    const dealId = await deal(app, owner, { contactId });
    await place.update({ id, dealId });
    const contact = ['Must be the contact of the deal'];
    await refuses(kind, { contactId: await app.contact(owner.workspaceId) }, { contactId: contact });
    await refuses(kind, { contactId: null }, { contactId: contact });
    await refuses(kind, { dealId: await deal(app, owner), contactId }, { contactId: contact });
    const dollars = { currency: ['Must be USD, the currency of the deal'] };
    await refuses(kind, { currency: 'EUR' }, dollars);
    const euros = await deal(app, owner, { contactId, currency: 'EUR' });
    await refuses(kind, { dealId: euros }, { currency: ['Must be EUR, the currency of the deal'] });
    const alone = await transaction(app, owner, { contactId, currency: 'GBP' });
    await refuses(kind, { id: alone, dealId }, dollars);
  });
});
