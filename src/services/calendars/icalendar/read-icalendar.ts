import type { ICalendarResult, ICalendarTask } from '../answers/answer-tasks.ts';
import { type ReadTurn, readInThread } from '../answers/answer-threads.ts';
import type { ICalendarOptions, ICalendarRead } from './busy-of-icalendar.ts';

type Content = string | readonly Uint8Array<ArrayBuffer>[];

/**
 * `busyOfICalendar` in a thread. It rejects with a CalendarProblem where the text cannot be read, or not within the limits, and
 * with the reason of the signal. Bytes that fill their buffer are moved to the thread: the caller no longer has them.
 */
export async function readICalendar(
  content: Content,
  options: ICalendarOptions,
  turn: ReadTurn,
): Promise<ICalendarRead> {
  const read = await resultOf({ content, options }, turn);
  if ('isUnchanged' in read) throw new Error('A read without an earlier one cannot be unchanged.');
  return read;
}

/** The same for bytes that may be those of the last read. */
export async function readChangedICalendar(
  content: Content,
  { lastDigest, ...options }: ICalendarOptions & { readonly lastDigest: string | null },
  turn: ReadTurn,
): Promise<(ICalendarRead & { readonly digest: string }) | 'unchanged'> {
  const read = await resultOf({ content, options, lastDigest }, turn);
  return 'isUnchanged' in read ? 'unchanged' : { ...read, digest: read.digest ?? '' };
}

function resultOf({ content, ...task }: ICalendarTask & { readonly content: Content }, turn: ReadTurn) {
  const bytes = typeof content === 'string' ? [new TextEncoder().encode(content)] : content;
  return readInThread<ICalendarTask, ICalendarResult>({ name: 'readICalendarTask' }, { ...task, bytes }, turn);
}
