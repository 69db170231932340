import { createHash } from 'node:crypto';
import { Piscina } from 'piscina';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { textsOf } from '#src/lib/icalendar/components.ts';
import type { ResourceStatus } from '#src/lib/webdav/multistatus.ts';
import { busyOfICalendar, type ICalendarOptions, type ICalendarRead } from '../icalendar/busy-of-icalendar.ts';
import { type EntriesQuestion, entriesIn, type PackedEntries } from '../providers/caldav/entries-of-answer.ts';
import { resourcesIn } from '../providers/caldav/resources-of-answer.ts';
import type { BegunTask, ProblemOfTask } from './answer-threads.ts';

// Runs in a thread of `answer-threads.ts`, so all input and output is plain data.

interface AnswerTask extends BegunTask {
  readonly bytes: readonly Uint8Array<ArrayBuffer>[];
}

export interface ICalendarTask {
  readonly options: ICalendarOptions;
  /** The digest of the last content: the same bytes are not parsed again. Without it, the result has no digest either. */
  readonly lastDigest?: string | null;
}

export type ICalendarResult = (ICalendarRead & { readonly digest: string | null }) | { readonly isUnchanged: true };

export function readICalendarTask({ bytes, options, lastDigest, begun }: AnswerTask & ICalendarTask) {
  return answerOf<ICalendarResult>(begun, () => {
    const digest = lastDigest === undefined ? null : digestOf(bytes);
    if (digest !== null && digest === lastDigest) return { isUnchanged: true };
    return { ...busyOfICalendar(textsOf(bytes), options), digest };
  });
}

function digestOf(bytes: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const each of bytes) hash.update(each);
  return hash.digest('base64url');
}

export interface ResourcesTask {
  readonly names: readonly string[];
}

export function readResourcesTask({ bytes, names, begun }: AnswerTask & ResourcesTask) {
  return answerOf<{ readonly resources: readonly ResourceStatus[] }>(begun, () => ({
    resources: bytes.flatMap((each) => resourcesIn(each, names)),
  }));
}

export function readEntriesTask({ bytes: [answer], begun, ...question }: AnswerTask & EntriesQuestion) {
  return answerOf(begun, () => moved(entriesIn(answer as Uint8Array<ArrayBuffer>, question)));
}

/** Moves the texts, which may have 32 MiB: a copy would stay in memory until this thread collects its garbage. */
function moved(entries: PackedEntries): object {
  const { transferableSymbol, valueSymbol } = Piscina;
  return Piscina.move({ [transferableSymbol]: [entries.texts.buffer], [valueSymbol]: entries } as never) as object;
}

function answerOf<Result>(begun: BegunTask['begun'], read: () => Result): Result | ProblemOfTask {
  begun.postMessage('begun');
  try {
    return read();
  } catch (error) {
    if (error instanceof CalendarProblem) return { problem: error.message };
    throw error;
  }
}
