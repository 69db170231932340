import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, openPage } from '../../support/booking-pages.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp(manyAddresses);

test('the file of a booking is kept by no cache, saved under a name, and shown inside no other site', async () => {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/own-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix });
  const form = new URLSearchParams({
    ...{ email: 'ira@example.com', 'answer.none': '', dateTime: '2026-03-05T10:00:00.000Z', timeZone: 'UTC' },
  });
  const { location } = await openPage(app, `/e/${linkPrefix}`, { form });
  const { headers } = await openPage(app, `${new URL(location ?? '', `${app.url}/e/${linkPrefix}`).pathname}.ics`);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="call.ics"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
});
