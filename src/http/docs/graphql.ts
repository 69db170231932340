import { documentLimits } from '#src/graphql/limits/document-limits.ts';
import { example } from './example.ts';
import { code, type DocsAddresses } from './page.ts';

export function graphql({ baseUrl }: DocsAddresses): string {
  return `\`${baseUrl}/graphql\` serves GraphQL over HTTP: a POST of JSON, with the same \`Authorization\` header as REST.

${example({
  url: `${baseUrl}/graphql`,
  json: {
    query: '{ eventCalls(eventType: UPCOMING, orderBy: asc, limit: 3) { count eventCalls { dateTime inviteeName } } }',
  },
})}

Open the address in a browser for GraphiQL, with the schema's descriptions, completion and a query for every record type. It
works with the session of your browser, or with an API key under Headers, and says as whom. A mutation there changes real data.

## Relations

Records are related in both directions: a contact has its calls, a call its event, contact, closer and deals, a deal its
transactions. \`workspace\` has all of them.

${code(
  'graphql',
  `{
  contacts(limit: 10) {
    contacts {
      email
      eventCalls(limit: 3) { dateTime name closer { firstName } deals { value currency } }
    }
  }
}`,
)}

- A nested list returns 5 records by default and at most 100 (\`limit\`), within the first 1,000.
- Each relation requires the scope of its target. Closers and setters see no more than through the root fields: a call,
  schedule, time off, deal or transaction of somebody else is null, and is in no list.
- A record has all its \`/v1\` fields here too; relations exist in GraphQL only.

## In common with REST

- Every endpoint of \`/v1\` is a root field, with the same arguments, scopes and limits.
- Amounts are decimal strings here, and numbers in \`/v1\`.
- Errors are in \`errors\`, with their code in \`extensions.code\`: see [errors](${baseUrl}/docs/errors.md).

## Limits of a document

A document that exceeds one of these limits is refused before execution:

| Code | Maximum | Counts |
|---|---|---|
${Object.entries(documentLimits)
  .map(([name, { limit, counts }]) => `| \`${name}\` | ${limit.toLocaleString('en')} | ${counts} |`)
  .join('\n')}

A workspace may spend a cost of 10,000 a second on all its documents. Every response says what its document cost and what
remains, in \`extensions.cost\`: see [rate limits](${baseUrl}/docs/rate-limits.md).
`;
}
