import type { CacheExchangeOpts, Data } from '@urql/exchange-graphcache';

/** Objects without an id: they live in what has them. */
const embedded = [
  'AnswerCustomFieldPayload',
  'ApiKeyPage',
  'ApiRequestPage',
  'AvailabilityTiming',
  'BulkAnswerResult',
  'CalendarConnectionPayload',
  'CalendarFeedWithUrl',
  'CallQuestion',
  'CallSecondaryAnswer',
  'ChangedPassword',
  'ClosingReason',
  'ConnectionPage',
  'ContactAnswer',
  'ContactPage',
  'CreateContactPayload',
  'CreatedInvitation',
  'CustomFieldConfiguration',
  'CustomFieldPage',
  'DisqualificationRule',
  'EventCallActor',
  'EventCallHost',
  'EventCallPage',
  'EventDates',
  'EventHost',
  'EventPage',
  'EventPayload',
  'EventReminder',
  'IssuedApiKey',
  'IssuedOAuthClient',
  'MailPreview',
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
  'ScheduleOverridePayload',
  'SchedulePayload',
  'SecondaryQuestion',
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
  answerCustomField: ['contacts', 'contact'],
  answerCustomFieldInBulk: ['contacts', 'contact'],
  cancelEventCall: ['eventCalls'],
  changePassword: ['sessions'],
  createApiKey: ['apiKeys'],
  createCalendarConnection: ['calendarConnections'],
  createCalendarFeed: ['calendarFeeds'],
  createEventCall: ['eventCalls', 'eventDates', 'contact', 'contacts'],
  createContact: ['contacts', 'contact'],
  createEvent: ['events'],
  createInvitation: ['invitations'],
  createOAuthClient: ['oauthClients'],
  createSchedule: ['userAvailabilities'],
  createScheduleOverride: ['schedule', 'eventDates', 'whyUnavailable'],
  createTimeOff: ['timeOffs', 'eventDates', 'whyUnavailable'],
  createWebhook: ['webhooks'],
  // The page is loaded anew after these two. Without an entry, the session would be asked for with the workspace from before.
  createWorkspace: [],
  deleteCalendarConnection: ['calendarConnections'],
  deleteCalendarFeed: ['calendarFeeds'],
  deleteEvent: ['events'],
  deleteOAuthClient: ['oauthClients', 'connections'],
  deleteSchedule: ['userAvailabilities'],
  deleteScheduleOverride: ['schedule', 'eventDates', 'whyUnavailable'],
  deleteTimeOff: ['timeOffs', 'eventDates', 'whyUnavailable'],
  deleteWebhook: ['webhooks'],
  eraseContact: ['contacts', 'contact', 'eventCalls'],
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
  // The history of the call has it too.
  setOutcome: ['eventCall', 'eventCalls'],
  switchWorkspace: [],
  updateCalendarConnection: ['calendarConnections'],
  updateContact: ['contacts'],
  updateEvent: ['eventDates', 'events', 'previewMail', 'whyUnavailable'],
  // The row stays in a list of open events, where this can be undone.
  updateEventStatus: ['eventDates', 'whyUnavailable'],
  updateSchedule: ['userAvailabilities', 'eventDates', 'whyUnavailable'],
  updateScheduleOverride: ['schedule', 'eventDates', 'whyUnavailable'],
  updateTimeOff: ['timeOffs', 'eventDates', 'whyUnavailable'],
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
