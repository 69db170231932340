import { describe, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { refusals } from '../../support/refusals.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const base = { eventId: await app.event(owner), status: 'DEACTIVATED' };
const { refuses } = refusals(app, ['PUT', '/v1/events/status'], { key, base });

describe('PUT /v1/events/status, and nothing is written', () => {
  test('a deleted event is not found', async () => {
    const deleted = await app.event(owner);
    await app.sql('UPDATE "Event" SET "deletedAt" = now() WHERE "id" = $1', [deleted]);
    const notFound = { status: 404, body: { message: 'Resource not found!', code: 'EVENT_NOT_FOUND' } };
    await refuses({ eventId: deleted }, notFound);
  });

  test('a closer and a setter lack the scope, whatever their key says', async () => {
    const missing = { message: 'Missing scope: events:write', code: 'INSUFFICIENT_SCOPE' };
    for (const role of ['CLOSER', 'SETTER'] as const) {
      const credential = await app.apiKey(await app.member(owner.workspaceId, role));
      await refuses({}, { status: 403, body: missing }, credential);
    }
  });
});
