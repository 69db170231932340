import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { variantA, variantAForm } from '../../support/errors.ts';

const app = await useApp();
const key = await app.apiKey(await app.workspace());
const id = await app.event(await app.workspace());
const [theirs] = (await app.sql('SELECT "id", "linkPrefix" FROM "Event" WHERE "id" = $1', [id])) as [
  { id: number; linkPrefix: string },
];

const path = '/v1/events/detail';
const ask = async (query: string) => {
  const { status, body } = await app.get(`${path}?${query}`, key);
  return { status, body };
};
const notFound = { status: 404, body: { message: 'Resource not found!', code: 'EVENT_NOT_FOUND' } };

test.each(['eventId=2147483647', 'linkPrefix=nobody/nothing', 'linkPrefix='])('%s: not found', async (query) => {
  expect(await ask(query)).toEqual(notFound);
});

test('an event of another workspace cannot be distinguished from one that does not exist', async () => {
  expect(await ask(`eventId=${theirs.id}`)).toEqual(notFound);
  expect(await ask(`linkPrefix=${theirs.linkPrefix}`)).toEqual(notFound);
});

test.each(['', 'eventId=1&linkPrefix=a/b'])('%j: exactly one is required', async (query) => {
  const message = 'Exactly one of eventId and linkPrefix is required';
  expect(await ask(query)).toEqual({ status: 400, body: variantAForm([message], path, 'GET') });
});

test.each([
  ['eventId=abc', { eventId: ['Must be an integer'] }],
  ['eventId=0', { eventId: ['Must be at least 1'] }],
  [`linkPrefix=${'x'.repeat(256)}`, { linkPrefix: ['Must be at most 255 characters'] }],
  ['linkPrefix=%00', { linkPrefix: ['Must not contain control characters or broken Unicode'] }],
])('%s is refused by name', async (query, fieldErrors) => {
  expect(await ask(query)).toEqual({ status: 400, body: variantA(fieldErrors, path) });
});
