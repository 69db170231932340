import { DomainError, type ErrorCode, validationError } from '#src/domain/errors.ts';
import { validationDetails } from '#src/graphql/validation.ts';
import type { Route } from '../routes.ts';
import { errorResponse } from '../wire/error-response.ts';
import type { JsonSchema } from './output-schemas.ts';

const headerText = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Every header of a response, for `components.headers`. */
export const headers: Record<string, JsonSchema> = {
  'X-Request-Id': {
    description: "The id of the request in the server's log: yours, if you sent a valid one.",
    schema: headerText,
  },
  'RateLimit-Limit': { description: 'Requests that a window allows.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in the window.', schema: count },
  'RateLimit-Reset': { description: 'When the window ends.', schema: { type: 'string', format: 'date-time' } },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'What is wrong with the credential (RFC 6750).', schema: headerText },
  'Idempotent-Replayed': {
    description: 'Present if this is the stored response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const limit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const kinds = {
  plain: limit,
  replayable: [...limit, 'Idempotent-Replayed'],
  unauthenticated: ['WWW-Authenticate'],
  forbidden: [...limit, 'WWW-Authenticate'],
  retryable: [...limit, 'Retry-After'],
};

/** References to the headers of one kind of response. */
export function responseHeaders(kind: keyof typeof kinds): JsonSchema {
  const names = ['X-Request-Id', ...kinds[kind]];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const messages = { type: 'array', items: { type: 'string' } };
const stack = { type: 'string', description: 'Outside production only.' };
const details = { $ref: '#/components/schemas/ValidationDetails' };

/** The shapes of error bodies, for `components.schemas`. */
export const errorSchemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    description: 'An error. `code` is present if a program can act on it.',
    required: ['message'],
    properties: {
      message: { type: 'string', description: 'For people.' },
      code: { type: 'string', description: 'For programs; never changes.' },
      stack,
    },
  },
  ValidationDetails: {
    type: 'object',
    description: 'The problems of the input as a whole, and of each field.',
    required: ['formErrors', 'fieldErrors'],
    properties: {
      formErrors: { ...messages, description: 'About the input as a whole.' },
      fieldErrors: { type: 'object', description: 'By the name of the field.', additionalProperties: messages },
      nextAvailable: {
        type: 'array',
        items: { type: 'string', format: 'date-time' },
        description: 'Only for a time that cannot be booked: the next ones that can, at most three.',
      },
    },
  },
  ValidationError: {
    type: 'object',
    description: 'The input is invalid.',
    required: ['message'],
    properties: {
      message: {
        type: 'object',
        description: 'The problems, and the endpoint.',
        required: ['status', 'details', 'endpoint', 'method'],
        properties: {
          status: { type: 'integer', const: 400, description: 'The status of the response.' },
          details,
          endpoint: { type: 'string', description: 'The path, without the query.' },
          method: { type: 'string', description: 'The method.' },
        },
      },
    },
  },
  ValidationErrorB: {
    type: 'object',
    description: 'The input is invalid, in the format of the availabilities endpoint.',
    required: ['message', 'details'],
    properties: { message: { type: 'string', description: 'The first message in details.' }, details, stack },
  },
  RateLimitError: {
    type: 'object',
    description: 'Too many requests in one window.',
    required: ['code', 'message', 'retryAfter', 'limit'],
    properties: {
      code: { type: 'string', const: 'RATE_LIMIT_EXCEEDED', description: 'For programs.' },
      message: { type: 'string', description: 'For people.' },
      retryAfter: { type: 'integer', minimum: 1, description: 'Seconds to wait.' },
      limit: {
        type: 'object',
        description: 'The limit.',
        required: ['points', 'windowSec'],
        properties: {
          points: { type: 'integer', description: 'Requests in a window.' },
          windowSec: { type: 'integer', description: 'Length of the window in seconds.' },
        },
      },
    },
  },
};

interface DocumentedError {
  readonly description: string;
  readonly schema: 'Error' | 'ValidationError' | 'ValidationErrorB' | 'RateLimitError';
  readonly headers?: keyof typeof kinds;
  /** At least one error that the server sends. */
  readonly errors: readonly DomainError[];
}

const rate = { allowed: false, limit: 20, remaining: 0, resetAt: 0, retryAfterSeconds: 1 };
export const serverError = 'An unexpected error of the server.';
export const unavailable = 'The service is temporarily unavailable. Repeat the request.';
const plain = (description: string, ...codes: readonly ErrorCode[]): DocumentedError => ({
  description,
  schema: 'Error',
  errors: codes.map((code) => new DomainError(code)),
});

/** Every error response of a route by its status, with examples. */
export function errorResponses(route: Route): Record<string, JsonSchema> {
  const hasBody = route.method === 'POST' || route.method === 'PUT';
  const documented: DocumentedError[] = [
    badInput(route),
    { ...plain('The credential is missing, invalid or expired.', ...unauthorized), headers: 'unauthenticated' },
    { ...plain('The credential lacks the scope.'), errors: [missingScope(route)], headers: 'forbidden' },
    ...(route.notFound ? [plain('The workspace has no such record.', ...[route.notFound].flat())] : []),
    ...(route.idempotent ? [plain('The Idempotency-Key is in use, or was used with another body.', ...conflicts)] : []),
    ...(hasBody ? [plain('The body is too large.', 'PAYLOAD_TOO_LARGE')] : []),
    ...(hasBody ? [plain('The Content-Type is not JSON.', 'UNSUPPORTED_MEDIA_TYPE')] : []),
    { ...tooMany, headers: 'retryable' },
    plain(serverError, 'INTERNAL_SERVER_ERROR'),
    { ...plain(unavailable, 'UNAVAILABLE'), headers: 'retryable' },
  ];
  return Object.fromEntries(documented.map((each) => response(route, each)));
}

const unauthorized = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'API_KEY_EXPIRED',
  'INVALID_SESSION',
  'SESSION_EXPIRED',
  'INVALID_ACCESS_TOKEN',
  'ACCESS_TOKEN_EXPIRED',
] as const;
const conflicts = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'] as const;
const tooMany: DocumentedError = {
  description: 'Too many requests in one window.',
  schema: 'RateLimitError',
  errors: [new DomainError('RATE_LIMIT_EXCEEDED', { rate })],
};

function missingScope({ scope }: Route): DomainError {
  return new DomainError('INSUFFICIENT_SCOPE', { scope, message: `Missing scope: ${scope}` });
}

/** The messages of the input itself, for a value that is valid in text fields only. */
function badInput(route: Route): DocumentedError {
  const wrong = Object.fromEntries(Object.keys(route.input.shape).map((name) => [name, '?']));
  const { fieldErrors } = validationDetails(route.input.safeParse(wrong).error?.issues ?? []);
  const some = Object.entries(fieldErrors).slice(0, 2);
  return {
    description: 'The input is invalid. The messages are for the input as a whole, and by field.',
    schema: route.validationErrors === 'A' ? 'ValidationError' : 'ValidationErrorB',
    errors: [validationError(Object.fromEntries(some))],
  };
}

function response(route: Route, { description, schema, headers, errors }: DocumentedError): [string, JsonSchema] {
  const bodies = errors.map((error) => ({ name: error.code, ...wireBody(route, error) }));
  const examples = Object.fromEntries(bodies.map(({ name, body }) => [name, { value: body }]));
  const content = {
    schema: { $ref: `#/components/schemas/${schema}` },
    ...(bodies.length === 1 ? { example: bodies[0]?.body } : { examples }),
  };
  const documented = { description, headers: responseHeaders(headers ?? 'plain') };
  return [String(bodies[0]?.status), { ...documented, content: { 'application/json': content } }];
}

function wireBody(route: Route, error: DomainError): { status: number; body: object } {
  return errorResponse(error, {
    endpoint: `/v1${route.path}`,
    method: route.method,
    validationErrors: route.validationErrors,
    sentToken: true,
    showsStack: false,
  });
}
