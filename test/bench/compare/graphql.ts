import type { GraphQLCase } from './cases.ts';

const person = '{ id firstName lastName email }';

/** Every field of the `/v1` record, in its order. */
export const eventCallsQuery: GraphQLCase = {
  body: JSON.stringify({
    query: `query Calls($page: Int, $limit: Int) {
      eventCalls(page: $page, limit: $limit) {
        eventCalls {
          id previewId eventId name linkPrefix callType status eventType dateTime endTime duration timeZone contactId
          inviteeName inviteeEmail phoneNumber guests userId closer ${person} setterId setter ${person} outcome noSaleReason
          objectionKind objection notes cancelReason rescheduleReason location locationLink questions { statement type answer }
          secondaryAnswers { customFieldId identifier answer } utm { utmKey utmValue } createdAt updatedAt
        }
        count
      }
    }`,
    variables: { page: 0, limit: 20 },
  }),
  asRest: (body) => JSON.stringify({ data: JSON.parse(body).data.eventCalls }),
};

export const availabilitiesQuery: GraphQLCase = {
  body: JSON.stringify({
    query: `query Schedules($userId: Int) {
      userAvailabilities(userId: $userId) {
        id userId name timeZone isDefault createdAt days { id name active timings { startTime endTime } } eventId
      }
    }`,
    variables: { userId: null },
  }),
  asRest: (body) =>
    JSON.stringify({ data: JSON.parse(body).data.userAvailabilities })
      .replaceAll('"days":', '"the service":')
      // The weekdays of `/v1` are in lower case.
      .replaceAll(/"[A-Z]+DAY"/g, (weekday) => weekday.toLowerCase()),
};
