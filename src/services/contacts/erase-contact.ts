import { eraseHolds } from '#src/db/writes/booking-holds.ts';
import { changeEntries } from '#src/db/writes/calendar-entries.ts';
import { deleteFinishes } from '#src/db/writes/call-finishes.ts';
import { eraseReasons } from '#src/db/writes/call-history.ts';
import { eraseGuest, eraseInvitee, lockCallsWith } from '#src/db/writes/calls-of-contact.ts';
import { readAnswersOf, readMergedInto } from '#src/db/writes/contact-merges.ts';
import { notesAbout } from '#src/db/writes/contact-notes.ts';
import { deleteContact, lockContact } from '#src/db/writes/contacts.ts';
import { eraseCopies } from '#src/db/writes/erased-copies.ts';
import { readCall } from '#src/db/writes/event-calls.ts';
import { eraseGuestMails, eraseNotifications } from '#src/db/writes/notifications.ts';
import { eraseBuyer } from '#src/db/writes/sales.ts';
import { eraseViews } from '#src/db/writes/saved-views.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import type { ErasedContact } from '#src/domain/contacts/contact.ts';
import { actorOf } from '#src/domain/event-calls/call-history.ts';
import type { ById } from '#src/domain/input.ts';
import { requireErasure } from '#src/domain/principal/policy.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CallerContext } from '../context.ts';
import { notifyOfCall } from '../event-calls/notify-of-call.ts';
import { updateAndReport } from '../event-calls/update-event-calls.ts';
import { missingContact } from '../named-records.ts';

/**
 * Erases a contact with its answers and notes, also as a guest of the calls of others. Calls, deals and transactions stay for the
 * statistics, without personal data. Upcoming calls are cancelled, and unconfirmed bookings and saved views that mention the
 * contact are deleted. Copies in webhooks and stored responses are emptied in the same transaction, also those about contacts
 * that were merged into it, and those that a merge has left with another contact.
 */
export function eraseContact(context: CallerContext, { id }: ById): Promise<ErasedContact> {
  const { db, principal, clock, sendsMail } = context;
  requireErasure(principal);
  const { workspaceId } = principal;
  const key = [workspaceId, id] as const;
  const now = clock.now();
  return db.write(async (client) => {
    // Calls are locked before contacts everywhere. Calls booked meanwhile are locked afterwards.
    await lockCallsWith(client, key, now);
    const contact = await lockContact(client, workspaceId, id);
    if (!contact) throw await missingContact(client, key, 'id');
    const calls = await lockCallsWith(client, key, now);
    if (calls.length > 0) {
      await eraseInvitee(client, workspaceId, calls);
      const ids = calls.map((call) => call.id);
      await eraseReasons(client, workspaceId, ids);
      await deleteFinishes(client, workspaceId, ids);
      await eraseNotifications(client, workspaceId, ids);
      // The entries in hosts' calendars name the invitee: they are rewritten without the name.
      await changeEntries(client, workspaceId, { callIds: ids, now });
    }
    const merged = await readMergedInto(client, key);
    const own = {
      emails: [contact.email ?? [], contact.secondaryEmail ?? [], merged.map((each) => each.emails)].flat(2),
      phoneNumbers: [
        ...[contact.phoneNumber ?? [], contact.secondaryPhoneNumber ?? []].flat(),
        ...merged.flatMap((each) => each.phoneNumbers),
      ],
    };
    const emails = [...own.emails, ...calls.flatMap(({ inviteeEmail }) => inviteeEmail ?? [])];
    const phoneNumbers = [...own.phoneNumbers, ...calls.flatMap((call) => call.phoneNumber ?? [])];
    const asGuest = await eraseGuest(client, workspaceId, own.emails);
    await eraseGuestMails(client, workspaceId, { callIds: asGuest, emails: own.emails });
    if (asGuest.length > 0) await changeEntries(client, workspaceId, { callIds: asGuest, now });
    await eraseHolds(client, workspaceId, { emails, phoneNumbers });
    await eraseViews(client, workspaceId, { emails, phoneNumbers });
    const { dealIds, transactionIds } = await eraseBuyer(client, key, own);
    const persons = [contact, ...merged];
    const contactIds = persons.map((person) => person.id);
    const notes = await notesAbout(client, workspaceId, contactIds);
    const answers = (await readAnswersOf(client, key)).flatMap(({ answer }) => answer);
    await deleteContact(client, key);
    await eraseCopies(client, { workspaceId, persons, ...own, calls, transactionIds, answers, notes });
    const erased = new Set(own.emails.map((email) => email.toLowerCase()));
    const upcoming = calls.filter(({ isUpcoming }) => isUpcoming);
    const actor = actorOf(principal);
    for (const each of upcoming) {
      const call = await readCall(client, [workspaceId, each.id], now);
      // The call has lost its guests by now, who hear of it too.
      const guests = each.guests.filter((email) => !erased.has(email.toLowerCase()));
      if (sendsMail && guests.length > 0) {
        await notifyOfCall(client, [workspaceId, each.id], { before: { ...call, guests }, call, now });
      }
      const change = { status: 'CANCELLED', cancelReason: 'The contact was erased' } as const;
      await updateAndReport(client, call, { workspaceId, kind: 'call.cancelled', change, actor, now, sendsMail });
    }
    await recordEvent(client, workspaceId, { kind: 'contact.deleted', data: { id } });
    await recordAudit(client, context, 'contact.erased', id);
    return {
      id,
      eventCalls: calls.length,
      cancelledEventCalls: upcoming.length,
      deals: dealIds.length,
      transactions: transactionIds.length,
    };
  });
}
