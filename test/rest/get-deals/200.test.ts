import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { idsOf, idsOfAllPages } from '../../support/lists.ts';
import { deal } from '../../support/sales-factories.ts';

const app = await useApp();

const written = { createdAt: '2026-01-05T06:07:08.009Z', updatedAt: '2026-02-01T00:00:00.000Z' };

describe('GET /v1/deals', () => {
  test('returns exactly the record of a deal, with its value as a number', async () => {
    const owner = await app.workspace();
    const eventCallId = await app.call(owner);
    const [call] = await app.sql<{ contactId: number }>('SELECT "contactId" FROM "EventCall"');
    const contactId = call?.contactId;
    const rest = { currency: 'EUR', transactionType: 'DEPOSIT', productName: 'Growth plan' };
    const time = '2026-01-04T10:00:00.120Z';
    const id = await deal(app, owner, { contactId, eventCallId, value: '1234.50', ...rest, time, ...written });

    const { status, body } = await app.get('/v1/deals', await app.apiKey(owner, { scopes: ['deals:read'] }));

    const expected = { id, contactId, eventCallId, userId: owner.userId, value: 1234.5, ...rest, time, ...written };
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { deals: [expected], count: 1 } }));
  });

  test('GraphQL returns the value as decimal text, to the last digit', async () => {
    const owner = await app.workspace();
    const values = ['0.00', '0.10', '1234.50', '9999999999999999.99', '-5.05'];
    for (const [day, value] of values.entries())
      await deal(app, owner, { value, time: `2026-01-0${9 - day}T00:00:00Z` });
    const key = await app.apiKey(owner);
    const { body } = await app.graphql('{ deals { deals { value } } }', key);
    expect(body.data.deals.deals).toEqual(values.map((value) => ({ value })));
    const returned = (await app.get('/v1/deals', key)).body.data.deals.map(({ value }: { value: number }) => value);
    expect(returned).toEqual(values.map(Number));
  });

  test('returns null for what a deal does not have', async () => {
    const owner = await app.workspace();
    await deal(app, owner, { userId: null });
    const { body } = await app.get('/v1/deals', await app.apiKey(owner));
    expect(body.data.deals[0]).toMatchObject({ eventCallId: null, userId: null, productName: null });
  });

  test('an empty workspace has an empty page and a count of 0', async () => {
    const { status, body } = await app.get('/v1/deals', await app.apiKey(await app.workspace()));
    expect({ status, body }).toEqual({ status: 200, body: { data: { deals: [], count: 0 } } });
  });

  test('is sorted newest first, then by id, and no page drifts', async () => {
    const owner = await app.workspace();
    const made: { id: number; time: string }[] = [];
    for (let index = 0; index < 9; index++) {
      const time = `2026-01-0${1 + (index % 3)}T00:00:00.000Z`;
      made.push({ id: await deal(app, owner, { time }), time });
    }
    const expected = made.sort((a, b) => b.time.localeCompare(a.time) || b.id - a.id).map(({ id }) => id);
    const key = await app.apiKey(owner);
    expect(idsOf(await app.get('/v1/deals', key))).toEqual({ ids: expected, count: 9 });
    expect(await idsOfAllPages(app, '/v1/deals', key, 2)).toEqual(expected);
  });
});
