import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, march, question } from '../../support/bookings.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const booking = await bookingIn(app);
await question(app, booking, { type: 'EMAIL', statement: 'Your e-mail?', required: false });
const { workspaceId, key } = booking;

const send = (method: string, path: string, body: object) => sendJson(app, [method, path], body, { key });
const referrerOf = async (email: string) =>
  (
    await app.sql<{ referrer: string | null }>(
      'SELECT "referrer" FROM "Contact" WHERE "workspaceId" = $1 AND "email" = $2',
      [workspaceId, email],
    )
  )[0]?.referrer;

test.each([
  ['https://Www.Example.com/Pricing?utm_source=x#top', 'https://www.example.com/Pricing'],
  ['http://ira:secret@example.com:8080', 'http://example.com:8080/'],
  [`https://example.com/?${'x'.repeat(3000)}`, 'https://example.com/'],
  ['https://пример.рф/цена', 'https://xn--e1afmkfd.xn--p1ai/%D1%86%D0%B5%D0%BD%D0%B0'],
])('of %s a new contact has the origin and the path', async (referrer, stored) => {
  const email = `${stored.length}@example.com`;
  const { status, body } = await send('POST', '/v1/contacts', { email, referrer });
  expect([status, body.data.referrer]).toEqual([201, stored]);
});

test.each([
  ['example.com/pricing', 'invalid_format'],
  ['', 'invalid_format'],
  ['javascript:alert(1)', 'invalid_format'],
  ['https:example.com', 'invalid_format'],
  [`https://example.com/${'x'.repeat(2048)}`, 'too_long'],
  [5, 'invalid_type'],
])('%s is refused by name', async (referrer, code) => {
  const { linkPrefix } = (await app.sql<{ linkPrefix: string }>('SELECT "linkPrefix" FROM "Event"', []))[0] ?? {};
  const inviteeQuestionAnswers = [{ type: 'EMAIL', answer: 'bad@example.com' }];
  for (const answer of [
    await send('POST', '/v1/contacts', { email: 'bad@example.com', referrer }),
    await booking.book({ email: 'bad@example.com', dateTime: march('05T10:00'), referrer }),
    await send('POST', '/v1/fields/inviteeAnswers', { linkPrefix, inviteeQuestionAnswers, referrer }),
  ]) {
    expect([answer.status, answer.body.message.details.errors]).toMatchObject([400, [{ path: 'referrer', code }]]);
  }
  expect(await referrerOf('bad@example.com')).toBeUndefined();
});

test('a contact keeps the first page at POST, by a booking and by answers, and PUT changes it', async () => {
  const [email, first, later] = ['first@example.com', 'https://a.example/first', 'https://a.example/later'];
  await booking.booked({ email, dateTime: march('05T11:00'), referrer: first });
  expect(await referrerOf(email)).toBe(first);
  await booking.booked({ email, dateTime: march('05T12:00'), referrer: later });
  const again = await send('POST', '/v1/contacts', { email, referrer: later, tag: 'x' });
  expect([again.status, again.body.data.referrer, again.body.data.tag]).toEqual([200, first, 'x']);
  const contactId = again.body.data.id;
  expect((await send('PUT', '/v1/contacts', { contactId, referrer: `${later}?a=b` })).body.data.referrer).toBe(later);
  expect((await send('PUT', '/v1/contacts', { contactId, referrer: null })).body.data.referrer).toBe(null);
});

test('answers without a booking store it with a new contact', async () => {
  const [event] = await app.sql<{ linkPrefix: string }>('SELECT "linkPrefix" FROM "Event" WHERE "id" = $1', [
    booking.eventId,
  ]);
  const inviteeQuestionAnswers = [{ type: 'EMAIL', answer: 'lead@example.com' }];
  const lead = { linkPrefix: event?.linkPrefix, inviteeQuestionAnswers, referrer: 'https://a.example/form?x=1' };
  expect((await send('POST', '/v1/fields/inviteeAnswers', lead)).status).toBe(201);
  expect(await referrerOf('lead@example.com')).toBe('https://a.example/form');
});
