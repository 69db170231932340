import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../support/app.ts';
import { customField } from '../support/custom-fields.ts';
import type { Member } from '../support/factories.ts';
import { eventsOf } from '../support/webhook-rows.ts';

let owner: Member;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
});

const document = `mutation ($input: OrderCustomFieldsInput!) {
  orderCustomFields(input: $input) { fields { id displayIndex } } }`;

async function order(ids: readonly number[], type = 'CONTACT'): Promise<Body> {
  return (await app.graphql(document, await app.session(owner), { input: { type, ids } })).body;
}

const field = (identifier: string, displayIndex: number, row: object = {}) =>
  customField(app, owner.workspaceId, { identifier, displayIndex, ...row });

async function stored(): Promise<unknown> {
  const sql = 'SELECT "identifier" FROM "CustomField" WHERE "workspaceId" = $1 ORDER BY "displayIndex", "id"';
  return (await app.sql<{ identifier: string }>(sql, [owner.workspaceId])).map(({ identifier }) => identifier);
}

describe('orderCustomFields', () => {
  test('gives the fields the positions that they share; the others keep theirs', async () => {
    const [a, , c, d] = [await field('a', 2), await field('b', 5), await field('c', 7), await field('d', 9)];
    const { data } = await order([d, a, c]);
    expect(data.orderCustomFields.fields).toEqual([
      { id: d, displayIndex: 2 },
      { id: a, displayIndex: 7 },
      { id: c, displayIndex: 9 },
    ]);
    expect(await stored()).toEqual(['d', 'b', 'a', 'c']);
  });

  test.each([
    ['the same', 0],
    ['the last', 1_000_000],
  ])('separates fields that have %s position', async (_, place) => {
    const [a, b, c] = [await field('a', place), await field('b', place), await field('c', place)];
    await order([c, a, b]);
    expect(await stored()).toEqual(['c', 'a', 'b']);
  });

  test('writes an event for each field that moved', async () => {
    const [a, b, c] = [await field('a', 0), await field('b', 1), await field('c', 2)];
    await order([b, a, c]);
    const events = await eventsOf(app, owner.workspaceId);
    expect(events.map(({ kind, payload, previous }) => [kind, (payload as Body).id, previous])).toEqual([
      ['field.changed', b, { displayIndex: 1 }],
      ['field.changed', a, { displayIndex: 0 }],
    ]);
  });

  test('refuses fields of another type or workspace and ids that come twice, and moves none', async () => {
    const [a, b] = [await field('a', 0), await field('b', 1)];
    const call = await field('call', 0, { type: 'CALL' });
    const theirs = await customField(app, (await app.workspace()).workspaceId, { identifier: 'theirs' });
    for (const foreign of [call, theirs]) {
      const { errors } = await order([b, foreign, a]);
      expect(errors[0].extensions).toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const ids of [[], [b, a, b]]) {
      const { errors } = await order(ids);
      expect(errors[0].extensions).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { fieldErrors: { ids: expect.any(Array) } },
      });
    }
    expect(await stored()).toEqual(['a', 'call', 'b']);
  });
});
