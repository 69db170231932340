import { describe, expect, test } from 'vitest';
import { answerable } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { type Booking, bookingIn, bookingRows, march, noBookingRows } from '../../support/bookings.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';

const app = await useApp();

const message = 'Resource not found!';

/** Refused over REST and GraphQL with this code, and nothing is written. */
async function refuses(booking: Booking, input: object, code: string, path: string): Promise<void> {
  const details = { path };
  const before = await bookingRows(app, booking.workspaceId);
  const whole = { dateTime: march('05T10:00'), timeZone: 'UTC', email: 'ira@example.com', ...input };
  const { key } = booking;
  const { status, body } = await booking.book(whole, key, { 'idempotency-key': crypto.randomUUID() });
  expect({ status, body }).toEqual({ status: 404, body: { message, code, details } });
  const graph = await changeByGraphQL(app, key, 'createEventCall', { eventId: booking.eventId, ...whole });
  const [error] = graph.body.errors;
  expect([graph.status, error.message, error.extensions]).toEqual([404, message, { code, details }]);
  expect(await bookingRows(app, booking.workspaceId)).toEqual(before);
}

const byLink = (linkPrefix: string) => ({ eventId: undefined, linkPrefix });

describe('EVENT_NOT_FOUND, and nothing is written: an event', () => {
  test('that does not exist', async () => {
    const booking = await bookingIn(app);
    await refuses(booking, { eventId: 2_147_483_647 }, 'EVENT_NOT_FOUND', 'eventId');
    await refuses(booking, byLink('nobody/nothing'), 'EVENT_NOT_FOUND', 'linkPrefix');
    await refuses(booking, byLink(''), 'EVENT_NOT_FOUND', 'linkPrefix');
  });

  test.each([{ status: 'DEACTIVATED' as const }, { deletedAt: '2026-03-01T00:00:00Z' }])('with %j', async (draft) => {
    const booking = await bookingIn(app, { ...draft, linkPrefix: `ada/${Object.keys(draft)}` });
    await refuses(booking, {}, 'EVENT_NOT_FOUND', 'eventId');
    await refuses(booking, byLink(`ada/${Object.keys(draft)}`), 'EVENT_NOT_FOUND', 'linkPrefix');
  });

  test('without hosts, or whose hosts have left', async () => {
    await refuses(await bookingIn(app, {}, { hosts: async () => [] }), {}, 'EVENT_NOT_FOUND', 'eventId');
    const hosts = async ({ workspaceId }: { workspaceId: number }) => [await app.member(workspaceId, 'CLOSER')];
    const booking = await bookingIn(app, {}, { hosts });
    await app.sql(`DELETE FROM "Membership" WHERE "workspaceId" = $1 AND "role" = 'CLOSER'`, [booking.workspaceId]);
    await refuses(booking, {}, 'EVENT_NOT_FOUND', 'eventId');
  });

  test('whose host has no schedule any more', async () => {
    const booking = await bookingIn(app);
    await app.sql('DELETE FROM "Schedule" WHERE "workspaceId" = $1', [booking.workspaceId]);
    await refuses(booking, {}, 'EVENT_NOT_FOUND', 'eventId');
  });

  test('of another workspace', async () => {
    const [booking, other] = [await bookingIn(app), await bookingIn(app, { linkPrefix: 'other/review' })];
    await refuses(booking, { eventId: other.eventId }, 'EVENT_NOT_FOUND', 'eventId');
    await refuses(booking, byLink('other/review'), 'EVENT_NOT_FOUND', 'linkPrefix');
    expect(await bookingRows(app, other.workspaceId)).toEqual(noBookingRows);
  });
});

describe('NOT_FOUND, and nothing is written', () => {
  test('a custom field that does not exist, or of another workspace', async () => {
    const booking = await bookingIn(app);
    const { id, identifier } = await answerable(app, (await app.workspace()).workspaceId, { type: 'CALL' });
    for (const field of [{ customFieldId: 2_147_483_647 }, { customFieldId: id }, { identifier }]) {
      const path = `secondaryQuestionsAnswer[0].${Object.keys(field)[0]}`;
      await refuses(booking, { secondaryQuestionsAnswer: [{ ...field, answer: ['x'] }] }, 'NOT_FOUND', path);
    }
  });
});
