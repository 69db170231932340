import { example } from './example.ts';
import { Variable } from './literals.ts';
import { code, type DocsAddresses } from './page.ts';

export function booking({ baseUrl }: DocsAddresses): string {
  return `An event is a template of calls: it has hosts, each with an availability schedule. The service computes at which instants a host
is free, and books each of them once.

## Open slots

${example({
  url: `${baseUrl}/v1/events/eventDates`,
  json: { linkPrefix: 'demo/discovery-call', timeZone: 'America/New_York' },
})}

Name the event by \`eventId\` or by \`linkPrefix\`. \`from\` and \`to\` are dates in your \`timeZone\`, both inclusive, at most 60 of them;
without them you get today and the 13 days after it. \`slots\` has each open instant once, ascending, with the ids of the hosts
who are free then, in the order in which they are chosen. \`availabilities\` has the same instants by date and \`HH:mm\` in your
time zone; an hour that the clock repeats lists its times twice. An event that is deactivated or has no hosts is a 404.

## Which instants are open

1. **Open hours.** On each date of the schedule's time zone, the hours of an override for that date, or else those of its weekday.
   Their bounds hold on the clock of that zone: hours across a repeated hour are an hour longer, hours across a skipped one an
   hour shorter. A bound that the clock skips is the first instant after the gap.
2. **Grid.** A slot begins at the start of each stretch of open hours, and every \`slotInterval\` minutes after it (the duration, if
   there is no interval). The whole call must lie in open hours; stretches that touch, also across midnight, count as one.
3. **Notice and window.** A slot begins at least \`minimumNotice\` minutes from now, and at most \`bookingWindow\` days after today,
   on the schedule's calendar.
4. **Other calls.** A host has one call at a time, of any event. Between two calls lies the \`bufferAfter\` of the earlier or the
   \`bufferBefore\` of the later, whichever is longer. Cancelled calls do not count; a rescheduled call counts at its new time.
   Time off blocks what it overlaps, without buffers.
5. **Daily limit.** A host takes at most \`dailyLimit\` calls of the event on one date of the schedule's time zone.

In GraphQL, \`whyUnavailable\` lists, for owners and admins, every rule that closes an instant for a host.

## Book, move, cancel

\`SLOT\` is the \`dateTime\` of one of the slots:

${example({
  url: `${baseUrl}/v1/eventCalls`,
  headers: { 'Idempotency-Key': 'booking-4711' },
  json: {
    linkPrefix: 'demo/discovery-call',
    dateTime: new Variable('SLOT'),
    timeZone: 'America/New_York',
    email: 'ira.cole@example.com',
    firstName: 'Ira',
    lastName: 'Cole',
  },
})}

The contact is the one of \`contactId\`, of the e-mail address, or, without one, of the phone number; a new one is created, a known
one stays unchanged. The host is the free one with the highest priority, then the one with the fewest calls in that ISO week of
the workspace's time zone, then the one with the smallest id; \`userId\` asks for one of them. What \`email\`, \`phoneNumber\` and
the names say also answers the questions of the form that ask for it; other required questions need an answer.

A time that is taken, or was never offered, is a 400 with the next open times:

${code(
  'json',
  `{ "message": { "status": 400, "details": { "formErrors": [], "fieldErrors": { "dateTime": ["This time is not available"] },
  "nextAvailable": ["2026-12-01T15:30:00.000Z"] }, "endpoint": "/v1/eventCalls", "method": "POST" } }`,
)}

\`PUT /v1/eventCalls/reschedule\` moves a call by the same rules and keeps its host if that host is free then.
\`PUT /v1/eventCalls/cancel\` frees its time; cancelling again changes nothing. \`POST /v1/outcomes\` sets what came of it: WON or
NO_SALE of a strategy call; APPROVED, REJECTED, QUALIFIED or UNQUALIFIED of a discovery call. NO_SALE and REJECTED need a
\`noSaleReason\`. Each change writes its [webhook event](${baseUrl}/docs/webhooks.md) in the same transaction.

## Invitees without a credential

At \`${baseUrl}/graphql\`, a visitor of a booking page needs no credential: \`publicEvent\` shows the form of a live event by its link,
\`publicEventDates\` its open times without hosts, and \`createPublicBooking\` books it. The result has a signed \`token\` for
\`publicBooking\`, \`reschedulePublicBooking\` and \`cancelPublicBooking\`, until the call begins. The answers are the same whether the
workspace knows the e-mail address or not, and a known contact is not changed. Limits: 20 reads a second and 30 changes a
minute for each address (IPv6: each /64); 200 reads and 120 bookings that succeed for each event.

## Set up

Schedules, date overrides, time off and events are created and changed in GraphQL: \`createSchedule\`, \`createScheduleOverride\`,
\`createTimeOff\`, \`createEvent\`, each with \`update…\` and \`delete…\` beside it. \`PUT /v1/events/status\` opens and closes an event.
`;
}
