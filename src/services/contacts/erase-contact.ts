import { eraseHolds } from '#src/db/writes/booking-holds.ts';
import { changeEntries } from '#src/db/writes/calendar-entries.ts';
import { eraseReasons } from '#src/db/writes/call-history.ts';
import { textsOfNotes } from '#src/db/writes/contact-notes.ts';
import { deleteContact, lockContact } from '#src/db/writes/contacts.ts';
import { eraseCopies } from '#src/db/writes/erased-copies.ts';
import { eraseInvitee, lockCallsWith, readCall } from '#src/db/writes/event-calls.ts';
import { eraseNotifications } from '#src/db/writes/notifications.ts';
import { eraseBuyer } from '#src/db/writes/sales.ts';
import { eraseViews } from '#src/db/writes/saved-views.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import type { ErasedContact } from '#src/domain/contacts/contact.ts';
import { recordNotFound } from '#src/domain/errors.ts';
import { actorOf } from '#src/domain/event-calls/call-history.ts';
import type { ById } from '#src/domain/input.ts';
import { requireErasure } from '#src/domain/principal/policy.ts';
import type { CallerContext } from '../context.ts';
import { updateAndReport } from '../event-calls/update-event-calls.ts';

/**
 * Erases a contact with its answers and notes. Calls, deals and transactions stay for the statistics, without personal data. Upcoming
 * calls are cancelled, and unconfirmed bookings and saved views that mention the contact are deleted. Copies in webhooks, the
 * request log and stored responses are emptied in the same transaction.
 */
export function eraseContact({ db, principal, clock, sendsMail }: CallerContext, { id }: ById): Promise<ErasedContact> {
  requireErasure(principal);
  const { workspaceId } = principal;
  const key = [workspaceId, id] as const;
  const now = clock.now();
  return db.write(async (client) => {
    // Calls are locked before contacts everywhere. Calls booked meanwhile are locked afterwards.
    await lockCallsWith(client, key, now);
    const contact = await lockContact(client, workspaceId, id);
    if (!contact) throw recordNotFound('id');
    const calls = await lockCallsWith(client, key, now);
    if (calls.length > 0) {
      await eraseInvitee(client, workspaceId, calls);
      const ids = calls.map((call) => call.id);
      await eraseReasons(client, workspaceId, ids);
      await eraseNotifications(client, workspaceId, ids);
      // The entries in hosts' calendars name the invitee: they are rewritten without the name.
      await changeEntries(client, workspaceId, { callIds: ids, now });
    }
    const known = [contact, ...calls.map(({ inviteeEmail, phoneNumber }) => ({ email: inviteeEmail, phoneNumber }))];
    const emails = known.flatMap(({ email }) => email ?? []);
    const phoneNumbers = known.flatMap(({ phoneNumber }) => phoneNumber ?? []);
    await eraseHolds(client, workspaceId, { emails, phoneNumbers });
    await eraseViews(client, workspaceId, { emails, phoneNumbers });
    const { dealIds, transactionIds } = await eraseBuyer(client, key, contact);
    const notes = await textsOfNotes(client, key);
    await deleteContact(client, key);
    await eraseCopies(client, { workspaceId, contact, calls, transactionIds, notes });
    const upcoming = calls.filter(({ isUpcoming }) => isUpcoming);
    const actor = actorOf(principal);
    for (const each of upcoming) {
      const call = await readCall(client, [workspaceId, each.id], now);
      const change = { status: 'CANCELLED', cancelReason: 'The contact was erased' } as const;
      await updateAndReport(client, call, { workspaceId, kind: 'call.cancelled', change, actor, now, sendsMail });
    }
    await recordEvent(client, workspaceId, { kind: 'contact.deleted', data: { id } });
    return {
      id,
      eventCalls: calls.length,
      cancelledEventCalls: upcoming.length,
      deals: dealIds.length,
      transactions: transactionIds.length,
    };
  });
}
