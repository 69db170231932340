import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { parseMultistatus, type ResourceStatus } from '#src/lib/webdav/multistatus.ts';
import { TooMuchXml, UnreadableXml } from '#src/lib/webdav/xml.ts';
import { notCaldav } from './problems.ts';

// Runs in a thread where an answer is large.

/** More collections than an account has. */
const maxResources = 1_000;
/** For the names and zones of its calendars, as JSON: what is done with them takes a few milliseconds. */
const maxLength = 1_000_000;

/** What a multistatus says of its resources; throws a CalendarProblem where it is none, or has more than is read. */
export function resourcesIn(bytes: Uint8Array<ArrayBuffer>, names: readonly string[]): ResourceStatus[] {
  return asProblem(() => {
    const resources = parseMultistatus(textOfAnswer(bytes), names, maxResources);
    const lengths = resources.map(({ href, properties }) => href.length + JSON.stringify([...properties]).length);
    if (lengths.reduce((sum, length) => sum + length, 0) > maxLength)
      throw new TooMuchXml('has properties of more than 1 MB');
    return resources;
  });
}

/** The bytes of a large answer are given up: their text takes the same memory once more. */
export function textOfAnswer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): string {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString();
  if (byteLength === buffer.byteLength) buffer.transfer(0);
  return text;
}

export function asProblem<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableXml) throw notCaldav();
    if (error instanceof TooMuchXml) throw new CalendarProblem(`An answer of the calendar server ${error.message}.`);
    throw error;
  }
}
