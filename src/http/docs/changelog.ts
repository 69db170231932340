import type { DocsAddresses } from './page.ts';

/** What integrators notice, newest first. */
const changes: readonly { readonly date: string; readonly title: string; readonly lines: readonly string[] }[] = [
  {
    date: '2026-11-22',
    title: 'The log of requests',
    lines: [
      '**Added:** `requests` in GraphQL, for the sessions of owners and admins: the calls of API keys and apps of the last 7 days, with route, status, error code and request id, and without bodies.',
    ],
  },
  {
    date: '2026-11-22',
    title: 'Webhooks',
    lines: [
      '**Added:** webhooks (`/v1/webhooks`): events that are sent to you, signed as Standard Webhooks specifies, in an order that you can check, with retries over more than a day.',
      '**Added:** `GET /v1/webhooks/events`: what has happened in the last 90 days, so that you can catch up.',
      '**Added:** `GET /v1/webhooks/deliveries`: each attempt with what was sent and received; `POST /v1/webhooks/deliveries/resend` and `POST /v1/webhooks/test`.',
      '**Added:** `POST /v1/webhooks/rotateSecret`: a new secret, beside which the old one signs for as long as you choose. A webhook that keeps failing is paused with notice, and gets what it missed when you resume it.',
      '**Added:** `Idempotency-Key` at `POST /v1/webhooks` and `POST /v1/webhooks/test`; a repeated response shows the same secret.',
      '**Added:** webhooks with their deliveries, events and attempts in GraphQL.',
      '**Changed:** a list by cursor in the order of `dateTime` or `time` misses no item that moves meanwhile, and repeats none.',
      '**Changed:** responses of `/v1` and `/graphql` have `Cache-Control`: no shared cache stores them.',
      '**Changed:** the scopes `webhooks:read` and `webhooks:write` are needed now.',
      '**Changed:** an answer to a custom field that is there already is not stored again: its `updatedAt` stays, and `/v1/fields/answer/bulk` counts it as `skipped`.',
    ],
  },
  {
    date: '2026-11-22',
    title: 'Stricter where it surprised, and documentation as pages',
    lines: [
      '**Changed:** custom fields and their options are created and changed by owners and admins only; closers and setters assign contacts to nobody but themselves.',
      '**Changed:** an update that sets what is there already is a 200 and leaves `updatedAt` as it is.',
      '**Changed:** a known phone number without an e-mail address updates that contact at `POST /v1/contacts`; `/v1/fields/inviteeAnswers` creates the contact of somebody new.',
      '**Changed:** `/v1/oauth/token` and `/v1/oauth/revoke` are limited to 20 requests a second of one app from one address.',
      '**Changed:** while the database is away every endpoint responds with 503 and `Retry-After`.',
      '**Changed:** the API reference is at `/docs/reference`; links to its operations at `/docs` lead there.',
      '**Changed:** a list filter that is given and names nothing (`ids=`) is a 400. `page` has no default in the GraphQL schema: leaving it out still gives the first page.',
      '**Changed:** the parameters of a list may have 8,000 characters together, as they are encoded; more are a 400, where the `Link` header was left out.',
      '**Added:** `cursor` on every list, the `Link` header and `nextCursor`; `orderColumn`, `orderBy`, `createdFrom`, `createdTo`, `updatedFrom` and `updatedTo` on contacts, deals and transactions; the four ranges on calls, too.',
      '**Changed:** GraphQL documents spend from a budget of each workspace and second, which `extensions.cost` and headers state.',
      '**Added:** `Idempotency-Key` at `/graphql`, for documents with one mutation field.',
      '**Changed:** an `Idempotency-Key` belongs to its caller: the same key of another user, role, scopes or connection is a 409 `IDEMPOTENCY_KEY_REUSED`. Keys that were used before this change are forgotten.',
      '**Added:** each field error has a stable code and a path with indexes, beside the texts.',
      '**Added:** the header `Unknown-Parameters` names query parameters that an endpoint does not know.',
      '**Added:** `phoneNumber` at `GET /v1/contacts/detail`.',
      '**Added:** a 401 names `resource_metadata` and `scope`; `resource` (RFC 8707) is accepted where it names this API.',
      '**Added:** metadata, OpenAPI and the consent page mark the scopes that no operation needs yet.',
      '**Added:** the documentation as pages with search, and every example in curl, TypeScript and Python. The Markdown stays at its addresses.',
    ],
  },
  {
    date: '2026-11-22',
    title: 'Booking',
    lines: [
      '**Added:** open slots (`POST /v1/events/eventDates`), and booking, moving and cancelling calls.',
      '**Added:** outcomes of calls (`POST /v1/outcomes`); events, schedules, date overrides and time off in GraphQL.',
      '**Added:** deals and transactions can be created and changed.',
      '**Added:** invitees book, move and cancel without a credential (`createPublicBooking` and its siblings).',
    ],
  },
  {
    date: '2026-11-21',
    title: 'First version',
    lines: [
      '**Added:** REST below `/v1` and GraphQL at `/graphql`, with API keys, sessions, scopes and rate limits.',
      '**Added:** calls, contacts, deals, transactions, events, availability schedules and custom fields to read; contacts and answers to write.',
      '**Added:** OAuth 2.0 for third-party apps: codes with PKCE, refresh tokens, revocation, consent.',
      '**Added:** `Idempotency-Key`, request ids, OpenAPI 3.1, GraphiQL.',
    ],
  },
];

export function changelog({ baseUrl }: DocsAddresses): string {
  const sections = changes.map(
    ({ date, title, lines }) => `## ${date}: ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`,
  );
  return `What changed for those who call the API. Fields, endpoints and codes are added without notice: ignore those that you do not know.
The contract as it is now: [OpenAPI](${baseUrl}/openapi.json).

${sections.join('\n')}`;
}
