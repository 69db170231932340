import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { printSchema } from 'graphql';
import { DomainError, type ErrorCode, type ErrorExtras, errorTable } from '#src/domain/errors.ts';
import { detailsOf, fieldErrorCodes, maxFieldErrors, type Problem } from '#src/domain/field-errors.ts';
import { toGraphQLError } from '#src/graphql/errors.ts';
import { documentLimits } from '#src/graphql/limits/document-limits.ts';
import { printPersistedDocuments } from '#src/graphql/persisted-documents.ts';
import { schema } from '#src/graphql/schema.ts';
import { openApiDocument } from '#src/rest/openapi/document.ts';
import { type ErrorPlace, errorResponse } from '#src/rest/wire/error-response.ts';
import { webOperations } from './web-build/documents.ts';

/** The addresses of a server without configuration; a running server's document has its own. */
const addresses = { baseUrl: 'http://localhost:3000', appUrl: 'http://localhost:3000' };

/** The printed contract by file name, below `schema/`. Its order is that of definition, which is the order of the wire. */
export async function contract(): Promise<Record<string, string>> {
  return {
    'schema.graphql': `${printSchema(schema)}\n`,
    'openapi.json': `${JSON.stringify(openApiDocument(schema, addresses), null, 2)}\n`,
    'errors.md': errorsPage(),
    'persisted.json': printPersistedDocuments(await webOperations()),
  };
}

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
    name: 'Validation at /v1/userAvailabilities',
    code: 'VALIDATION_FAILED',
    extras: wrong({ path: ['userId'], code: 'invalid_type', message: 'Must be an integer' }),
    place: { endpoint: '/v1/userAvailabilities', validationErrors: 'B' },
  },
  { name: 'Rate limit', code: 'RATE_LIMIT_EXCEEDED', extras: { rate } },
  { name: 'Anything unexpected', code: 'INTERNAL_SERVER_ERROR' },
];

function errorsPage(): string {
  return `# Errors

At \`/v1\` an error has its own status and one of the bodies below. At \`/graphql\` it is an item of \`errors\` with its code
in \`extensions.code\`; the status below is that of an answer without any data, and an answer with some data is a 200.
Outside production an unexpected error also has its \`stack\`.

| Code | Text | Status at /v1 | Code shown at /v1 | Status at /graphql | extensions.code |
|---|---|---|---|---|---|
${(Object.keys(errorTable) as ErrorCode[]).map(row).join('\n')}

The errors of a document itself have GraphQL's own texts, with the code ${documentCodes.map(quoted).join(' or ')};
the errors of the request around it have the code ${requestCodes.map(quoted).join(' or ')}.

A document beyond one of these limits is refused before it is executed. Its cost and what the workspace may still spend this second are in \`extensions.cost\` and in the headers
\`X-GraphQL-Cost\`, \`X-GraphQL-Cost-Limit\`, \`X-GraphQL-Cost-Remaining\` and \`X-GraphQL-Cost-Reset\`: an object counts 1, a list counts its items as often as its
\`limit\` says (5 times where it takes none), a nested list of records 5 more and the items of the pages before its own, and leaves are free. \`__schema\` counts 1000, \`__type\` 200.

| extensions.code | At most | Of what |
|---|---|---|
${Object.entries(documentLimits).map(limitRow).join('\n')}

## Field errors

A 400 of an input has \`details\`: texts for people in \`formErrors\` and \`fieldErrors\`, and in \`errors\` each problem for
programs, the first ${maxFieldErrors} of them: its \`path\` with the indexes of lists (\`utm[0].utmValue\`; null for the input as a whole),
its \`code\` and its \`message\`. Paths and codes are the same at \`/v1\` and at \`/graphql\`, where the path begins below
\`input\`. A code never changes its meaning; texts may.

| code | Meaning |
|---|---|
${Object.entries(fieldErrorCodes)
  .map(([code, meaning]) => `| ${quoted(code)} | ${meaning} |`)
  .join('\n')}

## Bodies

${shapes.map(shape).join('\n\n')}
`;
}

function row(code: ErrorCode): string {
  const error = new DomainError(code);
  const { status, body } = errorResponse(error, place);
  const { extensions } = toGraphQLError(error, false);
  const { status: graphqlStatus } = extensions.http as { status: number };
  const shown = 'code' in body ? 'yes' : 'no';
  return `| ${[quoted(code), error.message, status, shown, graphqlStatus, quoted(String(extensions.code))].join(' | ')} |`;
}

function limitRow([code, { limit, counts }]: [string, { limit: number; counts: string }]): string {
  return `| ${quoted(code)} | ${limit} | ${counts} |`;
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

async function writeContract(): Promise<void> {
  const directory = path.join(import.meta.dirname, 'schema');
  await mkdir(directory, { recursive: true });
  for (const [name, text] of Object.entries(await contract())) await writeFile(path.join(directory, name), text);
}

if (import.meta.main) await writeContract();
