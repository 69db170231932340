import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { idsOf, idsOfAllPages } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';

const app = await useApp();

const written = {
  time: '2026-01-04T10:00:00.120Z',
  createdAt: '2026-01-05T06:07:08.009Z',
  updatedAt: '2026-02-01T00:00:00.000Z',
};

describe('GET /v1/transactions', () => {
  test('returns exactly the record of a transaction, with its value as a number', async () => {
    const owner = await app.workspace();
    const contactId = await app.contact(owner.workspaceId);
    const dealId = await deal(app, owner, { contactId });
    const rest = {
      currency: 'EUR',
      name: 'Ira Cole',
      email: 'ira@example.com',
      phoneNumber: '+14155550101',
      source: 'Stripe',
      description: 'First\nof three',
    };
    const id = await transaction(app, owner, { dealId, contactId, value: '1234.50', ...rest, ...written });

    const key = await app.apiKey(owner, { scopes: ['transactions:read'] });
    const { status, body } = await app.get('/v1/transactions', key);

    const expected = { id, dealId, contactId, userId: owner.userId, value: 1234.5, ...rest, ...written };
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { transactions: [expected], count: 1 } }));
  });

  test('GraphQL returns the value as decimal text', async () => {
    const owner = await app.workspace();
    await transaction(app, owner, { value: '-1234.50' });
    const { body } = await app.graphql('{ transactions { transactions { value } } }', await app.apiKey(owner));
    expect(body).toEqual({ data: { transactions: { transactions: [{ value: '-1234.50' }] } } });
  });

  test('returns null for what a transaction does not have, and Other as its source', async () => {
    const owner = await app.workspace();
    await transaction(app, owner, { userId: null });
    const { body } = await app.get('/v1/transactions', await app.apiKey(owner));
    const nothing = { dealId: null, contactId: null, userId: null, name: null, email: null, phoneNumber: null };
    expect(body.data.transactions[0]).toMatchObject({ ...nothing, description: null, source: 'Other' });
  });

  test('an empty workspace has an empty page and a count of 0', async () => {
    const { status, body } = await app.get('/v1/transactions', await app.apiKey(await app.workspace()));
    expect({ status, body }).toEqual({ status: 200, body: { data: { transactions: [], count: 0 } } });
  });

  test('is sorted newest first, then by id, and no page drifts', async () => {
    const owner = await app.workspace();
    const made: { id: number; time: string }[] = [];
    for (let index = 0; index < 9; index++) {
      const time = `2026-01-0${1 + (index % 3)}T00:00:00.000Z`;
      made.push({ id: await transaction(app, owner, { time }), time });
    }
    const expected = made.sort((a, b) => b.time.localeCompare(a.time) || b.id - a.id).map(({ id }) => id);
    const key = await app.apiKey(owner);
    expect(idsOf(await app.get('/v1/transactions', key))).toEqual({ ids: expected, count: 9 });
    expect(await idsOfAllPages(app, '/v1/transactions', key, 2)).toEqual(expected);
  });
});
