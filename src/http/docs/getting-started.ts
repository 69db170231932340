import { example } from './example.ts';
import { code, type DocsAddresses } from './page.ts';

export function gettingStarted({ baseUrl }: DocsAddresses): string {
  return `There is one API with two transports: REST below \`${baseUrl}/v1\`, and GraphQL at \`${baseUrl}/graphql\`. Both accept the same
credentials, apply the same rules and consume the same rate limits.

## A first request

Put an [API key](${baseUrl}/docs/api-keys.md) into the environment variable \`KEY\` and request the newest calls:

${example({ url: `${baseUrl}/v1/eventCalls?limit=5` })}

A successful response has its result under \`data\`:

${code('json', '{ "data": { "eventCalls": [], "count": 0 } }')}

## Writing

A body is JSON, with the matching \`Content-Type\`:

${example({
  url: `${baseUrl}/v1/contacts`,
  headers: { 'Idempotency-Key': 'signup-4711' },
  json: { email: 'ira.cole@example.com', firstName: 'Ira' },
})}

A created record is a 201. A contact whose e-mail exists already is updated instead, which is a 200.

## Conventions

- Instants are ISO 8601, UTC, with milliseconds: \`2026-02-28T09:30:00.000Z\`.
- Lists in a query are comma-separated: \`outcomes=WON,NO_SALE\`. Empty items are dropped; at most 200 are accepted.
- Date filters accept a day (\`2026-02-28\`, the whole of it in the workspace's time zone) or an instant. Both ends are inclusive.
- Unknown query parameters are ignored, and named in the response header \`Unknown-Parameters\`; known ones are validated
  strictly.
- In an update, null clears a field, and an omitted field stays unchanged.
- Every response has an \`X-Request-Id\`: yours, if you send a valid one. It is in the server's log.

## Next steps

- [${baseUrl}/docs/reference](${baseUrl}/docs/reference): every endpoint, to read and to try out.
- [${baseUrl}/openapi.json](${baseUrl}/openapi.json): the same for programs, such as client generators.
- [${baseUrl}/graphql](${baseUrl}/graphql) in a browser: GraphiQL, with the schema's descriptions.
`;
}
