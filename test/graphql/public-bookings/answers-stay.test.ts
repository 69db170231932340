import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { march } from '../../support/bookings.ts';
import { type LeadsPlace, leadsPlace } from '../../support/leads.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const place = () => leadsPlace(app, { bookingFlow: 'FORM_FIRST' });
const callsOfAnswers = async (event: LeadsPlace) =>
  (await event.rows('InviteeAnswer')).map(({ eventCallId }) => eventCallId);

test('a second booking of an event leaves the answers of the first one to its call', async () => {
  const event = await place();
  await event.send();
  for (let count = 0; count < 2; count++) {
    expect((await event.book()).body.data.createPublicBooking.booking).not.toBeNull();
  }
  const calls = (await event.rows('EventCall')).map(({ id }) => id);
  expect(calls).toHaveLength(2);
  expect((await callsOfAnswers(event)).sort()).toEqual(calls.sort());
});

test('a booking by a member leaves what a lead has answered', async () => {
  const event = await place();
  await event.send();
  const key = await app.apiKey(event.owner);
  const input = { eventId: event.eventId, email: 'ira@example.com', dateTime: march('06T10:00'), timeZone: 'UTC' };
  expect((await sendJson(app, ['POST', '/v1/eventCalls'], input, { key })).status).toBe(201);
  expect(await callsOfAnswers(event)).toContain(null);
});
