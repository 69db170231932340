import { readFileSync } from 'node:fs';
import path from 'node:path';
import { authentication } from './authentication.ts';
import { booking } from './booking.ts';
import { gettingStarted } from './getting-started.ts';
import { graphql } from './graphql.ts';
import { idempotency } from './idempotency.ts';
import { oauth } from './oauth.ts';
import type { DocsAddresses } from './page.ts';
import { pagination } from './pagination.ts';
import { rateLimits } from './rate-limits.ts';

/** A page of the documentation, as Markdown. */
interface Page {
  /** Its address is `/docs/<name>.md`. */
  readonly name: string;
  readonly title: string;
  /** One sentence, for lists of pages. */
  readonly summary: string;
  readonly text: (addresses: DocsAddresses) => string;
}

/** The pages of the documentation, in reading order. */
export const pages: readonly Page[] = [
  page('getting-started', 'Getting started', 'A key, a first request, and the next steps.', gettingStarted),
  page(
    'authentication',
    'Authentication',
    'Credentials, scopes, and the errors of a request without them.',
    authentication,
  ),
  page(
    'oauth',
    'OAuth 2.0',
    'How an app acts for users in their workspaces, from registration to revocation, in curl.',
    oauth,
  ),
  {
    name: 'errors',
    title: 'Errors',
    summary: 'Every code, its text, its status and its body in REST and GraphQL.',
    // Generated with the rest of the contract, from the table of errors.
    text: () => readFileSync(path.join(import.meta.dirname, '../../../schema/errors.md'), 'utf8'),
  },
  page(
    'booking',
    'Booking',
    'Open slots and the rules behind them; how to book, move and cancel calls, with and without a credential.',
    booking,
  ),
  page('pagination', 'Pagination', 'Pages, counts, and an order that does not drift.', pagination),
  page('rate-limits', 'Rate limits', 'How many requests are allowed, the headers, and when to retry.', rateLimits),
  page('idempotency', 'Idempotency', 'How to repeat a request without repeating its effect.', idempotency),
  page('graphql', 'GraphQL', 'The same API with only the fields that you select.', graphql),
];

function page(name: string, title: string, summary: string, body: Page['text']): Page {
  return { name, title, summary, text: (addresses) => `# ${title}\n\n${body(addresses)}` };
}

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
