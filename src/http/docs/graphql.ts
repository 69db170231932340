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

Open the address in a browser for GraphiQL, with the schema's descriptions and completion.

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
