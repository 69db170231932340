import { expect, test } from 'vitest';
import { bearer, useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { sendJson } from '../../support/lists.ts';
import { notification } from '../../support/notifications.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const email = 'Qvortrup@Guest.example';
const other = 'lee@example.com';

/** The tables with a row that has the address. */
async function tablesWithIt(): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(
    `SELECT relname AS "name" FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.sql(`SELECT FROM "${name}" r WHERE r::text ILIKE $1 LIMIT 1`, ['%qvortrup@guest.example%']);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

test('an erased contact is no guest of the calls of others any more', async () => {
  const { workspaceId, key, book, setGuests } = await bookingIn(app);
  const booked = await book({ dateTime: march('05T10:00'), guests: [email, other] }, key, {
    'idempotency-key': 'book',
  });
  const call = booked.body.data;
  for (const guests of [
    [other, email, 'kim@example.com'],
    [email, other],
  ]) {
    expect((await setGuests({ id: call.id, guests })).status).toBe(200);
  }
  for (const guestEmail of [email, other]) {
    const mail = { recipient: 'GUEST', guestEmail, lastError: `No such user: ${email}` };
    await notification(app, { ...call, workspaceId }, mail);
  }
  const contact = { email: email.toLowerCase() };
  const id = (await sendJson(app, ['POST', '/v1/contacts'], contact, { key })).body.data.id;
  expect(await tablesWithIt()).toEqual([
    ...['Contact', 'EventCall', 'IdempotencyRecord', 'Notification', 'WebhookEvent'],
  ]);
  const erased = await app.request(`/v1/contacts?id=${id}`, { method: 'DELETE', headers: bearer(key) });
  expect([erased.status, erased.body.data.eventCalls]).toEqual([200, 0]);
  expect(await tablesWithIt()).toEqual([]);
  const now = (await app.get(`/v1/eventCalls/detail?id=${call.id}`, key)).body.data;
  expect(now).toMatchObject({ status: call.status, inviteeEmail: 'ira@example.com', guests: [other] });
  const events = (await eventsOf(app, workspaceId)).filter(({ kind }) => kind.startsWith('call.'));
  expect(events.map(({ payload }) => payload.guests)).toEqual([[other], [other, 'kim@example.com'], [other]]);
  expect(events.at(-1)?.previous).toEqual({ guests: [other, 'kim@example.com'] });
  const mails = await app.sql<{ guestEmail: string }>(
    `SELECT DISTINCT "guestEmail" FROM "Notification" WHERE "workspaceId" = $1 AND "recipient" = 'GUEST'`,
    [workspaceId],
  );
  expect(mails).toEqual([{ guestEmail: other }]);
});
