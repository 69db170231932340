import { describe, expect, test } from 'vitest';
import { openPage } from '../../support/booking-pages.ts';
import { type HoldingEvent, holdingEvent, hour, useHoldingApp } from '../../support/held-bookings.ts';

const { app, takeMails } = await useHoldingApp();

const document = `mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) {
  booking { dateTime } token redirectUrl disqualified { message } confirmation { expiresAt } } }`;

async function send({ linkPrefix, office }: HoldingEvent, input: object, headers: Record<string, string> = {}) {
  const variables = { input: { linkPrefix, timeZone: 'UTC', firstName: 'Ada', ...input } };
  const { body } = await app.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': office, ...headers },
    body: JSON.stringify({ query: document, variables }),
  });
  return body;
}

const confirmation = { expiresAt: '2026-03-04T12:15:00.000Z' };
const held = { booking: null, token: null, redirectUrl: null, disqualified: null, confirmation };

describe('createPublicBooking beyond 10 bookings an hour of a network', () => {
  test('holds the booking, says until when, and the link in the mail books it', async () => {
    const event = await holdingEvent(app);
    for (let number = 0; number < 10; number++) {
      const { data } = await send(event, { dateTime: hour(number), email: `guest${number}@example.com` });
      expect(data.createPublicBooking).toMatchObject({ booking: { dateTime: hour(number) }, confirmation: null });
    }
    const { data } = await send(event, { dateTime: hour(20), email: 'ada@example.com', language: 'fr' });
    expect(data.createPublicBooking).toEqual(held);
    expect(await event.calls()).toHaveLength(10);
    const [mail] = await takeMails();
    expect(mail?.text).toContain('Confirmez votre réservation');
    const page = await openPage(app, mail?.link ?? '', { form: new URLSearchParams({ do: 'confirm' }) });
    expect(page.status).toBe(303);
    expect((await event.calls()).at(-1)).toMatchObject({ dateTime: hour(20), language: 'fr', inviteeName: 'Ada' });
  });

  test('and the page counts with it; an Idempotency-Key holds once', async () => {
    const event = await holdingEvent(app);
    await event.fill(10);
    const key = { 'idempotency-key': 'a-key-that-is-long-enough' };
    const input = { dateTime: hour(1), email: 'ada@example.com' };
    const answers = [await send(event, input, key), await send(event, input, key)];
    expect(answers.map(({ data }) => data.createPublicBooking)).toEqual([held, held]);
    expect(await event.holds()).toHaveLength(1);
    expect(await takeMails()).toHaveLength(1);
  });

  test('asks for an e-mail address where there is a phone number alone', async () => {
    const event = await holdingEvent(app, {}, ['NAME']);
    await event.fill(10);
    const { errors } = await send(event, { dateTime: hour(1), phoneNumber: '+14155550100' });
    expect(errors[0].extensions.details.errors).toEqual([
      {
        ...{ path: 'email', code: 'required' },
        message:
          'An email address is required: there were many bookings from this network, so this one must be confirmed by email',
      },
    ]);
    expect(await event.holds()).toEqual([]);
  });

  test('refuses what it would hold where the mailbox has had its mails of the hour', async () => {
    const event = await holdingEvent(app);
    await event.fill(10);
    const bodies = [];
    for (let number = 0; number < 6; number++) {
      bodies.push(await send(event, { dateTime: hour(number), email: `full+${number}@example.com` }));
    }
    expect(bodies.slice(0, 5).map(({ data }) => data.createPublicBooking)).toEqual(
      Array.from({ length: 5 }, () => held),
    );
    expect(bodies[5].errors[0].extensions).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 3600 });
    expect(await takeMails()).toHaveLength(5);
  });

  test('is about those without a credential alone', async () => {
    const event = await holdingEvent(app);
    await event.fill(10);
    const key = await app.apiKey(event.owner);
    const input = {
      eventId: event.eventId,
      dateTime: hour(1),
      timeZone: 'UTC',
      email: 'a@example.com',
      firstName: 'A',
    };
    const { body } = await app.request('/v1/eventCalls', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-forwarded-for': event.office },
      body: JSON.stringify(input),
    });
    expect(body.data).toMatchObject({ dateTime: hour(1) });
    expect(await event.holds()).toEqual([]);
  });
});

test('whoever is erased has nothing that waits for them, by any address and number that is known of them', async () => {
  const event = await holdingEvent(app, {}, []);
  const { workspaceId } = event.owner;
  await event.fill(10);
  const person = { dateTime: hour(1), email: 'Guest3@Example.com', firstName: 'Wilhelmine' };
  await send(event, person);
  await send(event, { dateTime: hour(2), email: 'other3@example.com', phoneNumber: '+14155551003' });
  await send(event, { dateTime: hour(3), email: 'stays@example.com' });
  const [contact] = await app.sql<{ id: number }>(
    'SELECT "id" FROM "Contact" WHERE "workspaceId" = $1 AND "email" = $2',
    [workspaceId, 'guest3@example.com'],
  );
  await app.sql('UPDATE "Contact" SET "phoneNumber" = $1 WHERE "id" = $2', ['+14155551003', contact?.id]);
  const key = await app.apiKey(event.owner);
  const erased = await app.graphql(`mutation { eraseContact(input: { id: ${contact?.id} }) { id } }`, key);
  expect(erased.body.errors).toBeUndefined();
  expect((await event.holds()).map(({ email }) => email)).toEqual(['stays@example.com']);
});
