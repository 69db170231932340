import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';
import { kinds, placeOf } from './kinds.ts';

const app = await useApp();
const notFound = { status: 404, body: { message: 'Resource not found!', code: 'NOT_FOUND' } };
let place: Awaited<ReturnType<typeof placeOf>>;
let id: number;

describe.each(kinds)('DELETE $path', (kind) => {
  const { name, list, type, stored } = kind;
  const ids = async () => (await app.sql<{ id: number }>(`SELECT "id" FROM "${type}"`)).map((row) => row.id);
  beforeEach(async () => {
    place = await placeOf(app, kind);
    id = await stored(app, place.owner);
  });

  test('deletes a record, and returns it as it was; the second time it is not found', async () => {
    const [before] = await place.all();
    const as = await app.apiKey(place.owner, { scopes: [`${list}:write` as const] });
    const { status, body } = await place.remove(`?id=${id}`, as);
    expect({ status, body }).toEqual({ status: 200, body: { data: before } });
    expect(await place.all()).toEqual([]);
    expect(await eventsOf(app, place.owner.workspaceId)).toEqual([{ kind: `${name}.deleted`, payload: before }]);
    expect(await place.remove(`?id=${id}`)).toMatchObject(notFound);
  });

  test('of two requests at once, one deletes it', async () => {
    const answers = await Promise.all([place.remove(`?id=${id}`), place.remove(`?id=${id}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('GraphQL returns the relations of the deleted record, once', async () => {
    const contactId = await app.contact(place.owner.workspaceId);
    const dealId = await deal(app, place.owner, { contactId });
    const payment = await transaction(app, place.owner, { dealId, contactId });
    const [field, other] = name === 'deal' ? ['transactions', dealId] : ['deal', payment];
    const selection = `value contact { id } closerMember { id } ${field} { id }`;
    const document = `mutation { delete${type}(input: { id: ${other} }) { ${selection} } }`;
    const related = name === 'deal' ? { transactions: [{ id: payment }] } : { deal: { id: dealId } };
    const people = { contact: { id: contactId }, closerMember: { id: place.owner.userId } };
    const { body } = await app.graphql(document, place.key);
    expect(body).toEqual({ data: { [`delete${type}`]: { value: '100.00', ...people, ...related } } });
    expect(await ids()).not.toContain(other);
    expect(await app.graphql(document, place.key)).toMatchObject({
      ...{ status: 404, body: { data: { [`delete${type}`]: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] } },
    });
  });

  test('a closer deletes their own, and no others; one of another workspace is not found', async () => {
    const closer = await app.member(place.owner.workspaceId, 'CLOSER');
    const as = await app.apiKey(closer);
    const [own, nobodys] = [await stored(app, closer), await stored(app, place.owner, { userId: null })];
    const theirs = await stored(app, await app.workspace());
    for (const each of [id, nobodys]) expect(await place.remove(`?id=${each}`, as)).toMatchObject(notFound);
    for (const each of [theirs, 2_147_483_647]) expect(await place.remove(`?id=${each}`)).toMatchObject(notFound);
    expect((await place.remove(`?id=${own}`, as)).status).toBe(200);
    expect(await ids()).toEqual(expect.arrayContaining([id, nobodys, theirs]));
  });
});

test('the deal of a deleted transaction stays', async () => {
  place = await placeOf(app, kinds[1]);
  const dealId = await deal(app, place.owner);
  await place.remove(`?id=${await transaction(app, place.owner, { dealId })}`);
  expect(await app.sql('SELECT FROM "Deal" WHERE "id" = $1', [dealId])).toHaveLength(1);
});

describe('of a deleted deal', () => {
  beforeEach(async () => {
    place = await placeOf(app, kinds[0]);
    id = await deal(app, place.owner);
  });
  const dealOf = async (payment: number) =>
    (await app.get(`/v1/transactions/detail?id=${payment}`, place.key)).body.data.dealId;

  test('the transactions stay without a deal, each with an event before that of the deal', async () => {
    const { owner } = place;
    const own = [await transaction(app, owner, { dealId: id }), await transaction(app, owner, { dealId: id })];
    const other = await transaction(app, owner, { dealId: await deal(app, owner) });
    await place.remove(`?id=${id}`);
    expect(await Promise.all(own.map(dealOf))).toEqual([null, null]);
    expect(await dealOf(other)).not.toBeNull();
    expect(await eventsOf(app, owner.workspaceId)).toMatchObject([
      ...own.map((each) => ({
        ...{ kind: 'transaction.updated', payload: { id: each, dealId: null, value: 100 }, previous: { dealId: id } },
      })),
      { kind: 'deal.deleted', payload: { id } },
    ]);
  });

  test('the answers to custom fields go', async () => {
    const { workspaceId } = place.owner;
    const field = { workspaceId, name: 'Term', identifier: 'term', type: 'DEAL', inputType: 'TEXT' };
    const { id: customFieldId } = await app.insert('CustomField', field);
    await app.insert('CustomFieldAnswer', { workspaceId, customFieldId, dealId: id, answer: ['x'] });
    expect((await place.remove(`?id=${id}`)).status).toBe(200);
    expect(await app.sql('SELECT FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [customFieldId])).toEqual([]);
  });

  test('a payment that is entered or changed at the same time stays, and belongs to no deal', async () => {
    const { owner, key } = place;
    for (let round = 0; round < 5; round++) {
      const dealId = await deal(app, owner);
      const own = await transaction(app, owner, { dealId });
      const [removed, made, changed] = await Promise.all([
        place.remove(`?id=${dealId}`),
        sendJson(app, ['POST', '/v1/transactions'], { dealId, value: 5, currency: 'USD' }, { key }),
        sendJson(app, ['PUT', '/v1/transactions'], { id: own, value: 7, currency: 'USD' }, { key }),
      ]);
      expect([removed.status, changed.status]).toEqual([200, 200]);
      expect([201, 404]).toContain(made.status);
      expect(await app.sql('SELECT FROM "Transaction" WHERE "dealId" = $1', [dealId])).toEqual([]);
      const { body } = await app.get(`/v1/transactions/detail?id=${own}`, key);
      expect(body.data).toMatchObject({ dealId: null, value: 7 });
    }
  });
});
