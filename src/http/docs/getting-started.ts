import { code, type DocsAddresses, type Page } from './page.ts';

export const gettingStarted: Page = {
  name: 'getting-started',
  title: 'Getting started',
  summary: 'A key, a first request, and where to go from there.',
  text,
};

function text({ baseUrl }: DocsAddresses): string {
  return `# Getting started

There is one API with two doors: REST below \`${baseUrl}/v1\`, and GraphQL at \`${baseUrl}/graphql\`. Both take the same
credentials, follow the same rules and draw from the same rate limits.

## A first request

Put an API key into a variable and ask for the newest calls:

${code('sh', `KEY=service_…\ncurl -H "Authorization: Bearer $KEY" '${baseUrl}/v1/eventCalls?limit=5'`)}

A success has its result under \`data\`:

${code('json', '{ "data": { "eventCalls": [], "count": 0 } }')}

## Writing

A body is JSON, and is sent as such:

${code(
  'sh',
  `curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: signup-4711' \\
  -d '{"email": "ira.cole@example.com", "firstName": "Ira"}' ${baseUrl}/v1/contacts`,
)}

What was made is a 201. A contact whose e-mail is there already is updated instead, which is a 200.

## Conventions

- Instants are ISO 8601, UTC, with milliseconds: \`2026-02-28T09:30:00.000Z\`.
- Lists in a query are comma-separated: \`outcomes=WON,NO_SALE\`. Empty items are dropped; at most 200 are taken.
- Date filters take a day (\`2026-02-28\`, the whole of it in the workspace's time zone) or an instant. Both ends are inclusive.
- Query parameters that are not known are ignored; known ones are checked strictly.
- In a change, null clears a field, and what is left out stays as it is.
- Every answer carries \`X-Request-Id\`: yours, if you send a sane one. It is in the server's log.

## Where to go from here

- [${baseUrl}/docs](${baseUrl}/docs): every endpoint, to read and to try.
- [${baseUrl}/openapi.json](${baseUrl}/openapi.json): the same for programs, such as generators of clients.
- [${baseUrl}/graphql](${baseUrl}/graphql) in a browser: GraphiQL, with the schema's descriptions.
`;
}
