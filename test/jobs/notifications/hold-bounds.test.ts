import { beforeEach, expect, test } from 'vitest';
import { endHoldMail, holdLeaseMs, leaseHoldMail, workspacesWithHoldMail } from '#src/db/writes/booking-hold-mails.ts';
import { findHold } from '#src/db/writes/booking-holds.ts';
import { newHoldId } from '#src/domain/event-calls/booking-hold.ts';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';

const app = await useApp();
const start = '2026-03-04T12:00:00.000Z';
const at = (ms: number) => new Date(Date.parse(start) + ms);
let owner: Member;
beforeEach(async () => {
  owner = await app.workspace();
});

const lease = (now: Date) => leaseHoldMail(app.context.db, owner.workspaceId, now);

/** A held booking whose mail is due now, and which ends so much later. */
async function hold(lifetimeMs: number): Promise<string> {
  const id = newHoldId();
  await app.insert('BookingHold', {
    ...{ workspaceId: owner.workspaceId, id, eventId: await app.event(owner), email: 'ira@example.com', input: {} },
    ...{ expiresAt: at(lifetimeMs), dueAt: start, createdAt: start },
  });
  return id;
}

test('the mail of a held booking is leased when it is due, and by another worker after the end of the lease', async () => {
  const id = await hold(10 * holdLeaseMs);
  expect(await lease(at(-1))).toBeUndefined();
  const first = await lease(at(0));
  expect(first).toMatchObject({ id, attempts: 1 });
  expect(await lease(at(holdLeaseMs))).toBeUndefined();
  const second = await lease(at(holdLeaseMs + 1));
  expect(second).toMatchObject({ id, attempts: 2 });
  if (!first || !second) throw new Error('No lease');
  // Only the latest attempt says what became of the mail.
  await endHoldMail(app.context.db, first, null);
  const due = () => app.sql('SELECT "dueAt", "leasedUntil" FROM "BookingHold" WHERE "id" = $1', [id]);
  expect(await due()).toEqual([{ dueAt: start, leasedUntil: at(2 * holdLeaseMs + 1).toISOString() }]);
  await endHoldMail(app.context.db, second, at(5 * holdLeaseMs));
  expect(await due()).toEqual([{ dueAt: at(5 * holdLeaseMs).toISOString(), leasedUntil: null }]);
});

test('a held booking is found, and its mail is sent, to the last millisecond before its end', async () => {
  const id = await hold(60_000);
  const find = (now: Date) => findHold(app.context.db, { workspaceId: owner.workspaceId, id }, now);
  expect([await find(at(60_000)), await find(at(59_999))]).toEqual([undefined, expect.anything()]);
  expect(await workspacesWithHoldMail(app.context.db, at(60_000))).not.toContain(owner.workspaceId);
  expect(await lease(at(60_000))).toBeUndefined();
  expect(await workspacesWithHoldMail(app.context.db, at(59_999))).toContain(owner.workspaceId);
  expect(await lease(at(59_999))).toMatchObject({ id });
});
