import type { JsonSchema } from './output-schemas.ts';

const headerText = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Every header of a response, for `components.headers`. */
export const headers: Record<string, JsonSchema> = {
  'X-Request-Id': {
    description: "Id of the request in the server's log: your own id if you sent a valid one.",
    schema: headerText,
  },
  'RateLimit-Limit': { description: 'Requests allowed per window.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in the window.', schema: count },
  'RateLimit-Reset': { description: 'When the window ends.', schema: { type: 'string', format: 'date-time' } },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': {
    description:
      'What is wrong with the credential (RFC 6750). For a 401, also the scope that the endpoint requires, and the URL of the metadata that states where tokens come from (RFC 9728).',
    schema: headerText,
  },
  Link: {
    description:
      'URL of the next page, with `rel="next"` (RFC 8288) and a cursor; absent only on the last page. It repeats the parameters of the request, so the encoded parameters of a list may have at most 8,000 characters in total, without `page` and `cursor`; more are a 400.',
    schema: headerText,
  },
  'Unknown-Parameters': {
    description:
      'Present if the query has unknown parameters or the body has unknown keys: their names (`user_ids`, `body.nickname`), percent-encoded and separated by commas; at most the first 20.',
    schema: headerText,
  },
  'Preference-Applied': {
    description: 'Present if the request has `Prefer: handling=strict` (RFC 7240), which was followed.',
    schema: { type: 'string', enum: ['handling=strict'] },
  },
  'Cache-Control': {
    description:
      'No cache may store the response: `no-store` if it contains a secret or is part of connecting an app, otherwise `private, no-store`.',
    schema: { type: 'string', enum: ['no-store', 'private, no-store'] },
  },
  'Idempotent-Replayed': {
    description: 'Present if this is the stored response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const limit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const kinds = {
  plain: limit,
  list: [...limit, 'Link'],
  replayable: [...limit, 'Idempotent-Replayed'],
  unauthenticated: ['WWW-Authenticate'],
  forbidden: [...limit, 'WWW-Authenticate'],
  retryable: [...limit, 'Retry-After'],
};

export type ResponseKind = keyof typeof kinds;

/** References to the headers of one kind of response. */
export function responseHeaders(kind: ResponseKind): JsonSchema {
  const names = ['X-Request-Id', 'Unknown-Parameters', 'Preference-Applied', 'Cache-Control', ...kinds[kind]];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
