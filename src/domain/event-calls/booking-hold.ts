import { randomBase62 } from '#src/lib/secrets/crypto.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';

/** A booking is held for so long, until its invitee confirms it. It takes the time from nobody meanwhile. */
export const holdMs = 15 * minuteMs;

/** What a link to confirm a booking names. It has the event, which it still leads to when the held booking is gone. */
export interface HoldReference {
  readonly workspaceId: number;
  readonly id: string;
  readonly eventId: number;
}

/** It names the held booking in its link, and masks the numbers there. */
export function newHoldId(): string {
  return `hold_${randomBase62(22)}`;
}

/** The path of the page that confirms, by the signed token. */
export function confirmationPath(token: string): string {
  return `/b/confirm/${token}`;
}
