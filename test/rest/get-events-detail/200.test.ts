import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
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
