import { randomBase62 } from '#src/lib/secrets/crypto.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';

/** How long a held booking waits for its invitee's confirmation. Others can still book the time meanwhile. */
export const holdMs = 15 * minuteMs;

/** The contents of a confirmation link. It contains the event, so that it still leads there when the held booking is gone. */
export interface HoldReference {
  readonly workspaceId: number;
  readonly id: string;
  readonly eventId: number;
}

/** The id of a held booking. It is part of the link, where it masks the numbers. */
export function newHoldId(): string {
  return `hold_${randomBase62(22)}`;
}

/** The path of the page that confirms, by the signed token. */
export function confirmationPath(token: string): string {
  return `/b/confirm/${token}`;
}
