import { expect, test } from 'vitest';
import { bearer, useApp } from '../../support/app.ts';
import { bookingIn } from '../../support/bookings.ts';
import { sendJson } from '../../support/lists.ts';
import { fromNow } from '../../support/present.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const secondaryEmail = 'Qvortrup@Work.example';
const secondaryPhoneNumber = '+4930901829';

/** The tables with a row that has the second address or number. */
async function tablesWithThem(): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `SELECT relname AS "name" FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const text = `SELECT FROM "${name}" r WHERE r::text ILIKE ANY ($1) LIMIT 1`;
    const rows = await app.sql(text, [['%qvortrup@work.example%', `%${secondaryPhoneNumber}%`]]);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

test('an erasure finds what is stored by the second address and number of a contact', async () => {
  const { workspaceId, key, owner, eventId } = await bookingIn(app);
  const send = async (path: string, body: object, headers = {}) => {
    const { status, body: answer } = await sendJson(app, ['POST', path], body, { key, headers });
    expect([status, answer]).toEqual([201, expect.anything()]);
    return answer.data.id as number;
  };
  const contact = { email: 'a@example.com', secondaryEmail, secondaryPhoneNumber };
  const id = await send('/v1/contacts', contact, { 'idempotency-key': 'new' });
  // Payments of others' names and of none, of which one is gone but for its events.
  const paid = { value: 5, currency: 'USD', name: 'Q' };
  const payments = [
    await send('/v1/transactions', { ...paid, email: secondaryEmail.toLowerCase() }),
    await send('/v1/transactions', { ...paid, phoneNumber: secondaryPhoneNumber }),
  ];
  const gone = await send('/v1/transactions', { ...paid, email: secondaryEmail, phoneNumber: secondaryPhoneNumber });
  await app.request(`/v1/transactions?id=${gone}`, { method: 'DELETE', headers: bearer(key) });
  await app.insert('SavedView', { ...owner, list: 'contacts', name: 'Work', search: `search=${secondaryEmail}` });
  const hold = { workspaceId, eventId, expiresAt: fromNow(60_000), dueAt: fromNow() };
  const input = (phoneNumber: string | null) => JSON.stringify({ phoneNumber, inviteeQuestionAnswers: [] });
  await app.insert('BookingHold', { ...hold, id: 'a'.repeat(22), email: secondaryEmail, input: input(null) });
  await app.insert('BookingHold', {
    ...hold,
    id: 'b'.repeat(22),
    email: 'x@y.example',
    input: input(secondaryPhoneNumber),
  });
  expect(await tablesWithThem()).toEqual([
    ...['BookingHold', 'Contact', 'IdempotencyRecord', 'SavedView', 'Transaction', 'WebhookEvent'],
  ]);
  const erased = await app.request(`/v1/contacts?id=${id}`, { method: 'DELETE', headers: bearer(key) });
  expect([erased.status, erased.body.data.transactions]).toEqual([200, payments.length]);
  expect(await tablesWithThem()).toEqual([]);
  const created = (await eventsOf(app, workspaceId)).find(({ kind }) => kind === 'contact.created');
  expect(created?.payload).toMatchObject({ id, email: null, secondaryEmail: null, secondaryPhoneNumber: null });
});
