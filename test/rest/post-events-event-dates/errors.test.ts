import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { type Booking, bookingIn, datesPath, refusedWith } from '../../support/bookings.ts';
import { detailsWith } from '../../support/errors.ts';

const app = await useApp();
const booking = await bookingIn(app);

const document = `query ($eventId: Int, $linkPrefix: String, $timeZone: String!, $from: Date, $to: Date) {
  eventDates(eventId: $eventId, linkPrefix: $linkPrefix, timeZone: $timeZone, from: $from, to: $to) { timeZone }
}`;

async function overGraphQL({ eventId, key }: Booking, input: object) {
  const whole = { eventId, timeZone: 'UTC', from: '2026-03-05', to: '2026-03-06', ...input };
  const { status, body } = await app.graphql(document, key, whole);
  return [status, body.errors[0].extensions];
}

async function refuses(input: object, expected: object): Promise<void> {
  const details = detailsWith(expected);
  const { status, body } = await booking.dates(input);
  expect({ status, body }).toEqual(refusedWith(details, ['POST', datesPath]));
  expect(await overGraphQL(booking, input)).toEqual([400, { code: 'VALIDATION_FAILED', details }]);
}
const wrong = (input: object, fieldErrors: Record<string, string[]>) => refuses(input, { fieldErrors });

async function missing(of: Booking, input: object = {}): Promise<void> {
  const { status, body } = await of.dates(input);
  const code = 'EVENT_NOT_FOUND';
  const details = { path: 'linkPrefix' in input ? 'linkPrefix' : 'eventId' };
  expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found!', code, details } });
  expect(await overGraphQL(of, input)).toEqual([404, { code, details }]);
}

const oneEvent = ['Exactly one of eventId and linkPrefix is required'];

describe('POST /v1/events/eventDates: 400', () => {
  test('neither or both of eventId and linkPrefix', async () => {
    await refuses({ eventId: undefined }, { formErrors: oneEvent });
    await refuses({ linkPrefix: 'ada/growth-review' }, { formErrors: oneEvent });
  });

  test('to is at most 59 days after from', async () => {
    expect((await booking.dates({ to: '2026-05-03' })).status).toBe(200);
    await wrong({ to: '2026-05-04' }, { to: ['Must be at most 59 days after 2026-03-05'] });
    await wrong({ from: '2000-01-01', to: '2999-12-31' }, { to: ['Must be at most 59 days after 2000-01-01'] });
    // Without from, it begins today in the time zone of the request.
    await wrong({ from: undefined, to: '2026-05-03' }, { to: ['Must be at most 59 days after 2026-03-04'] });
    const inKiritimati = { timeZone: 'Pacific/Kiritimati', from: undefined };
    expect((await booking.dates({ ...inKiritimati, to: '2026-05-03' })).status).toBe(200);
  });

  test('to is not before from', async () => {
    await wrong({ to: '2026-03-04' }, { to: ['Must not be before 2026-03-05, the first date'] });
    await wrong({ from: undefined, to: '2026-03-03' }, { to: ['Must not be before 2026-03-04, the first date'] });
  });
});

describe('POST /v1/events/eventDates: EVENT_NOT_FOUND for an event', () => {
  test.each([{ status: 'DEACTIVATED' as const }, { deletedAt: '2026-03-01T00:00:00Z' }])('with %j', async (draft) =>
    missing(await bookingIn(app, draft)),
  );

  test('without hosts', async () => missing(await bookingIn(app, {}, { hosts: async () => [] })));
});
