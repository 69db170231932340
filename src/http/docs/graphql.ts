import { documentLimits } from '#src/graphql/limits/document-limits.ts';
import { code, type DocsAddresses, type Page } from './page.ts';

export const graphql: Page = {
  name: 'graphql',
  title: 'GraphQL',
  summary: 'The same API with just the fields that you want.',
  text,
};

function text({ baseUrl }: DocsAddresses): string {
  return `# GraphQL

\`${baseUrl}/graphql\` speaks GraphQL over HTTP: a POST of JSON, with the same \`Authorization\` header as everywhere.

${code(
  'sh',
  `curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' ${baseUrl}/graphql -d '{
  "query": "{ eventCalls(eventType: UPCOMING, orderBy: asc, limit: 3) { count eventCalls { dateTime inviteeName } } }"
}'`,
)}

Open the address in a browser for GraphiQL, with the schema's descriptions, completion and a query for every noun. Run
its \`SignIn\` with your e-mail and password, or give an API key under Headers.

## From a record to what belongs to it

Every record leads further, both ways: a contact to its calls, a call to its event, contact, closer and deals, a deal to
its transactions. \`workspace\` leads to all of them.

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

- A list inside a record gives 5 records unless its \`limit\` says otherwise, at most 100, and the first 1,000 in all.
- Each step needs the scope of what it leads to. Closers and setters see no more than by the root fields: a call, schedule,
  deal or transaction that is not theirs is null, and is in no list.
- What \`/v1\` tells of a record it tells here as well; the steps further are GraphQL's alone.

## As everywhere

- Every endpoint of \`/v1\` is a root field, with the same arguments, scopes and limits.
- Amounts are decimal text here, and numbers in \`/v1\`.
- What goes wrong is told in \`errors\`, with its code in \`extensions.code\`: see [errors](${baseUrl}/docs/errors.md).

## What a document may ask for

Beyond any of these it is refused before anything of it is executed:

| Code | At most | Of what |
|---|---|---|
${Object.entries(documentLimits)
  .map(([name, { limit, counts }]) => `| \`${name}\` | ${limit.toLocaleString('en')} | ${counts} |`)
  .join('\n')}
`;
}
