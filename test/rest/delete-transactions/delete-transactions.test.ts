import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, bearer, useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
import type { Member } from '../../support/factories.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
let id: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['transactions:write', 'transactions:read'] });
  id = await transaction(app, owner, { dealId: await deal(app, owner) });
});

const remove = (query: string, as = key): Promise<Answer> =>
  app.request(`/v1/transactions${query}`, { method: 'DELETE', headers: bearer(as) });
const ids = async () => (await app.sql<{ id: number }>('SELECT "id" FROM "Transaction"')).map((row) => row.id);
const notFound = { status: 404, body: { message: 'Resource not found!', code: 'NOT_FOUND' } };

describe('DELETE /v1/transactions', () => {
  test('deletes a transaction, and returns it as it was', async () => {
    const [before] = (await app.get('/v1/transactions', key)).body.data.transactions;
    const { status, body } = await remove(`?id=${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { data: before } });
    expect((await app.get('/v1/transactions', key)).body.data).toEqual({ transactions: [], count: 0 });
    expect(await eventsOf(app, owner.workspaceId)).toEqual([{ kind: 'transaction.deleted', payload: before }]);
  });

  test('its deal stays, and the second time it is not found', async () => {
    await remove(`?id=${id}`);
    expect(await remove(`?id=${id}`)).toMatchObject(notFound);
    expect(await app.sql('SELECT FROM "Deal" WHERE "workspaceId" = $1', [owner.workspaceId])).toHaveLength(1);
  });

  test('of two requests at once, one deletes it', async () => {
    const answers = await Promise.all([remove(`?id=${id}`), remove(`?id=${id}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('GraphQL deletes the same', async () => {
    const document = `mutation { deleteTransaction(input: { id: ${id} }) { id value dealId } }`;
    const { body } = await app.graphql(document, key);
    expect(body).toEqual({ data: { deleteTransaction: { id, value: '100.00', dealId: expect.any(Number) } } });
    expect(await ids()).not.toContain(id);
  });

  test('GraphQL returns the relations of the deleted record', async () => {
    const contactId = await app.contact(owner.workspaceId);
    const dealId = await deal(app, owner, { contactId });
    const other = await transaction(app, owner, { dealId, contactId });
    const related = 'value deal { id } contact { id } closerMember { id }';
    const document = `mutation { deleteTransaction(input: { id: ${other} }) { ${related} } }`;
    const records = { deal: { id: dealId }, contact: { id: contactId }, closerMember: { id: owner.userId } };
    const everything = await app.apiKey(owner);
    const { body } = await app.graphql(document, everything);
    expect(body).toEqual({ data: { deleteTransaction: { value: '100.00', ...records } } });
    expect(await app.graphql(document, everything)).toMatchObject({
      status: 404,
      body: { data: { deleteTransaction: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] },
    });
  });

  test.each([
    ['', 'Is required'],
    ['?id=', 'Must be an integer'],
    ['?id=x', 'Must be an integer'],
    ['?id=1.0', 'Must be an integer'],
    ['?id=0', 'Must be at least 1'],
    ['?id=2147483648', 'Must be at most 2147483647'],
    ['?id=1&id=2', 'Must be given once'],
  ])('%j is refused', async (query, message) => {
    const { status, body } = await remove(query);
    expect({ status, body }).toEqual({
      status: 400,
      body: variantA({ id: [message] }, '/v1/transactions', 'DELETE'),
    });
    expect(await ids()).toContain(id);
  });

  test('a transaction of another workspace cannot be distinguished from one that does not exist', async () => {
    const theirs = await transaction(app, await app.workspace());
    expect(await remove(`?id=${theirs}`)).toMatchObject(notFound);
    expect(await remove('?id=2147483647')).toMatchObject(notFound);
    expect(await ids()).toContain(theirs);
  });

  test('a closer deletes their own transactions, and no others', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const as = await app.apiKey(closer);
    const [own, nobodys] = [await transaction(app, closer), await transaction(app, owner, { userId: null })];
    for (const each of [id, nobodys]) expect(await remove(`?id=${each}`, as)).toMatchObject(notFound);
    expect((await remove(`?id=${own}`, as)).status).toBe(200);
    expect(await ids()).toEqual(expect.arrayContaining([id, nobodys]));
  });
});
