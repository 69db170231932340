import type { GraphQLObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '#src/graphql/schema.ts';
import { withTextLeaves } from '#src/graphql/text-leaves.ts';
import { useApp } from '../support/app.ts';

const app = await useApp();

const typeOf = (from: typeof schema, type: string, field: string) =>
  String((from.getType(type) as GraphQLObjectType).getFields()[field]?.type);

test('scalars whose values are text are compiled as text, in fields alone', () => {
  const compiled = withTextLeaves(schema);
  const types = [
    ...[['EventCall', 'dateTime'] as const, ['Deal', 'value'] as const, ['Member', 'createdAt'] as const],
    ...[['Contact', 'email'] as const, ['EventDates', 'availabilities'] as const],
  ];
  expect(types.map(([type, field]) => [typeOf(schema, type, field), typeOf(compiled, type, field)])).toEqual([
    ['DateTime!', 'String!'],
    ['Decimal!', 'String!'],
    ['DateTime!', 'String!'],
    ['String', 'String'],
    ['TimesByDate!', 'TimesByDate!'],
  ]);
  const [before, after] = [schema, compiled].map((each) => each.getQueryType()?.getFields().eventCalls?.args);
  expect(after?.map(({ name, type }) => [name, String(type)])).toEqual(
    before?.map(({ name, type }) => [name, String(type)]),
  );
});

test('an instant that is a Date is text where the result of the query cannot be checked', async () => {
  const owner = await app.workspace();
  const id = await app.schedule(owner, {});
  const document = `{ schedule(id: ${id}) { createdAt days { name } } }`;
  const key = await app.apiKey(owner);
  for (const _ of [1, 2]) {
    const { body } = await app.graphql(document, key);
    expect(body.data.schedule.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  }
});

test('a variable keeps the type that the schema has', async () => {
  const owner = await app.workspace();
  const id = await app.call(owner, { dateTime: '2026-03-05T10:00:00.000Z' });
  const key = await app.apiKey(owner);
  const query = (type: string) =>
    `query ($from: ${type}) { eventCalls(dateFrom: $from) { eventCalls { id dateTime createdAt } } }`;
  const found = await app.graphql(query('DateOrDateTime'), key, { from: '2026-03-05' });
  expect(found.body.data.eventCalls.eventCalls).toEqual([
    { id, dateTime: '2026-03-05T10:00:00.000Z', createdAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  expect((await app.graphql(query('String'), key, { from: '2026-03-05' })).body.errors[0].extensions.code).toBe(
    'GRAPHQL_VALIDATION_FAILED',
  );
});
