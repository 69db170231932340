import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
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

const values = 'Must be one of: ACTIVATED, DEACTIVATED';

describe('PUT /v1/events/status, and nothing is written', () => {
  test.each<[object, Record<string, string[]>]>([
    [{ eventId: undefined }, { eventId: ['Is required'] }],
    [{ eventId: null }, { eventId: ['Must be an integer'] }],
    [{ eventId: '1' }, { eventId: ['Must be an integer'] }],
    [{ eventId: 1.5 }, { eventId: ['Must be an integer'] }],
    [{ eventId: 0 }, { eventId: ['Must be at least 1'] }],
    [{ eventId: 2_147_483_648 }, { eventId: ['Must be at most 2147483647'] }],
    [{ eventId: [1] }, { eventId: ['Must be an integer'] }],
    [{ status: undefined }, { status: ['Is required'] }],
    [{ status: null }, { status: [values] }],
    [{ status: 'activated' }, { status: [values] }],
    [{ status: 'DELETED' }, { status: [values] }],
    [{ status: ['ACTIVATED'] }, { status: [values] }],
    [{ status: { toString: 1 } }, { status: [values] }],
    [
      { eventId: undefined, status: undefined },
      { eventId: ['Is required'], status: ['Is required'] },
    ],
  ])('%j is refused by name', (input, fieldErrors) =>
    refuses(
      { eventId, status: 'DEACTIVATED', ...input },
      { status: 400, body: variantA(fieldErrors, '/v1/events/status', 'PUT') },
    ),
  );

  test('an unknown event, one of another workspace and a deleted one are not found', async () => {
    const deleted = await app.event(owner);
    await app.sql('UPDATE "Event" SET "deletedAt" = now() WHERE "id" = $1', [deleted]);
    const notFound = { status: 404, body: { message: 'Resource not found!', code: 'EVENT_NOT_FOUND' } };
    for (const id of [2_147_483_647, await app.event(await app.workspace()), deleted]) {
      await refuses({ eventId: id, status: 'DEACTIVATED' }, notFound);
    }
  });

  test('a closer and a setter lack the scope, whatever their key says', async () => {
    const missing = { message: 'Missing scope: events:write', code: 'INSUFFICIENT_SCOPE' };
    for (const role of ['CLOSER', 'SETTER'] as const) {
      const credential = await app.apiKey(await app.member(owner.workspaceId, role));
      await refuses({ eventId, status: 'DEACTIVATED' }, { status: 403, body: missing }, credential);
    }
  });
});
