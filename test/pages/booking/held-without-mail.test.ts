import { expect, test } from 'vitest';
import { bearer } from '../../support/app.ts';
import { holdingEvent, hour, useHoldingApp } from '../../support/held-bookings.ts';
import { sendJson } from '../../support/lists.ts';

const { app } = await useHoldingApp({ mailer: undefined });

test('where no mail is sent, 30 bookings of a network are made in an hour and the next is a 429', async () => {
  const event = await holdingEvent(app);
  for (let number = 0; number < 30; number += 15) {
    for (const page of await event.fill(15, event.office, number)) expect(page.status).toBe(303);
    app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
  }
  const page = await event.book(hour(1), { name: 'Ada', email: 'ada@example.com' });
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '3480']);
  expect(page.text).toContain('There were too many bookings from your network');
  expect(page.text).toContain('Please try again in 58 minutes.');
  expect(page.values.get('email')).toBe('ada@example.com');
  expect(await event.holds()).toEqual([]);
  expect(await event.calls()).toHaveLength(30);
  // Who has a credential is not limited this way.
  const key = await app.apiKey(event.owner);
  const input = {
    eventId: event.eventId,
    dateTime: hour(1),
    timeZone: 'UTC',
    email: 'ada@example.com',
    firstName: 'Ada',
  };
  const headers = { ...bearer(key), 'x-forwarded-for': event.office };
  expect((await sendJson(app, ['POST', '/v1/eventCalls'], input, { key, headers })).status).toBe(201);
  app.clock.set('2026-03-04T13:00:00.000Z');
  expect((await event.book(hour(2), { name: 'Bo', email: 'bo@example.com' })).status).toBe(303);
});
