import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { NotificationKind } from './notification.ts';

/** After each attempt that failed; after the last of them there is one more attempt. */
const retryMinutes = [1, 5, 30, 120, 360];

interface FailedAttempt {
  readonly kind: NotificationKind;
  /** Those made, this one counted. */
  readonly attempts: number;
  /** When the call begins. */
  readonly dateTime: Date;
  readonly now: Date;
}

/** When a mail is tried again; undefined: no more. Nobody is reminded of a call that has begun. */
export function nextAttemptAt({ kind, attempts, dateTime, now }: FailedAttempt): Date | undefined {
  const minutes = retryMinutes[attempts - 1];
  if (minutes === undefined) return undefined;
  const next = new Date(now.getTime() + minutes * minuteMs);
  return kind === 'REMINDER' && next >= dateTime ? undefined : next;
}
