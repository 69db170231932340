import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventRows } from '../../support/events.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const eventId = await app.event(owner);

async function refuses(input: object, expected: { status: number; body: object }, credential = key): Promise<void> {
  const before = await eventRows(app, owner);
  const { status, body } = await sendJson(app, ['PUT', '/v1/events/status'], input, { key: credential });
  expect({ status, body }).toEqual(expected);
  expect(await eventRows(app, owner)).toEqual(before);
}

describe('PUT /v1/events/status, and nothing is written', () => {
  test('a deleted event is not found', async () => {
    const deleted = await app.event(owner);
    await app.sql('UPDATE "Event" SET "deletedAt" = now() WHERE "id" = $1', [deleted]);
    const notFound = { status: 404, body: { message: 'Resource not found!', code: 'EVENT_NOT_FOUND' } };
    await refuses({ eventId: deleted, status: 'DEACTIVATED' }, notFound);
  });

  test('a closer and a setter lack the scope, whatever their key says', async () => {
    const missing = { message: 'Missing scope: events:write', code: 'INSUFFICIENT_SCOPE' };
    for (const role of ['CLOSER', 'SETTER'] as const) {
      const credential = await app.apiKey(await app.member(owner.workspaceId, role));
      await refuses({ eventId, status: 'DEACTIVATED' }, { status: 403, body: missing }, credential);
    }
  });
});
