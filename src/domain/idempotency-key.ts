import { fieldError } from './errors.ts';

/**
 * The `Idempotency-Key` header, if there is one. Node joins repeated headers with a comma and a space, so two keys never
 * match.
 */
export function readIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw fieldError('Idempotency-Key', 'malformed', 'Must be 1 to 255 visible ASCII characters, and given once');
}
