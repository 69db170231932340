import type { DomainError } from '#src/domain/errors.ts';
import { isTimeTaken } from '#src/services/slots/taken-times.ts';
import type { BookingPagesContext } from './context.ts';
import type { Texts } from './texts/texts.ts';

interface ClosedTime {
  readonly workspaceId: number;
  readonly eventId: number;
  /** Epoch milliseconds. */
  readonly dateTime: number;
  /** The call that is being moved, with its present time. */
  readonly moved?: { readonly callId: number; readonly dateTime: number } | undefined;
}

/** The reason why a time that is not open cannot be chosen. */
export async function closedTimeText(
  context: BookingPagesContext,
  { moved, ...time }: ClosedTime,
  texts: Texts,
): Promise<string> {
  if (time.dateTime <= context.clock.now().getTime()) return texts.past;
  if (time.dateTime === moved?.dateTime) return texts.sameTime;
  return (await isTimeTaken(context, { ...time, exceptCallId: moved?.callId })) ? texts.taken : texts.notOpen;
}

/** Likewise for a refused booking, if its time is not open. */
export async function refusedTimeText(
  context: BookingPagesContext,
  { details }: Pick<DomainError, 'details'>,
  time: Omit<ClosedTime, 'dateTime'> & { readonly dateTime: number | undefined },
  texts: Texts,
): Promise<string | undefined> {
  const { dateTime } = time;
  const isClosed = details?.errors.some(({ path, code }) => path === 'dateTime' && code === 'not_available');
  return isClosed && dateTime !== undefined ? closedTimeText(context, { ...time, dateTime }, texts) : undefined;
}
