import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { sendJson } from '../../support/lists.ts';
import { pause } from '../../support/waiting.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

/** Until a statement in this database waits for another transaction. */
async function untilOneWaits(): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`;
  while ((await app.sql(waiting)).length === 0) await pause(10);
}

test('a booking whose contact is created meanwhile leaves that contact as it is', async () => {
  const owner = await app.workspace();
  const { workspaceId } = owner;
  const key = await app.apiKey(owner);
  const eventId = await bookableEvent(app, owner);
  const email = 'ira@example.com';
  const other = await app.context.db.pool.connect();
  await other.query('BEGIN');
  const { rows } = await other.query(
    `INSERT INTO "Contact" ("workspaceId", "previewId", "email", "firstName", "userId") VALUES ($1, 'contact_a', $2, 'Ira', $3) RETURNING *`,
    [workspaceId, email, owner.userId],
  );
  const body = { eventId, dateTime: '2026-03-06T12:00:00Z', timeZone: 'Asia/Tokyo', email, firstName: 'Eve' };
  const booking = sendJson(app, ['POST', '/v1/eventCalls'], body, { key });
  await untilOneWaits();
  await other.query('COMMIT');
  other.release();

  const { status, body: made } = await booking;
  expect([status, made.data?.contactId, made.data?.inviteeName]).toEqual([201, rows[0].id, 'Eve']);
  expect(await app.sql('SELECT * FROM "Contact" WHERE "workspaceId" = $1', [workspaceId])).toEqual(rows);
  expect(await eventsOf(app, workspaceId)).toEqual([{ kind: 'call.booked', payload: made.data }]);
});
