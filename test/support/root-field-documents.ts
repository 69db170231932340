import type { Scope } from '#src/domain/principal/scopes.ts';

/** Stands in a document for the user id of a member who can host an event. */
export const hostId = 2_000_000_001;

export type Who =
  | { scope: Scope; also?: readonly Scope[] }
  | 'owners and admins in person'
  | 'every member in person'
  | 'every credential'
  | 'every caller';

export interface RootField {
  readonly who: Who;
  /** A valid document, so that only the credential can be wrong. */
  readonly document: string;
  /** Of the response to whoever is allowed it; 200 or 404 by default. */
  readonly status?: number;
}

const reading = (scope: Scope, document: string): RootField => ({ who: { scope }, document });
const inPerson = (document: string): RootField => ({ who: 'owners and admins in person', document });
const everyMember = (document: string): RootField => ({ who: 'every member in person', document });

const invitees = (document: string): RootField => ({ who: 'every caller', document });

/** Every root field of the schema. */
export const rootFields: Record<string, RootField> = {
  viewer: { who: 'every credential', document: '{ viewer { role } }' },
  workspace: { who: 'every credential', document: '{ workspace { name } }' },
  apiKeys: inPerson('{ apiKeys { count } }'),
  apiKey: inPerson('{ apiKey(id: 1) { id } }'),
  requests: inPerson('{ requests { nextCursor } }'),
  schedule: reading('availabilities:read', '{ schedule(id: 1) { id } }'),
  customField: reading('fields:read', '{ customField(id: 1) { id } }'),
  deal: reading('deals:read', '{ deal(id: 1) { id } }'),
  eventCall: reading('eventCalls:read', '{ eventCall(id: 1) { id } }'),
  transaction: reading('transactions:read', '{ transaction(id: 1) { id } }'),
  user: reading('users:read', '{ user(id: 1) { id } }'),
  userAvailabilities: reading('availabilities:read', '{ userAvailabilities { id } }'),
  timeOff: reading('availabilities:read', '{ timeOff(id: 1) { id } }'),
  timeOffs: reading('availabilities:read', '{ timeOffs { count } }'),
  createSchedule: reading(
    'availabilities:write',
    'mutation { createSchedule(input: { name: "x", timeZone: "UTC", days: [] }) { schedule { id } } }',
  ),
  updateSchedule: reading(
    'availabilities:write',
    'mutation { updateSchedule(input: { id: 2147483647, name: "x" }) { schedule { id } } }',
  ),
  deleteSchedule: reading(
    'availabilities:write',
    'mutation { deleteSchedule(input: { id: 2147483647 }) { schedule { id } } }',
  ),
  createScheduleOverride: reading(
    'availabilities:write',
    'mutation { createScheduleOverride(input: { scheduleId: 2147483647, date: "2026-12-24", timings: [] }) { override { id } } }',
  ),
  updateScheduleOverride: reading(
    'availabilities:write',
    'mutation { updateScheduleOverride(input: { id: 2147483647, timings: [] }) { override { id } } }',
  ),
  deleteScheduleOverride: reading(
    'availabilities:write',
    'mutation { deleteScheduleOverride(input: { id: 2147483647 }) { override { id } } }',
  ),
  createTimeOff: reading(
    'availabilities:write',
    'mutation { createTimeOff(input: { startTime: "2026-12-24", endTime: "2026-12-24" }) { timeOff { id } } }',
  ),
  updateTimeOff: reading(
    'availabilities:write',
    'mutation { updateTimeOff(input: { id: 2147483647, endTime: "2026-12-24" }) { timeOff { id } } }',
  ),
  deleteTimeOff: reading(
    'availabilities:write',
    'mutation { deleteTimeOff(input: { id: 2147483647 }) { timeOff { id } } }',
  ),
  contacts: reading('contacts:read', '{ contacts { count } }'),
  contact: reading('contacts:read', '{ contact(contactId: 2147483647) { id } }'),
  contactStage: reading('fields:read', '{ contactStage { id } }'),
  customFields: reading('fields:read', '{ customFields(objectType: CALL) { count } }'),
  customFieldsByType: reading('fields:read', '{ customFieldsByType { CALL { count } } }'),
  createCustomField: reading(
    'fields:write',
    'mutation { createCustomField(input: { name: "x", type: CALL, inputType: TEXT }) { id } }',
  ),
  updateCustomField: reading(
    'fields:write',
    'mutation { updateCustomField(input: { id: 2147483647, name: "x" }) { id } }',
  ),
  deals: reading('deals:read', '{ deals { count } }'),
  eventCalls: reading('eventCalls:read', '{ eventCalls { count } }'),
  whyUnavailable: {
    who: { scope: 'events:read', also: ['eventCalls:read', 'availabilities:read'] },
    document: '{ whyUnavailable(eventId: 2147483647, userId: 1, dateTime: "2999-01-01T00:00:00Z") { rule } }',
  },
  publicEvent: invitees('{ publicEvent(linkPrefix: "a/b") { name } }'),
  publicEventDates: invitees('{ publicEventDates(linkPrefix: "a/b", timeZone: "UTC") { timeZone } }'),
  publicBooking: invitees('{ publicBooking(token: "x") { name } }'),
  createPublicBooking: invitees(
    'mutation { createPublicBooking(input: { linkPrefix: "a/b", dateTime: "2999-01-01T00:00:00Z", timeZone: "UTC", email: "a@b.test" }) { token } }',
  ),
  updateWorkspace: inPerson('mutation { updateWorkspace(input: { keepsUnbookedLeads: true }) { id } }'),
  createPublicLead: invitees(
    'mutation { createPublicLead(input: { linkPrefix: "a/b", email: "a@b.test" }) { disqualified { url } } }',
  ),
  reschedulePublicBooking: invitees(
    'mutation { reschedulePublicBooking(input: { token: "x", dateTime: "2999-01-01T00:00:00Z" }) { name } }',
  ),
  cancelPublicBooking: invitees('mutation { cancelPublicBooking(input: { token: "x" }) { name } }'),
  eventDates: reading('events:read', '{ eventDates(eventId: 2147483647, timeZone: "UTC") { timeZone } }'),
  createEventCall: reading(
    'eventCalls:write',
    'mutation { createEventCall(input: { eventId: 2147483647, timeZone: "UTC", dateTime: "2999-01-01T00:00:00Z", email: "a@b.test" }) { id } }',
  ),
  rescheduleEventCall: reading(
    'eventCalls:write',
    'mutation { rescheduleEventCall(input: { id: 2147483647, dateTime: "2999-01-01T00:00:00Z" }) { id } }',
  ),
  cancelEventCall: reading('eventCalls:write', 'mutation { cancelEventCall(input: { id: 2147483647 }) { id } }'),
  setOutcome: reading(
    'eventCalls:write',
    'mutation { setOutcome(input: { eventCallId: 2147483647, outcome: WON }) { created } }',
  ),
  events: reading('events:read', '{ events { count } }'),
  event: reading('events:read', '{ event(eventId: 2147483647) { id } }'),
  createEvent: reading(
    'events:write',
    `mutation { createEvent(input: { name: "x", callType: STRATEGY_EVENT, duration: 30, hosts: [{ userId: ${hostId} }] }) { event { id } } }`,
  ),
  updateEvent: reading(
    'events:write',
    'mutation { updateEvent(input: { id: 2147483647, name: "x" }) { event { id } } }',
  ),
  updateEventStatus: reading(
    'events:write',
    'mutation { updateEventStatus(input: { eventId: 2147483647, status: ACTIVATED }) { id } }',
  ),
  deleteEvent: reading('events:write', 'mutation { deleteEvent(input: { id: 2147483647 }) { event { id } } }'),
  transactions: reading('transactions:read', '{ transactions { count } }'),
  webhooks: reading('webhooks:read', '{ webhooks { count } }'),
  webhook: reading('webhooks:read', '{ webhook(id: 1) { id } }'),
  createWebhook: {
    who: { scope: 'webhooks:write', also: ['contacts:read'] },
    document: `mutation { createWebhook(input: { url: "https://a.test/", kinds: ["contact.created"] }) { secret } }`,
  },
  updateWebhook: reading(
    'webhooks:write',
    'mutation { updateWebhook(input: { id: 2147483647, status: PAUSED }) { id } }',
  ),
  deleteWebhook: reading('webhooks:write', 'mutation { deleteWebhook(input: { id: 2147483647 }) { id } }'),
  rotateWebhookSecret: inPerson('mutation { rotateWebhookSecret(input: { id: 2147483647 }) { secret } }'),
  users: reading('users:read', '{ users { count } }'),
  webhookEvents: reading('webhooks:read', '{ webhookEvents { count } }'),
  webhookEvent: reading('webhooks:read', '{ webhookEvent(id: "evt_1") { id } }'),
  webhookStatistics: reading('webhooks:read', '{ webhookStatistics(webhookId: 2147483647) { to } }'),
  webhookActivity: reading('webhooks:read', '{ webhookActivity { webhookId } }'),
  webhookDeliveries: reading('webhooks:read', '{ webhookDeliveries { count } }'),
  webhookDelivery: reading('webhooks:read', '{ webhookDelivery(id: "dlv_1") { id } }'),
  resendNotification: reading('eventCalls:write', 'mutation { resendNotification(input: { id: 2147483647 }) { id } }'),
  previewMail: reading(
    'events:read',
    '{ previewMail(eventId: 2147483647, kind: REMINDER, recipient: HOST) { subject } }',
  ),
  resendWebhookDelivery: reading('webhooks:write', 'mutation { resendWebhookDelivery(input: { id: "dlv_1" }) { id } }'),
  sendWebhookTest: reading('webhooks:write', 'mutation { sendWebhookTest(input: { id: 2147483647 }) { id } }'),
  calendarConnections: everyMember('{ calendarConnections { id } }'),
  calendarConnection: everyMember('{ calendarConnection(id: 2147483647) { id } }'),
  busyTimes: everyMember(
    '{ busyTimes(from: "2026-03-05T00:00:00Z", to: "2026-03-06T00:00:00Z") { times { startTime } } }',
  ),
  createCalendarConnection: {
    ...everyMember(
      'mutation { createCalendarConnection(input: { kind: ICS, url: "http://10.0.0.1/" }) { authorizationUrl } }',
    ),
    // No server looks at a private address.
    status: 400,
  },
  updateCalendarConnection: everyMember(
    'mutation { updateCalendarConnection(input: { id: 2147483647, busyCalendarIds: [] }) { connection { id } } }',
  ),
  deleteCalendarConnection: everyMember(
    'mutation { deleteCalendarConnection(input: { id: 2147483647 }) { connection { id } } }',
  ),
  refreshCalendarConnection: everyMember(
    'mutation { refreshCalendarConnection(input: { id: 2147483647 }) { connection { id } } }',
  ),
  calendarFeeds: everyMember('{ calendarFeeds { id } }'),
  createCalendarFeed: everyMember('mutation { createCalendarFeed(input: { scope: OWN }) { url } }'),
  deleteCalendarFeed: everyMember('mutation { deleteCalendarFeed(input: { id: 2147483647 }) { id } }'),
  oauthClients: inPerson('{ oauthClients { count } }'),
  oauthClient: inPerson('{ oauthClient(id: 2147483647) { id } }'),
  connections: everyMember('{ connections { count } }'),
  connection: everyMember('{ connection(id: "con_x") { id } }'),
  signIn: {
    who: 'every caller',
    document: 'mutation { signIn(input: { email: "a@b.test", password: "x" }) { userId } }',
  },
  signOut: { who: 'every caller', document: 'mutation { signOut }' },
  createApiKey: inPerson('mutation { createApiKey(input: { name: "x", scopes: ["deals:read"] }) { secret } }'),
  rotateApiKey: inPerson('mutation { rotateApiKey(input: { id: 2147483647 }) { secret } }'),
  revokeApiKey: inPerson('mutation { revokeApiKey(input: { id: 2147483647 }) { id } }'),
  createOAuthClient: inPerson(
    'mutation { createOAuthClient(input: { name: "x", redirectUris: ["https://a.test/"], allowedScopes: ["deals:read"], clientType: PUBLIC }) { clientSecret } }',
  ),
  updateOAuthClient: inPerson('mutation { updateOAuthClient(input: { id: 2147483647, name: "New" }) { id } }'),
  deleteOAuthClient: inPerson('mutation { deleteOAuthClient(input: { id: 2147483647 }) { id } }'),
  rotateOAuthClientSecret: inPerson('mutation { rotateOAuthClientSecret(input: { id: 2147483647 }) { clientSecret } }'),
  requestOAuthClientApproval: inPerson('mutation { requestOAuthClientApproval(input: { id: 2147483647 }) { id } }'),
  switchWorkspace: everyMember('mutation { switchWorkspace(input: { workspaceId: 2000000000 }) { id } }'),
  revokeConnection: everyMember('mutation { revokeConnection(input: { id: "x" }) { id } }'),
  revokeAllConnections: everyMember('mutation { revokeAllConnections(input: { clientId: "x" }) { count } }'),
  createContact: reading(
    'contacts:write',
    'mutation { createContact(input: { email: "a@b.test" }) { contact { id } } }',
  ),
  updateContact: reading(
    'contacts:write',
    'mutation { updateContact(input: { contactId: 2147483647, tag: "x" }) { id } }',
  ),
  updateUser: reading('users:write', 'mutation { updateUser(input: { id: 2147483647, lastName: "x" }) { id } }'),
  server: { who: 'every caller', document: '{ server { signUp } }' },
  invitations: inPerson('{ invitations { id } }'),
  createInvitation: inPerson(
    'mutation { createInvitation(input: { email: "new@b.test", role: CLOSER }) { invitation { id } } }',
  ),
  revokeInvitation: inPerson('mutation { revokeInvitation(input: { id: 2147483647 }) { id } }'),
  createPasswordResetLink: inPerson('mutation { createPasswordResetLink(input: { userId: 2147483647 }) { link } }'),
  dismissPasswordLinkNotice: everyMember(
    'mutation { dismissPasswordLinkNotice(input: { madeAt: "2026-03-04T12:00:00Z" }) { role } }',
  ),
  createWorkspace: everyMember('mutation { createWorkspace(input: { name: "x" }) { id } }'),
  removeUser: inPerson('mutation { removeUser(input: { id: 2147483647 }) { userId } }'),
  sessions: everyMember('{ sessions { id } }'),
  revokeSession: everyMember(
    'mutation { revokeSession(input: { id: "00000000-0000-4000-8000-000000000000" }) { id } }',
  ),
  revokeOtherSessions: everyMember('mutation { revokeOtherSessions }'),
  changePassword: {
    ...everyMember(
      'mutation { changePassword(input: { currentPassword: "x", newPassword: "yyyyyyyy" }) { sessionsEnded } }',
    ),
    // The password is wrong.
    status: 400,
  },
  updateViewer: everyMember('mutation { updateViewer(input: { firstName: "Ada" }) { role } }'),
  createDeal: reading(
    'deals:write',
    'mutation { createDeal(input: { contactId: 2147483647, value: "5", currency: "USD", transactionType: WON }) { id } }',
  ),
  eraseContact: reading('contacts:write', 'mutation { eraseContact(input: { id: 2147483647 }) { id } }'),
  deleteDeal: reading('deals:write', 'mutation { deleteDeal(input: { id: 2147483647 }) { id } }'),
  updateDeal: reading('deals:write', 'mutation { updateDeal(input: { id: 2147483647, productName: "x" }) { id } }'),
  createTransaction: reading(
    'transactions:write',
    'mutation { createTransaction(input: { value: "-5.5", currency: "USD" }) { id } }',
  ),
  updateTransaction: reading(
    'transactions:write',
    'mutation { updateTransaction(input: { id: 2147483647, name: "x" }) { id } }',
  ),
  deleteTransaction: reading('transactions:write', 'mutation { deleteTransaction(input: { id: 2147483647 }) { id } }'),
  answerCustomField: reading(
    'fields:write',
    'mutation { answerCustomField(input: { customFieldId: 2147483647, contactId: 2147483647, answer: [] }) { created } }',
  ),
  answerCustomFieldInBulk: reading(
    'fields:write',
    'mutation { answerCustomFieldInBulk(input: { customFieldId: 2147483647, contactIds: [2147483647], answer: [] }) { count } }',
  ),
  insertInviteeAnswers: reading(
    'fields:write',
    'mutation { insertInviteeAnswers(input: { linkPrefix: "a/b", contactId: 2147483647, inviteeQuestionAnswers: [{ type: NAME, answer: "x" }] }) { status } }',
  ),
};
