import type { z } from 'zod';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { OutgoingResponse } from '#src/lib/network/outgoing-client.ts';
import { partsOf } from '#src/lib/network/request-body.ts';
import { retryAfterMs } from '#src/lib/network/retry-after.ts';

/** Parses a response by its schema. A response of another shape is a problem like any other. */
export function jsonOf<Schema extends z.ZodType>(
  provider: string,
  { body }: Pick<OutgoingResponse, 'body'>,
  schema: Schema,
): z.infer<Schema> {
  const parsed = schema.safeParse(parsedJson(body));
  if (parsed.success) return parsed.data;
  throw new CalendarProblem(`${provider} returned a response that this server does not understand.`);
}

/** A page of 500 events has at most 30 names, lists and objects for each. Parsing this many takes about 50 ms. */
export const maxAnswerParts = 100_000;
export const maxAnswerBytes = 4 * 1024 * 1024;

/** Returns undefined for invalid JSON and for more parts than any page has. The parts are counted before parsing. */
export function parsedJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  const text = body.toString();
  if (text.length > maxAnswerParts && partsOf(text) > maxAnswerParts) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The problem of an unsuccessful status. */
export function answeredProblem(provider: string, { status, headers }: Pick<OutgoingResponse, 'status' | 'headers'>) {
  const wait = retryAfterMs(headers['retry-after']);
  if (status === 429) {
    const message = `${provider} does not accept more requests for this calendar at the moment.`;
    return new CalendarProblem(message, { retryAfterMs: wait ?? 60_000 });
  }
  if (status >= 500)
    return new CalendarProblem(`${provider} responded with the error ${status}.`, { retryAfterMs: wait });
  return new CalendarProblem(`${provider} rejected the request with status ${status}.`);
}
