import type { IncomingMessage } from 'node:http';
import { type BodyProblem, readText } from './request-body.ts';

export const maxFormBytes = 64 * 1024;

/**
 * The pairs of a form, counted before anything parses them. `URLSearchParams` takes seconds for a megabyte of pairs without
 * `=`, and for names with `+` or `%`: the time grows with the square of their number.
 */
export const maxFormPairs = 200;

/** A posted form, or why it could not be read. A body of another type is a form without fields. */
export async function readFormBody(
  request: IncomingMessage,
): Promise<URLSearchParams | { readonly problem: BodyProblem }> {
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded') return new URLSearchParams();
  const text = await readText(request, maxFormBytes);
  return typeof text === 'string' ? formOf(text) : text;
}

/** The fields of a query string; a problem if they are too many to parse. */
export function formOf(text: string): URLSearchParams | { readonly problem: 'too many pairs' } {
  return endOfPairs(text) < text.length ? { problem: 'too many pairs' } : new URLSearchParams(text);
}

/** The parameters of a URL, as many as a form may have: pages need none of the others. */
export function firstPairsOf(text: string): URLSearchParams {
  return new URLSearchParams(text.slice(0, endOfPairs(text)));
}

/** The end of the pairs that a form may have. */
function endOfPairs(text: string): number {
  let pairs = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    pairs += 1;
    if (pairs > maxFormPairs) return at;
  }
  return text.length;
}

/** The type of a body without its parameters, in lower case. */
export function mediaTypeOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}
