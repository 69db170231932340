import type { MessagePort } from 'node:worker_threads';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { busyOfICalendar, type ICalendarOptions, type ICalendarRead } from './busy-of-icalendar.ts';

// Runs in a thread of `read-icalendar.ts`: everything that goes in and comes out is plain data.

export interface ICalendarTask {
  readonly text: string | Uint8Array;
  readonly options: ICalendarOptions;
  /** Gets a message when a thread has begun. */
  readonly begun: MessagePort;
}

/** What was read, or the sentence that says why it could not be: errors lose their class on the way to another thread. */
export function readTask({ text, options, begun }: ICalendarTask): ICalendarRead | { readonly problem: string } {
  begun.postMessage('begun');
  try {
    return busyOfICalendar(typeof text === 'string' ? text : new TextDecoder().decode(text), options);
  } catch (error) {
    if (error instanceof CalendarProblem) return { problem: error.message };
    throw error;
  }
}
