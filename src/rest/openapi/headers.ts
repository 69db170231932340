import type { JsonSchema } from './output-schemas.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Every header that an answer may have, for `components.headers`. */
export const headers: Record<string, JsonSchema> = {
  'X-Request-Id': {
    description: "Names the request in the server's log; yours, if you sent a sane one.",
    schema: text,
  },
  'RateLimit-Limit': { description: 'Requests that a window allows.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in the window.', schema: count },
  'RateLimit-Reset': { description: 'When the window ends.', schema: { type: 'string', format: 'date-time' } },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'What is wrong with the credential: RFC 6750.', schema: text },
  'Idempotent-Replayed': {
    description: 'There when this is the first answer to the Idempotency-Key once more.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const limit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const kinds = {
  plain: limit,
  replayable: [...limit, 'Idempotent-Replayed'],
  unknownCaller: ['WWW-Authenticate'],
  lackingScope: [...limit, 'WWW-Authenticate'],
  limited: [...limit, 'Retry-After'],
};

/** References to the headers of one kind of answer. */
export function answerHeaders(kind: keyof typeof kinds): JsonSchema {
  const names = ['X-Request-Id', ...kinds[kind]];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
