import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, bearer, useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
let id: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
  id = await deal(app, owner);
});

const remove = (query: string, as = key): Promise<Answer> =>
  app.request(`/v1/deals${query}`, { method: 'DELETE', headers: bearer(as) });
const ids = async () => (await app.sql<{ id: number }>('SELECT "id" FROM "Deal"')).map((row) => row.id);
const notFound = { status: 404, body: { message: 'Resource not found!', code: 'NOT_FOUND' } };

describe('DELETE /v1/deals', () => {
  test('deletes a deal, and returns it as it was', async () => {
    const [before] = (await app.get('/v1/deals', key)).body.data.deals;
    const { status, body } = await remove(`?id=${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { data: before } });
    expect((await app.get('/v1/deals', key)).body.data).toEqual({ deals: [], count: 0 });
    expect(await eventsOf(app, owner.workspaceId)).toEqual([{ kind: 'deal.deleted', payload: before }]);
    expect(await remove(`?id=${id}`)).toMatchObject(notFound);
  });

  test('its transactions stay without a deal, each with an event before that of the deal', async () => {
    const own = [await transaction(app, owner, { dealId: id }), await transaction(app, owner, { dealId: id })];
    const other = await transaction(app, owner, { dealId: await deal(app, owner) });
    await remove(`?id=${id}`);
    const rows = await app.sql<{ id: number }>(
      'SELECT "id" FROM "Transaction" WHERE "workspaceId" = $1 AND "dealId" IS NULL ORDER BY "id"',
      [owner.workspaceId],
    );
    expect(rows.map((row) => row.id)).toEqual(own);
    expect((await app.get(`/v1/transactions/detail?id=${other}`, key)).body.data.dealId).not.toBeNull();
    expect(await eventsOf(app, owner.workspaceId)).toMatchObject([
      ...own.map((each) => ({
        ...{ kind: 'transaction.updated', payload: { id: each, dealId: null, value: 100 }, previous: { dealId: id } },
      })),
      { kind: 'deal.deleted', payload: { id } },
    ]);
  });

  test('its answers to custom fields go', async () => {
    const field = { workspaceId: owner.workspaceId, name: 'Term', identifier: 'term', type: 'DEAL', inputType: 'TEXT' };
    const { id: customFieldId } = await app.insert('CustomField', field);
    await app.insert('CustomFieldAnswer', { workspaceId: owner.workspaceId, customFieldId, dealId: id, answer: ['x'] });
    expect((await remove(`?id=${id}`)).status).toBe(200);
    expect(await app.sql('SELECT FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [customFieldId])).toEqual([]);
  });

  test('of two requests at once, one deletes it', async () => {
    const answers = await Promise.all([remove(`?id=${id}`), remove(`?id=${id}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('GraphQL returns the relations of the deleted record', async () => {
    const own = await transaction(app, owner, { dealId: id });
    const document = `mutation { deleteDeal(input: { id: ${id} }) { value contact { id } transactions { id } } }`;
    const { body } = await app.graphql(document, key);
    expect(body).toEqual({
      data: { deleteDeal: { value: '100.00', contact: { id: expect.any(Number) }, transactions: [{ id: own }] } },
    });
    expect(await ids()).not.toContain(id);
  });

  test.each([
    ['', 'Is required'],
    ['?id=x', 'Must be an integer'],
    ['?id=0', 'Must be at least 1'],
    ['?id=1&id=2', 'Must be given once'],
  ])('%j is refused', async (query, message) => {
    const { status, body } = await remove(query);
    expect({ status, body }).toEqual({ status: 400, body: variantA({ id: [message] }, '/v1/deals', 'DELETE') });
    expect(await ids()).toContain(id);
  });

  test('a closer deletes their own deals, and no others; a deal of another workspace is not found', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const [as, own] = [await app.apiKey(closer), await deal(app, closer)];
    const theirs = await deal(app, await app.workspace());
    expect(await remove(`?id=${id}`, as)).toMatchObject(notFound);
    expect(await remove(`?id=${theirs}`)).toMatchObject(notFound);
    expect((await remove(`?id=${own}`, as)).status).toBe(200);
    expect(await ids()).toEqual(expect.arrayContaining([id, theirs]));
  });

  test('a payment that is entered or changed at the same time stays, and belongs to no deal', async () => {
    for (let round = 0; round < 5; round++) {
      const dealId = await deal(app, owner);
      const own = await transaction(app, owner, { dealId });
      const sale = { dealId, value: 5, currency: 'USD' };
      const [removed, made, changed] = await Promise.all([
        remove(`?id=${dealId}`),
        sendJson(app, ['POST', '/v1/transactions'], sale, { key }),
        sendJson(app, ['PUT', '/v1/transactions'], { id: own, value: 7, currency: 'USD' }, { key }),
      ]);
      expect([removed.status, changed.status]).toEqual([200, 200]);
      expect([201, 404]).toContain(made.status);
      expect(await app.sql('SELECT FROM "Transaction" WHERE "dealId" = $1', [dealId])).toEqual([]);
      expect((await app.get(`/v1/transactions/detail?id=${own}`, key)).body.data).toMatchObject({
        dealId: null,
        value: 7,
      });
    }
  });
});
