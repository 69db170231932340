import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { NotificationKind } from './notification.ts';

/** The pauses after failed attempts. One more attempt follows the last pause. */
const retryMinutes = [1, 5, 30, 120, 360];

interface FailedAttempt {
  readonly kind: NotificationKind;
  /** The attempts so far, including this one. */
  readonly attempts: number;
  /** When the call begins. */
  readonly dateTime: Date;
  readonly now: Date;
}

/** When to try a mail again; undefined for never. Nobody is reminded of a call that has begun. */
export function nextAttemptAt({ kind, attempts, dateTime, now }: FailedAttempt): Date | undefined {
  const minutes = retryMinutes[attempts - 1];
  if (minutes === undefined) return undefined;
  const next = new Date(now.getTime() + minutes * minuteMs);
  return kind === 'REMINDER' && next >= dateTime ? undefined : next;
}
