import { readFileSync } from 'node:fs';
import path from 'node:path';
import { authentication } from './authentication.ts';
import { gettingStarted } from './getting-started.ts';
import { graphql } from './graphql.ts';
import { idempotency } from './idempotency.ts';
import { oauth } from './oauth.ts';
import type { DocsAddresses, Page } from './page.ts';
import { pagination } from './pagination.ts';
import { rateLimits } from './rate-limits.ts';

/** Generated with the rest of the contract, from the table of errors. */
const errors: Page = {
  name: 'errors',
  title: 'Errors',
  summary: 'Every code, its text, its status and its body in REST and GraphQL.',
  text: () => readFileSync(path.join(import.meta.dirname, '../../../schema/errors.md'), 'utf8'),
};

/** The pages of the documentation, in reading order. */
export const pages: readonly Page[] = [
  gettingStarted,
  authentication,
  oauth,
  errors,
  pagination,
  rateLimits,
  idempotency,
  graphql,
];

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;

/** The table of contents for language models, in the form of llmstxt.org. */
export function llmsText({ baseUrl }: DocsAddresses, paths: Paths): string {
  const list = pages.map(({ name, title, summary }) => `- [${title}](${baseUrl}/docs/${name}.md): ${summary}`);
  const endpoints = Object.entries(paths).flatMap(([at, operations]) =>
    Object.entries(operations).map(([method, { summary }]) => `- \`${method.toUpperCase()} ${at}\`: ${summary}`),
  );
  return `# Slotline

> Scheduling and sales calls: bookable events, calls with outcomes, contacts, deals and transactions. REST below
> ${baseUrl}/v1 and GraphQL at ${baseUrl}/graphql, with one credential: \`Authorization: Bearer service_…\`.

## Documentation

${list.join('\n')}

## Contract

- [OpenAPI](${baseUrl}/openapi.json): every endpoint of \`/v1\`, with parameters, responses and errors.
- GraphQL introspection at ${baseUrl}/graphql: every type and field, described.

## Endpoints

${endpoints.join('\n')}
`;
}
