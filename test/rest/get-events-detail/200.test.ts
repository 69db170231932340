import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { variantAForm } from '../../support/errors.ts';
import { fullEvent } from '../../support/full-event.ts';

const app = await useApp();

test('GET /v1/events/detail returns exactly the same event by id and by link', async () => {
  const owner = await app.workspace();
  await app.event(owner);
  const expected = await fullEvent(app, owner);
  const key = await app.apiKey(owner, { scopes: ['events:read'] });
  for (const query of [`eventId=${expected.id}`, `linkPrefix=${encodeURIComponent(expected.linkPrefix)}`]) {
    const { status, body } = await app.get(`/v1/events/detail?${query}`, key);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { ...expected, customFieldAnswers: [] } }));
  }
});

test('GET /v1/events/detail returns an event that is not activated, too', async () => {
  const owner = await app.workspace();
  const id = await app.event(owner);
  await app.sql('UPDATE "Event" SET "status" = $2 WHERE "id" = $1', [id, 'DEACTIVATED']);
  const key = await app.apiKey(await app.member(owner.workspaceId, 'CLOSER'));
  const { body } = await app.get(`/v1/events/detail?eventId=${id}`, key);
  expect([body.data.id, body.data.status]).toEqual([id, 'DEACTIVATED']);
});

const path = '/v1/events/detail';

test('an empty link is that of no event', async () => {
  const { status, body } = await app.get(`${path}?linkPrefix=`, await app.apiKey(await app.workspace()));
  expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found!', code: 'EVENT_NOT_FOUND' } });
});

test.each(['', 'eventId=1&linkPrefix=a/b'])('%j: exactly one is required', async (query) => {
  const { status, body } = await app.get(`${path}?${query}`, await app.apiKey(await app.workspace()));
  const message = 'Exactly one of eventId and linkPrefix is required';
  expect({ status, body }).toEqual({ status: 400, body: variantAForm([message], path, 'GET') });
});
