import { DomainError, type ErrorCode, invalidInput } from '#src/domain/errors.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';
import { problemsOf } from '#src/domain/zod-issues.ts';
import type { Route } from '../routes.ts';
import { errorResponse } from '../wire/error-response.ts';
import type { JsonSchema } from './output-schemas.ts';
import { type ResponseKind, responseHeaders } from './response-headers.ts';

interface DocumentedError {
  readonly description: string;
  readonly schema: 'Error' | 'ValidationError' | 'ValidationErrorB' | 'RateLimitError';
  readonly headers?: ResponseKind;
  /** The errors that the server sends, at least one. */
  readonly errors: readonly DomainError[];
}

const rate = { allowed: false, limit: 20, remaining: 0, resetAt: 0, retryAfterSeconds: 1 };
export const serverError = 'An unexpected error of the server.';
export const unavailable =
  'The service is temporarily unavailable. It is unknown whether a write succeeded: repeat it only with its Idempotency-Key.';
const plain = (description: string, ...codes: readonly ErrorCode[]): DocumentedError => ({
  description,
  schema: 'Error',
  errors: codes.map((code) => new DomainError(code)),
});

/** All error responses of a route by status, with examples. */
export function errorResponses(route: Route): Record<string, JsonSchema> {
  const hasBody = route.method === 'POST' || route.method === 'PUT';
  const documented: DocumentedError[] = [
    badInput(route),
    { ...plain('The credential is missing, invalid or expired.', ...unauthorized), headers: 'unauthenticated' },
    ...(route.scope ? [missingScope(route.scope)] : []),
    ...(route.notFound ? [plain('The record does not exist in the workspace.', ...[route.notFound].flat())] : []),
    ...(route.idempotent
      ? [plain('The Idempotency-Key is in use, or was used with another body or by another caller.', ...conflicts)]
      : []),
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

function missingScope(scope: Scope): DocumentedError {
  const error = new DomainError('INSUFFICIENT_SCOPE', { scope, message: `Missing scope: ${scope}` });
  return { ...plain('The credential lacks the scope.'), errors: [error], headers: 'forbidden' };
}

/** The validation messages of the input itself, for a value that is valid only in text fields. */
function badInput(route: Route): DocumentedError {
  const wrong = Object.fromEntries(Object.keys(route.input.shape).map((name) => [name, '?']));
  const problems = problemsOf(route.input.safeParse(wrong).error?.issues ?? []);
  return {
    description: 'The input is invalid. There are messages for the input as a whole and by field.',
    schema: route.validationErrors === 'A' ? 'ValidationError' : 'ValidationErrorB',
    errors: [invalidInput(problems.slice(0, 2))],
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
