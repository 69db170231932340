import type { ICalendarResult, ICalendarTask } from '../answers/answer-tasks.ts';
import { type ReadTurn, readInThread } from '../answers/answer-threads.ts';
import type { ICalendarOptions, ICalendarRead } from './busy-of-icalendar.ts';

type Content = string | readonly Uint8Array<ArrayBuffer>[];

/**
 * Runs `busyOfICalendar` in a thread. Rejects with a CalendarProblem if the text is unreadable or exceeds the limits, and with
 * the signal's reason if aborted. Bytes that fill their buffer are transferred: the caller can no longer use them.
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

/** Likewise, but skips bytes that are the same as in the last read. */
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
