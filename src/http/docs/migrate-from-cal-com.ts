import type { DocsAddresses } from './page.ts';

export function migrateFromCalCom({ baseUrl }: DocsAddresses): string {
  return `What corresponds to what, for programs that call version 2 of the Cal.com API (\`https://api.cal.com/v2\`). Where there is nothing
that corresponds, the table says so.

## Nouns

| Cal.com | Here |
|---|---|
| event type | event |
| booking | event call, or call |
| attendee | contact, one record for all calls of a person; the call has \`inviteeName\` and \`inviteeEmail\` |
| booking fields and their responses | invitee questions (name, e-mail, phone) and secondary questions, which are custom fields |
| schedule, with overrides | availability schedule, with date overrides |
| out of office | time off |
| team, organization | workspace, with the roles OWNER, ADMIN, CLOSER, SETTER |
| round robin host with a priority | host with a \`priority\` |
| routing forms, workflows, recurring bookings, seats, payments at booking | no counterpart |
| no counterpart | outcomes, deals, transactions, stages of contacts |

## Requests

| Cal.com | Here |
|---|---|
| \`Authorization: Bearer cal_…\` | \`Authorization: Bearer service_…\` ([API keys](${baseUrl}/docs/api-keys.md)) |
| \`cal-api-version\` in every request | nothing: the path has the version, \`/v1\` |
| \`{"status": "success", "data": …}\` | the status of HTTP, and \`{"data": …}\` |
| \`take\`, \`skip\`, \`pagination\` | \`limit\`, \`page\` from 0 or \`cursor\`, \`count\` ([pagination](${baseUrl}/docs/pagination.md)) |
| OAuth 2.0 | [OAuth 2.0](${baseUrl}/docs/oauth.md) with PKCE; scopes such as \`eventCalls:write\` instead of \`BOOKING_WRITE\` |
| managed users of platform clients | no counterpart |

## Endpoints

| Cal.com | Here |
|---|---|
| \`GET /v2/slots?eventTypeId&start&end&timeZone\` | \`POST /v1/events/eventDates\` with \`eventId\`, \`from\`, \`to\`, \`timeZone\` |
| \`POST /v2/slots/reservations\` | no counterpart: book at once. A time that was taken meanwhile is a 400 with the next open ones |
| \`POST /v2/bookings\` with \`start\`, \`eventTypeId\`, \`attendee\` | \`POST /v1/eventCalls\` with \`dateTime\`, \`eventId\`, \`email\`, \`firstName\`, \`timeZone\` |
| \`GET /v2/bookings?status=upcoming\` | \`GET /v1/eventCalls?eventType=UPCOMING\` |
| \`afterStart\`, \`beforeEnd\` | \`dateFrom\`, \`dateTo\`: both for the beginning of the call, both inclusive |
| \`attendeeEmail\`, \`attendeeName\` | \`inviteeEmails\`, \`search\` |
| \`GET /v2/bookings/{uid}\` | \`{ eventCall(id: …) { … } }\` in GraphQL |
| \`POST /v2/bookings/{uid}/reschedule\` | \`PUT /v1/eventCalls/reschedule\`. The call keeps its id; at Cal.com the new booking has another uid |
| \`POST /v2/bookings/{uid}/cancel\` | \`PUT /v1/eventCalls/cancel\` |
| \`POST /v2/bookings/{uid}/confirm\`, \`…/decline\` | no counterpart: a booking is final |
| \`POST /v2/bookings/{uid}/mark-absent\` | \`POST /v1/outcomes\` with the outcome NO_SALE or REJECTED and \`noSaleReason: NO_SHOW\` |
| \`GET /v2/event-types\` | \`GET /v1/events\`; changes in GraphQL (\`createEvent\`, \`updateEvent\`) |
| \`/v2/schedules\` | \`GET /v1/userAvailabilities\`; changes in GraphQL (\`createSchedule\`, \`createScheduleOverride\`) |
| \`GET /v2/me\` | \`{ viewer { role scopes } }\` in GraphQL |
| \`/v2/calendars\`, \`/v2/conferencing\` | no counterpart |
| \`/v2/webhooks\` with \`BOOKING_CREATED\` and others | \`POST /v1/webhooks\` with \`call.booked\` and others: [Webhooks](${baseUrl}/docs/webhooks.md) |

## What behaves differently

- A \`dateTime\` is UTC and ends in \`Z\`; the zone of the invitee is beside it, in \`timeZone\`.
- Every POST that creates something accepts an [\`Idempotency-Key\`](${baseUrl}/docs/idempotency.md).
- The limit is for each endpoint and second, not for each key and minute ([rate limits](${baseUrl}/docs/rate-limits.md)).
`;
}
