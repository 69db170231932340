import { DomainError, type ErrorCode, validationError } from '#src/domain/errors.ts';
import { validationDetails } from '#src/graphql/validation.ts';
import type { Route } from '../routes.ts';
import { errorResponse } from '../wire/error-response.ts';
import { answerHeaders } from './headers.ts';
import type { JsonSchema } from './output-schemas.ts';

interface ErrorAnswer {
  readonly description: string;
  readonly schema: 'Error' | 'ValidationError' | 'ValidationErrorB' | 'RateLimitError';
  readonly headers?: Parameters<typeof answerHeaders>[0];
  /** One or more that the server would really send. */
  readonly errors: readonly DomainError[];
}

const rate = { allowed: false, limit: 20, remaining: 0, resetAt: 0, retryAfterSeconds: 1 };
const plain = (description: string, ...codes: readonly ErrorCode[]): ErrorAnswer => ({
  description,
  schema: 'Error',
  errors: codes.map((code) => new DomainError(code)),
});

/** Every error answer of a route by its status, with examples. */
export function errorResponses(route: Route): Record<string, JsonSchema> {
  const hasBody = route.method === 'POST' || route.method === 'PUT';
  const answers: ErrorAnswer[] = [
    badInput(route),
    { ...plain('There is no credential, or it does not count.', ...unauthorized), headers: 'unknownCaller' },
    { ...plain('The credential lacks the scope.'), errors: [missingScope(route)], headers: 'lackingScope' },
    ...(route.notFound ? [plain('There is none in the workspace.', ...[route.notFound].flat())] : []),
    ...(route.idempotent ? [plain('The Idempotency-Key is taken.', ...taken)] : []),
    ...(hasBody ? [plain('The body is too large.', 'PAYLOAD_TOO_LARGE')] : []),
    ...(hasBody ? [plain('The body is not sent as JSON.', 'UNSUPPORTED_MEDIA_TYPE')] : []),
    { ...tooMany, headers: 'limited' },
    plain('Something went wrong on our side.', 'INTERNAL_SERVER_ERROR'),
  ];
  return Object.fromEntries(answers.map((answer) => response(route, answer)));
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
const taken = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'] as const;
const tooMany: ErrorAnswer = {
  description: 'Too many requests in one window.',
  schema: 'RateLimitError',
  errors: [new DomainError('RATE_LIMIT_EXCEEDED', { rate })],
};

function missingScope({ scope }: Route): DomainError {
  return new DomainError('INSUFFICIENT_SCOPE', { scope, message: `Missing scope: ${scope}` });
}

/** What the input itself says of a value that fits no field but texts. */
function badInput(route: Route): ErrorAnswer {
  const wrong = Object.fromEntries(Object.keys(route.input.shape).map((name) => [name, '?']));
  const { fieldErrors } = validationDetails(route.input.safeParse(wrong).error?.issues ?? []);
  const some = Object.entries(fieldErrors).slice(0, 2);
  return {
    description: 'The input is not right: what is wrong with it as a whole, and by the name of each field.',
    schema: route.validationErrors === 'A' ? 'ValidationError' : 'ValidationErrorB',
    errors: [validationError(Object.fromEntries(some))],
  };
}

function response(route: Route, { description, schema, headers, errors }: ErrorAnswer): [string, JsonSchema] {
  const bodies = errors.map((error) => ({ name: error.code, ...wireBody(route, error) }));
  const examples = Object.fromEntries(bodies.map(({ name, body }) => [name, { value: body }]));
  const content = {
    schema: { $ref: `#/components/schemas/${schema}` },
    ...(bodies.length === 1 ? { example: bodies[0]?.body } : { examples }),
  };
  const told = { description, headers: answerHeaders(headers ?? 'plain'), content: { 'application/json': content } };
  return [String(bodies[0]?.status), told];
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
