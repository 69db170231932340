import { DomainError, type ErrorCode, type ErrorExtras, errorTable } from '#src/domain/errors.ts';
import { detailsOf, type Problem } from '#src/domain/field-errors.ts';
import { toGraphQLError } from '#src/graphql/errors.ts';
import { type ErrorPlace, errorResponse } from '#src/rest/wire/error-response.ts';

/** Codes of requests that never become an operation. */
export const requestCodes = [
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'SUBSCRIPTIONS_NOT_SUPPORTED',
] as const;

/** Codes of what is wrong with a document itself, before any field of it runs. */
export const documentCodes = ['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT'] as const;

const place: ErrorPlace = {
  endpoint: '/v1/eventCalls',
  method: 'GET',
  validationErrors: 'A',
  sentToken: true,
  showsStack: false,
};

const wrong = (...problems: Problem[]) => ({ details: detailsOf(problems) });
const rate = { allowed: false, limit: 20, remaining: 0, resetAt: 0, retryAfterSeconds: 1 };

const shapes: { name: string; code: ErrorCode; extras?: ErrorExtras; place?: Partial<ErrorPlace> }[] = [
  { name: 'With its code', code: 'RECORD_NOT_FOUND' },
  {
    name: 'A record that was not found, by where the input names it',
    code: 'NOT_FOUND',
    extras: { missing: { path: 'contactId' } },
  },
  {
    name: 'Ids of a list that were not found',
    code: 'NOT_FOUND',
    extras: { missing: { path: 'contactIds', ids: [7, 12], count: 2 } },
  },
  { name: 'Without its code', code: 'INVALID_API_KEY' },
  {
    name: 'A missing scope',
    code: 'INSUFFICIENT_SCOPE',
    extras: { scope: 'eventCalls:read', message: 'Missing scope: eventCalls:read' },
  },
  {
    name: 'Validation',
    code: 'VALIDATION_FAILED',
    extras: wrong({ path: ['limit'], code: 'too_big', message: 'Must be at most 100' }),
  },
  {
    name: 'Validation of an item of a list, and of the input as a whole',
    code: 'VALIDATION_FAILED',
    extras: wrong(
      { path: ['utm', 0, 'utmValue'], code: 'too_long', message: 'Must be at most 500 characters' },
      { path: [], code: 'required', message: 'An email or a phoneNumber is required' },
    ),
    place: { endpoint: '/v1/contacts', method: 'POST' },
  },
  {
    name: 'Validation at the endpoints of /v1/userAvailabilities',
    code: 'VALIDATION_FAILED',
    extras: wrong({ path: ['userId'], code: 'invalid_type', message: 'Must be an integer' }),
    place: { endpoint: '/v1/userAvailabilities', validationErrors: 'B' },
  },
  { name: 'Rate limit', code: 'RATE_LIMIT_EXCEEDED', extras: { rate } },
  { name: 'Anything unexpected', code: 'INTERNAL_SERVER_ERROR' },
];

/** Each code with what REST and GraphQL answer: the same status, and the code in GraphQL always. */
export function errorCodeRows(): (string | number)[][] {
  return (Object.keys(errorTable) as ErrorCode[]).map(rowOf);
}

/** The bodies that an error may have, at REST and at GraphQL. */
export function errorBodies(): string {
  return shapes.map(shape).join('\n\n');
}

function rowOf(code: ErrorCode): (string | number)[] {
  const error = new DomainError(code);
  const { status, body } = errorResponse(error, place);
  const { extensions } = toGraphQLError(error, false);
  const { status: graphqlStatus } = extensions.http as { status: number };
  const shown = 'code' in body ? 'yes' : 'no';
  if (graphqlStatus !== status || extensions.code !== code) throw new Error(`REST and GraphQL differ in ${code}`);
  return [quoted(code), error.message, status, shown];
}

function shape({ name, code, extras, place: here }: (typeof shapes)[number]): string {
  const error = new DomainError(code, extras);
  const { status, headers, body } = errorResponse(error, { ...place, ...here });
  const { http: _, ...extensions } = toGraphQLError(error, false).extensions;
  const challenge = headers['WWW-Authenticate'];
  return `### ${name}

${status} at \`/v1\`${challenge ? `, with \`WWW-Authenticate: ${challenge}\`` : ''}:

${json(body)}

At \`/graphql\`:

${json({ message: error.message, extensions })}`;
}

function json(value: object): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function quoted(text: string): string {
  return `\`${text}\``;
}
