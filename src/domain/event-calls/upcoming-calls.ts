import { mailboxOf } from '#src/lib/network/mailbox.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';

/**
 * The key of an invitee's mailbox, stored in each call: calls of one mailbox count together, whatever follows a plus in the
 * address. It is a number because its index grows with every call.
 */
export function mailboxKeyOf(workspaceId: number, email: string | null): bigint | null {
  return email === null ? null : sha256(`mailbox ${workspaceId} ${mailboxOf(email)}`).readBigInt64BE();
}

/** The maximum of an invitee's open bookings in a workspace, unless the booked event allows more. */
export const maxUpcomingPerWorkspace = 10;

/** An invitee's open bookings, and how many the booked event allows. */
export interface UpcomingCalls {
  readonly withEvent: number;
  readonly withWorkspace: number;
  readonly maxUpcomingPerInvitee: number;
}

/** The reason why an invitee cannot have this many open bookings, or undefined. */
export function upcomingProblem({
  withEvent,
  withWorkspace,
  maxUpcomingPerInvitee,
}: UpcomingCalls): string | undefined {
  if (withEvent > maxUpcomingPerInvitee) return textOf(maxUpcomingPerInvitee, 'for this event');
  const max = Math.max(maxUpcomingPerInvitee, maxUpcomingPerWorkspace);
  return withWorkspace > max ? textOf(max, 'in total') : undefined;
}

/** States only the rule: anyone can type another person's address, and must not learn their number of calls or events. */
function textOf(max: number, where: string): string {
  const calls = max === 1 ? 'call' : 'calls';
  return `An invitee can have at most ${max} upcoming ${calls} ${where}: reschedule or cancel one of them instead`;
}

/** The input field of a booking whose contact has too many calls. Of a next call only its time is entered. */
export function limitedField(
  { isFollowUp }: { readonly isFollowUp?: boolean },
  contactId: number | undefined,
  { email }: { readonly email?: string | undefined },
): string {
  if (isFollowUp) return 'dateTime';
  if (contactId !== undefined) return 'contactId';
  return email === undefined ? 'phoneNumber' : 'email';
}
