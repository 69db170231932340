import { expect, test } from 'vitest';
import { bearer, useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { during, type Sql } from '../../support/during.ts';

const app = await useApp();

test('a call that is booked while the erasure waits for the contact loses the name of the invitee too', async () => {
  const { owner, workspaceId, key } = await bookingIn(app);
  const contactId = await app.contact(workspaceId, { email: 'ira@example.com' });
  const other = await app.call(owner, { dateTime: march('03T10:00') });
  const booked = 'call_meanwhile';
  // As a booking does: it locks the contact, and adds the call.
  const book = async (sql: Sql) => {
    await sql('SELECT FROM "Contact" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE', [workspaceId, contactId]);
    await sql(
      `INSERT INTO "EventCall" ("workspaceId", "previewId", "eventId", "contactId", "userId", "callType", "status", "dateTime",
         "endTime", "duration", "timeZone", "inviteeKey", "inviteeName", "inviteeEmail", "location")
       SELECT "workspaceId", $3, "eventId", $2, "userId", "callType", "status", "dateTime" - interval '1 day',
         "endTime" - interval '1 day', "duration", "timeZone", "inviteeKey", 'Wilhelmine', 'ira@example.com', "location"
       FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $4`,
      [workspaceId, contactId, booked, other],
    );
  };
  const request = { method: 'DELETE', headers: bearer(key) };
  const { status, body } = await during(app, book, () => app.request(`/v1/contacts?id=${contactId}`, request));
  expect([status, body.data?.eventCalls]).toEqual([200, 1]);
  const [call] = await app.sql(
    'SELECT "contactId", "inviteeName", "inviteeEmail" FROM "EventCall" WHERE "workspaceId" = $1 AND "previewId" = $2',
    [workspaceId, booked],
  );
  expect(call).toEqual({ contactId: null, inviteeName: '', inviteeEmail: null });
});
