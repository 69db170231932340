import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, cancelPath, march, refusedWith } from '../../support/bookings.ts';
import { detailsWith } from '../../support/errors.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const booking = await bookingIn(app);
const id = (await booking.booked({ dateTime: march('05T10:00') })).id;

const stored = async () => [
  await app.sql('SELECT * FROM "EventCall" ORDER BY "id"'),
  await eventsOf(app, booking.workspaceId),
];

async function wrong(input: object, fieldErrors: Record<string, string[]>): Promise<void> {
  const before = await stored();
  const { status, body } = await booking.cancel({ id, ...input });
  expect({ status, body }).toEqual(refusedWith(detailsWith({ fieldErrors }), ['PUT', cancelPath]));
  expect(await stored()).toEqual(before);
}

async function missing(input: object, as = booking.key): Promise<void> {
  const before = await stored();
  const { status, body } = await booking.cancel(input, as);
  expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found!', code: 'NOT_FOUND' } });
  const graph = await changeByGraphQL(app, as, 'cancelEventCall', input);
  expect([graph.status, graph.body.errors[0].extensions]).toEqual([404, { code: 'NOT_FOUND' }]);
  expect(await stored()).toEqual(before);
}

describe('PUT /v1/eventCalls/cancel, and nothing is written', () => {
  test.each<[object, Record<string, string[]>]>([
    [{ id: undefined }, { id: ['Is required'] }],
    [{ id: String(5) }, { id: ['Must be an integer'] }],
    [{ id: null }, { id: ['Must be an integer'] }],
    [{ id: 0 }, { id: ['Must be at least 1'] }],
    [{ cancelReason: 5 }, { cancelReason: ['Must be a string'] }],
    [{ cancelReason: null }, { cancelReason: ['Must be a string'] }],
    [{ cancelReason: 'x'.repeat(10_001) }, { cancelReason: ['Must be at most 10000 characters'] }],
    [{ cancelReason: '\u0000' }, { cancelReason: ['Must not contain control characters or broken Unicode'] }],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test('a call that does not exist, or of another workspace', async () => {
    const other = await bookingIn(app);
    await missing({ id: 2_147_483_647 });
    await missing({ id: (await other.booked({ dateTime: march('05T10:00') })).id });
  });

  test.each(['CLOSER', 'SETTER'] as const)('a call that a %s does not see', async (role) => {
    await missing({ id }, await app.apiKey(await app.member(booking.workspaceId, role)));
  });
});
