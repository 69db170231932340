import { readFileSync } from 'node:fs';
import path from 'node:path';
import { apiKeys } from './api-keys.ts';
import { authentication } from './authentication.ts';
import { booking } from './booking.ts';
import { capacity } from './capacity.ts';
import { changelog } from './changelog.ts';
import { contacts } from './contacts.ts';
import { gettingStarted } from './getting-started.ts';
import { graphql } from './graphql.ts';
import { idempotency } from './idempotency.ts';
import { migrateFromCalCom } from './migrate-from-cal-com.ts';
import { migrateFromCalendly } from './migrate-from-calendly.ts';
import { oauth } from './oauth.ts';
import type { DocsAddresses } from './page.ts';
import { pagination } from './pagination.ts';
import { rateLimits } from './rate-limits.ts';
import { retries } from './retries.ts';
import { troubleshooting } from './troubleshooting.ts';
import { webApplication } from './web-application.ts';
import { webhooks } from './webhooks.ts';

/** A page of the documentation, as Markdown. */
export interface Page {
  /** Its address is `/docs/<name>`, and `/docs/<name>.md` for the Markdown itself. */
  readonly name: string;
  readonly title: string;
  /** One sentence, for lists of pages. */
  readonly summary: string;
  readonly text: (addresses: DocsAddresses) => string;
}

/** The pages of the documentation, in reading order. */
export const groups: readonly { readonly title: string; readonly pages: readonly Page[] }[] = [
  {
    title: 'Start',
    pages: [
      page('getting-started', 'Getting started', 'A key, a first request, and the next steps.', gettingStarted),
      page('api-keys', 'Get an API key', 'From the demo, in GraphiQL, from a program, or as the operator.', apiKeys),
    ],
  },
  {
    title: 'Access',
    pages: [
      page(
        'web-application',
        'The web application',
        'How to register apps, hand out keys, watch webhooks and requests, and manage members and passwords in Settings.',
        webApplication,
      ),
      page(
        'authentication',
        'Authentication',
        'Credentials, scopes, and the errors of a request without them.',
        authentication,
      ),
      page(
        'oauth',
        'OAuth 2.0',
        'How an app acts for users in their workspaces, from registration to revocation.',
        oauth,
      ),
    ],
  },
  {
    title: 'Use',
    pages: [
      page(
        'booking',
        'Booking',
        'Open slots and the rules behind them; how to book, move and cancel calls, with and without a credential.',
        booking,
      ),
      page(
        'contacts',
        'Contacts and custom fields',
        'Which contact a request is about, who owns it, and the rules of custom fields, options and answers.',
        contacts,
      ),
      page(
        'webhooks',
        'Webhooks',
        'Events that are sent to you: kinds, signatures, order, retries, and how to catch up.',
        webhooks,
      ),
      page('pagination', 'Pagination', 'Pages, counts, and whole lists by cursor.', pagination),
      page('graphql', 'GraphQL', 'The same API with only the fields that you select.', graphql),
      page('idempotency', 'Idempotency', 'How to repeat a request without repeating its effect.', idempotency),
    ],
  },
  {
    title: 'When a request fails',
    pages: [
      {
        name: 'errors',
        title: 'Errors',
        summary: 'Every code, its text, its status and its body in REST and GraphQL.',
        // Generated with the rest of the contract, from the table of errors.
        text: () => readFileSync(path.join(import.meta.dirname, '../../../schema/errors.md'), 'utf8'),
      },
      page(
        'troubleshooting',
        'What to do about each error',
        'Every code with its cause and what helps.',
        troubleshooting,
      ),
      page('rate-limits', 'Rate limits', 'How many requests are allowed, the headers, and when to retry.', rateLimits),
      page('retries', 'Retry a request', 'Code that waits as long as a 429 says, and what may be repeated.', retries),
    ],
  },
  {
    title: 'Coming from elsewhere',
    pages: [
      page(
        'migrate-from-cal-com',
        'Migrate from Cal.com',
        'What corresponds to the nouns and endpoints of its API.',
        migrateFromCalCom,
      ),
      page(
        'migrate-from-calendly',
        'Migrate from Calendly',
        'What corresponds to the nouns and endpoints of its API.',
        migrateFromCalendly,
      ),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page(
        'capacity',
        'Capacity',
        'What a row and a request cost, and what 1,000, 10,000 and 100,000 workspaces need, with the formula.',
        capacity,
      ),
    ],
  },
  {
    title: 'Changes',
    pages: [page('changelog', 'Changelog', 'What changed for those who call the API.', changelog)],
  },
];

export const pages: readonly Page[] = groups.flatMap((group) => group.pages);

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
