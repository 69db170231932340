import type { Traffic } from '../support/postgres-meter.ts';

/** What one warm request costs, in numbers that are the same on every machine. */
export interface Cost extends Readonly<Traffic> {
  /** What Node and the driver make among them. */
  readonly timers: number;
  readonly promises: number;
}

/**
 * The most that a request may cost. A test that fails prints the row as it is now. Lower a number whenever the code allows
 * it; raise one only in a commit that says why.
 */
export const budgets = {
  'GET /v1/eventCalls': {
    statements: ['credentials.apiKey', 'eventCalls.scanned'],
    ...{ roundTrips: 2, rows: 21, bytesSent: 182, bytesReceived: 10514, timers: 1, promises: 61 },
  },
  'GET /v1/contacts/detail': {
    statements: ['credentials.apiKey', 'contacts.detailById'],
    ...{ roundTrips: 2, rows: 2, bytesSent: 181, bytesReceived: 775, timers: 1, promises: 61 },
  },
  'POST /graphql, eventCalls': {
    statements: ['credentials.apiKey', 'eventCalls.scanned'],
    ...{ roundTrips: 2, rows: 21, bytesSent: 182, bytesReceived: 10514, timers: 1, promises: 89 },
  },
  'POST /graphql, contactStory': {
    statements: ['credentials.apiKey', 'contactStory.page'],
    ...{ roundTrips: 2, rows: 22, bytesSent: 181, bytesReceived: 5320, timers: 1, promises: 88 },
  },
  'POST /graphql, payments without a deal': {
    statements: ['credentials.apiKey', 'transactions.list', 'transactions.proposedDeals'],
    ...{ roundTrips: 3, rows: 41, bytesSent: 461, bytesReceived: 6664, timers: 1, promises: 235 },
  },
  'POST /graphql, goals': {
    statements: ['credentials.session', 'goals.ofMonth', 'SELECT h."nonce", m."number"'],
    ...{ roundTrips: 3, rows: 6, bytesSent: 1583, bytesReceived: 1161, timers: 4, promises: 103 },
  },
  'POST /v1/oauth/token, refresh': {
    statements: ['oauth.token', 'oauth.exchange'],
    ...{ roundTrips: 2, rows: 2, bytesSent: 603, bytesReceived: 721, timers: 5, promises: 192 },
  },
  'POST /v1/eventCalls, booking': {
    statements: [
      'credentials.apiKey',
      'BEGIN',
      'eventCalls.lockHosts.byId',
      'scheduling.byId',
      'customFields.shareLock',
      'contacts.lockByEmail',
      'contacts.insert',
      'invitees.insert',
      'eventCalls.insert',
      'rollups.insert',
      'inviteeAnswers.insert',
      'eventCalls.booked',
      'customFields.put.contactId',
      'webhookEvents.holdOrder',
      'webhookEvents.kinds',
      'webhookEvents.insert',
      'COMMIT',
    ],
    ...{ roundTrips: 17, rows: 10, bytesSent: 3931, bytesReceived: 5385, timers: 19, promises: 183 },
  },
  'PUT /v1/eventCalls/reschedule': {
    statements: [
      'credentials.apiKey',
      'BEGIN',
      'eventCalls.lockHosts.ofCall',
      'eventCalls.lock',
      'eventCalls.one',
      'scheduling.byId',
      'UPDATE "EventCall" c',
      'rollups.insert',
      'eventCalls.one',
      'eventCallChanges.insert',
      'webhookEvents.holdOrder',
      'webhookEvents.kinds',
      'webhookEvents.insert',
      'calendarEntries.change',
      'COMMIT',
    ],
    // PostgreSQL writes the time of the change with up to three decimals: 3,532 bytes at most.
    ...{ roundTrips: 15, rows: 8, bytesSent: 3628, bytesReceived: 3604, timers: 17, promises: 163 },
  },
  'POST /v1/events/eventDates': {
    statements: ['credentials.apiKey', 'scheduling.byId'],
    ...{ roundTrips: 2, rows: 2, bytesSent: 235, bytesReceived: 1669, timers: 4, promises: 91 },
  },
} satisfies Record<string, Cost>;
