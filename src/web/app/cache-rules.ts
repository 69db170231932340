import type { CacheExchangeOpts, Data } from '@urql/exchange-graphcache';

/** Objects without an id: they live in what has them. */
const embedded = [
  'ApiKeyPage',
  'ApiRequestPage',
  'AvailabilityTiming',
  'CalendarConnectionPayload',
  'CalendarFeedWithUrl',
  'CallQuestion',
  'CallSecondaryAnswer',
  'ChangedPassword',
  'ConnectionPage',
  'CreatedInvitation',
  'EventCallPage',
  'EventDates',
  'EventPage',
  'IssuedApiKey',
  'IssuedOAuthClient',
  'MemberPage',
  'NewCalendarConnection',
  'OAuthClientMember',
  'OAuthClientPage',
  'OAuthClientUsage',
  'OwnMembership',
  'PasswordResetLink',
  'RemovedUser',
  'RequestFieldError',
  'RevokedConnections',
  'SchedulePayload',
  'ScheduleOverridePayload',
  'Server',
  'SetOutcomePayload',
  'Slot',
  'TimeOffPage',
  'TimeOffPayload',
  'Utm',
  'Viewer',
  'WebhookActivity',
  'WebhookAttempt',
  'WebhookDeliveryPage',
  'WebhookHeader',
  'WebhookPage',
  'WebhookStatistics',
  'WebhookStatisticsBucket',
  'WebhookWithSecret',
];

/** After a mutation, the queries that may be different now, by the names of their fields. */
const changedBy: Readonly<Record<string, readonly string[]>> = {
  cancelEventCall: ['eventCalls'],
  changePassword: ['sessions'],
  createApiKey: ['apiKeys'],
  createCalendarConnection: ['calendarConnections'],
  createCalendarFeed: ['calendarFeeds'],
  createInvitation: ['invitations'],
  createOAuthClient: ['oauthClients'],
  createSchedule: ['userAvailabilities'],
  createScheduleOverride: ['schedule', 'eventDates'],
  createTimeOff: ['timeOffs', 'eventDates'],
  createWebhook: ['webhooks'],
  // The page is loaded anew after these two. Without an entry, the session would be asked for with the workspace from before.
  createWorkspace: [],
  deleteCalendarConnection: ['calendarConnections'],
  deleteCalendarFeed: ['calendarFeeds'],
  deleteOAuthClient: ['oauthClients', 'connections'],
  deleteSchedule: ['userAvailabilities'],
  deleteScheduleOverride: ['schedule', 'eventDates'],
  deleteTimeOff: ['timeOffs', 'eventDates'],
  deleteWebhook: ['webhooks'],
  removeUser: ['users', 'apiKeys', 'calendarConnections', 'eventCalls', 'invitations', 'oauthClients'],
  refreshCalendarConnection: [],
  rescheduleEventCall: ['eventCalls', 'eventDates'],
  revokeAllConnections: ['connections', 'oauthClients', 'webhooks'],
  revokeConnection: ['connections', 'oauthClients', 'webhooks'],
  revokeInvitation: ['invitations'],
  revokeOtherSessions: ['sessions'],
  revokeSession: ['sessions'],
  rotateApiKey: ['apiKeys'],
  sendWebhookTest: ['webhookDeliveries'],
  setOutcome: ['eventCalls'],
  switchWorkspace: [],
  updateCalendarConnection: ['calendarConnections'],
  updateSchedule: ['userAvailabilities', 'eventDates'],
  updateScheduleOverride: ['schedule', 'eventDates'],
  updateTimeOff: ['timeOffs', 'eventDates'],
  updateUser: ['users'],
  updateWebhook: ['webhookDeliveries'],
  updateViewer: ['viewer'],
};

/** Objects with an id of another name. */
const keys = { ConnectedApp: ({ clientId }: Data) => String(clientId) };

export const cacheRules: CacheExchangeOpts = {
  keys: { ...Object.fromEntries(embedded.map((type) => [type, () => null])), ...keys },
  updates: {
    Mutation: Object.fromEntries(
      Object.entries(changedBy).map(([mutation, fields]) => [
        mutation,
        (result, _arguments, cache) => {
          // One that failed changed nothing; what is shown must stay, also where the session has ended.
          if (result[mutation] === null) return;
          for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
            if (fields.includes(fieldName)) cache.invalidate('Query', fieldKey);
          }
        },
      ]),
    ),
  },
};
