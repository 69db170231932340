import type { DocsAddresses } from './page.ts';

export function migrateFromCalendly({ baseUrl }: DocsAddresses): string {
  return `What corresponds to what, for programs that call version 2 of the Calendly API (\`https://api.calendly.com\`). Where there is nothing
that corresponds, the table says so.

## Nouns

| Calendly | Here |
|---|---|
| event type | event |
| scheduled event, and its invitee | event call, or call: one record with one invitee |
| invitee | contact, one record for all calls of a person; the call has \`inviteeName\` and \`inviteeEmail\` |
| questions and answers | invitee questions (name, e-mail, phone) and secondary questions, which are custom fields |
| tracking (\`utm_source\` and others) | \`utm\`: pairs of \`utmKey\` and \`utmValue\` |
| organization | workspace |
| organization membership | member, with the role OWNER, ADMIN, CLOSER or SETTER |
| availability schedule | availability schedule, with date overrides and time off |
| group events, routing forms, single-use scheduling links | no counterpart |
| no counterpart | outcomes, deals, transactions, stages of contacts |

## Requests

| Calendly | Here |
|---|---|
| personal access token | API key ([how to get one](${baseUrl}/docs/api-keys.md)) |
| OAuth 2.0 at \`auth.calendly.com\` | [OAuth 2.0](${baseUrl}/docs/oauth.md) with PKCE |
| \`:write\` scopes include \`:read\` | they do not: name both |
| ids are URIs (\`https://api.calendly.com/scheduled_events/…\`) | ids are integers |
| \`{"resource": …}\`, \`{"collection": […], "pagination": …}\` | \`{"data": …}\`, \`{"data": {"eventCalls": […], "count": 0}}\` |
| \`count\`, \`page_token\` | \`limit\`, \`cursor\` or \`page\` from 0 ([pagination](${baseUrl}/docs/pagination.md)) |
| \`user\` or \`organization\` in each list | nothing: the credential is of one workspace |
| \`snake_case\` | \`camelCase\` |

## Endpoints

| Calendly | Here |
|---|---|
| \`GET /users/me\` | \`{ viewer { role scopes } }\` in GraphQL |
| \`GET /event_types\` | \`GET /v1/events\` |
| \`GET /event_type_available_times\`, at most 7 days | \`POST /v1/events/eventDates\`, at most 60 days |
| \`POST /invitees\` with \`event_type\`, \`start_time\`, \`invitee\` | \`POST /v1/eventCalls\` with \`eventId\`, \`dateTime\`, \`email\`, \`firstName\`, \`timeZone\` |
| \`GET /scheduled_events\` with \`min_start_time\`, \`max_start_time\` | \`GET /v1/eventCalls\` with \`dateFrom\`, \`dateTo\` |
| \`status=active\` or \`canceled\` | \`types=scheduled_events,rescheduled_events\` or \`cancelled_events\` |
| \`invitee_email\` | \`inviteeEmails\`; \`search\` also finds names |
| \`GET /scheduled_events/{uuid}\`, \`…/invitees\` | \`{ eventCall(id: …) { … } }\` in GraphQL: call and invitee together |
| \`POST /scheduled_events/{uuid}/cancellation\` | \`PUT /v1/eventCalls/cancel\` |
| \`reschedule_url\` of the invitee | \`PUT /v1/eventCalls/reschedule\`. The call keeps its id; at Calendly there is a new event |
| \`POST /invitee_no_shows\` | \`POST /v1/outcomes\` with the outcome NO_SALE or REJECTED and \`noSaleReason: NO_SHOW\` |
| \`GET /user_availability_schedules\` | \`GET /v1/userAvailabilities\` |
| \`GET /user_busy_times\` | no counterpart: \`whyUnavailable\` in GraphQL names the reasons why a time is closed |
| \`GET /organization_memberships\` | \`GET /v1/users\` |
| \`POST /webhook_subscriptions\` with \`invitee.created\` and others | \`POST /v1/webhooks\` with \`call.booked\` and others: [Webhooks](${baseUrl}/docs/webhooks.md) |
| \`POST /data_compliance/deletion/invitees\`, \`GET /activity_log_entries\` | no counterpart |

## What behaves differently

- A booking needs no page of ours: the API books, moves and cancels.
- Every POST that creates something accepts an [\`Idempotency-Key\`](${baseUrl}/docs/idempotency.md).
- The limit is for each endpoint and second ([rate limits](${baseUrl}/docs/rate-limits.md)).
`;
}
