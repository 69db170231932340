import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { bookingIn, march } from '../../support/bookings.ts';

const app = await useApp();
const booking = await bookingIn(app, { linkPrefix: 'ada/growth-review' });

/** The statements of one request, without those that are written behind requests now and then. */
async function statementsOf(input: object): Promise<string[]> {
  app.statements.splice(0);
  expect((await booking.dates(input)).status).toBe(200);
  return app.statements.filter((name) => !name.endsWith('Uses'));
}

test('the slots cost one statement besides the credential, however many hosts, calls and dates there are', async () => {
  const cost = ['credentials.apiKey', 'scheduling.byId'];
  await statementsOf({});
  expect(await statementsOf({})).toEqual(cost);
  for (let count = 0; count < 5; count++) {
    const host = await app.member(booking.workspaceId, 'CLOSER');
    await openAlways(app, host, { eventId: booking.eventId });
    await app.call(host, { dateTime: march('05T10:00') });
  }
  expect(await statementsOf({ to: '2026-05-03' })).toEqual(cost);
  const byLink = { eventId: undefined, linkPrefix: 'ada/growth-review' };
  expect(await statementsOf(byLink)).toEqual(['credentials.apiKey', 'scheduling.byLink']);
});

test('a refusal costs the credential alone', async () => {
  app.statements.splice(0);
  expect((await booking.dates({ to: '2026-12-31' })).status).toBe(400);
  expect(app.statements.filter((name) => !name.endsWith('Uses'))).toEqual(['credentials.apiKey']);
});
