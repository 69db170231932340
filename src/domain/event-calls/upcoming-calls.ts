import { mailboxOf } from '#src/lib/network/mailbox.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';

/**
 * What calls have of the mailbox of their invitee, so that those of one mailbox are counted together, whatever its owner writes
 * after a plus. It is a number because the index of it grows with every call.
 */
export function mailboxKeyOf(workspaceId: number, email: string | null): bigint | null {
  return email === null ? null : sha256(`mailbox ${workspaceId} ${mailboxOf(email)}`).readBigInt64BE();
}

/** Most calls to come of an invitee with a workspace, unless the event that is booked allows more. */
export const maxUpcomingPerWorkspace = 10;

/** How many calls to come an invitee has, and how many the event that is booked allows. */
export interface UpcomingCalls {
  readonly withEvent: number;
  readonly withWorkspace: number;
  readonly maxUpcomingPerInvitee: number;
}

/** Why an invitee cannot have as many calls to come, or undefined. */
export function upcomingProblem({
  withEvent,
  withWorkspace,
  maxUpcomingPerInvitee,
}: UpcomingCalls): string | undefined {
  if (withEvent > maxUpcomingPerInvitee) return textOf(maxUpcomingPerInvitee, 'with this event');
  const max = Math.max(maxUpcomingPerInvitee, maxUpcomingPerWorkspace);
  return withWorkspace > max ? textOf(max, 'in all') : undefined;
}

/** States the rule alone: who types the address of somebody else learns no number of calls, and no other event. */
function textOf(max: number, where: string): string {
  const calls = max === 1 ? 'call' : 'calls';
  return `An invitee has at most ${max} ${calls} to come ${where}: move one of them instead, or cancel one`;
}
