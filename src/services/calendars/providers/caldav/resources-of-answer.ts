import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { parseMultistatus, type ResourceStatus } from '#src/lib/webdav/multistatus.ts';
import { TooMuchXml, UnreadableXml } from '#src/lib/webdav/xml.ts';
import { notCaldav } from './problems.ts';

// Runs in a thread where an answer is large.

/** More collections than any account has. */
const maxResources = 1_000;
/** The maximum JSON length of the calendars' names and zones, so that the main thread needs only a few milliseconds. */
const maxLength = 1_000_000;

/** Reads the resources of a multistatus response. Throws a CalendarProblem if it is invalid or exceeds the limits. */
export function resourcesIn(bytes: Uint8Array<ArrayBuffer>, names: readonly string[]): ResourceStatus[] {
  return asProblem(() => {
    const resources = parseMultistatus(textOfAnswer(bytes), names, maxResources);
    const lengths = resources.map(({ href, properties }) => href.length + JSON.stringify([...properties]).length);
    if (lengths.reduce((sum, length) => sum + length, 0) > maxLength)
      throw new TooMuchXml('has properties of more than 1 MB');
    return resources;
  });
}

/** Decodes a response and releases its bytes, because the text needs the same memory again. */
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
    if (error instanceof TooMuchXml) throw new CalendarProblem(`A response of the calendar server ${error.message}.`);
    throw error;
  }
}
