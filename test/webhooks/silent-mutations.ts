import { testKind } from '#src/domain/webhooks/kinds.ts';
import { notification } from '../support/notifications.ts';
import { password, person, setPassword } from '../support/people.ts';
import { publishedCalendar } from '../support/published-calendar.ts';
import { scheduleOverride, timeOff } from '../support/schedules.ts';
import { nextSerial } from '../support/serial.ts';
import { webhook } from '../support/webhooks.ts';
import { type Case, email, record } from './place.ts';

const none = (because: string, input: Case['input'], more: Partial<Case> = {}): Case[] => [
  { kinds: [], because, input, ...more },
];

const credentials = 'a credential is no record that webhooks report';
const hours = 'when a member can be booked is no record that webhooks report';
const people = 'members are no records that webhooks report';
const templates = 'events that can be booked are no records that webhooks report; their calls are';
const apps = 'only the end of its connections is reported';
const endpoints = 'whoever manages endpoints knows; only what the server does to them by itself is reported';
const day = { startTime: '2026-12-24', endTime: '2026-12-24' };

/** Every mutation that writes no event, and why. */
export const silentMutations: Readonly<Record<string, readonly Case[]>> = {
  createOAuthClient: none(apps, async () => ({
    ...{ name: 'x', clientType: 'PUBLIC' },
    ...{ redirectUris: ['https://a.test/'], allowedScopes: ['deals:read'] },
  })),
  updateOAuthClient: none(apps, record('OAuthClient', { name: 'y' })),
  rotateOAuthClientSecret: none(apps, record('OAuthClient')),
  requestOAuthClientApproval: none(apps, record('OAuthClient')),
  createApiKey: none(credentials, async () => ({ name: 'x', scopes: ['deals:read'] })),
  rotateApiKey: none(credentials, record('ApiKey')),
  revokeApiKey: none(credentials, record('ApiKey')),
  signIn: none(credentials, async ({ app }) => ({ email: (await person(app)).email, password }), { isAnonymous: true }),
  signOut: none(credentials, async () => undefined),
  switchWorkspace: none(credentials, async ({ app, owner }) => {
    const { workspaceId } = await app.workspace();
    await app.insert('Membership', { workspaceId, userId: owner.userId, role: 'CLOSER' });
    return { workspaceId };
  }),
  revokeSession: none(credentials, async ({ app, owner }) => {
    await app.session(owner);
    const sql = 'SELECT "id" FROM "Session" WHERE "userId" = $1 ORDER BY ctid DESC LIMIT 1';
    return (await app.sql<{ id: string }>(sql, [owner.userId]))[0];
  }),
  revokeOtherSessions: none(credentials, async () => undefined),
  changePassword: none(credentials, async ({ app, owner }) => {
    await setPassword(app, owner.userId);
    return { currentPassword: password, newPassword: 'another battery' };
  }),
  createInvitation: none(people, async () => ({ email: email(), role: 'CLOSER' })),
  revokeInvitation: none(people, async ({ app, owner: { workspaceId, userId } }) => {
    const row = { workspaceId, email: email(), role: 'CLOSER', tokenHash: Buffer.from('x'), invitedBy: userId };
    return { id: (await app.insert('Invitation', { ...row, expiresAt: '2026-03-05T12:00:00Z' })).id };
  }),
  createPasswordResetLink: none(people, async ({ app, owner: { workspaceId } }) => ({
    userId: (await app.member(workspaceId, 'CLOSER')).userId,
  })),
  dismissPasswordLinkNotice: none(people, async () => ({ madeAt: '2026-03-04T12:00:00Z' })),
  updateWorkspace: none('settings are no records that webhooks report', async () => ({ keepsUnbookedLeads: true })),
  createWorkspace: none('a new workspace has no endpoints', async () => ({ name: 'Another' })),
  updateViewer: none(people, async () => ({ lastName: 'Cole' })),
  updateUser: none(people, async ({ app, owner: { workspaceId } }) => {
    const { userId } = await app.member(workspaceId, 'CLOSER');
    return { id: userId, role: 'SETTER' };
  }),
  createEvent: none(templates, async ({ app, owner }) => {
    await app.schedule(owner, { isDefault: true });
    const event = { name: `Event ${nextSerial()}`, callType: 'STRATEGY_EVENT', duration: 30 };
    return { ...event, hosts: [{ userId: owner.userId }] };
  }),
  updateEvent: none(templates, record('Event', { name: 'Another' })),
  updateEventStatus: none(templates, async ({ app, owner }) => ({
    ...{ eventId: await app.event(owner), status: 'DEACTIVATED' },
  })),
  deleteEvent: none(templates, record('Event')),
  createSchedule: none(hours, async () => ({ name: 'x', timeZone: 'UTC', days: [] })),
  updateSchedule: none(hours, record('Schedule', { name: 'Summer' })),
  deleteSchedule: none(hours, record('Schedule')),
  createScheduleOverride: none(hours, async ({ app, owner }) => ({
    ...{ scheduleId: await app.schedule(owner), date: '2026-12-24', timings: [] },
  })),
  updateScheduleOverride: none(hours, async ({ app, owner }) => ({
    ...{ id: await scheduleOverride(app, owner, await app.schedule(owner)), date: '2026-12-24' },
  })),
  deleteScheduleOverride: none(hours, async ({ app, owner }) => ({
    id: await scheduleOverride(app, owner, await app.schedule(owner)),
  })),
  createCalendarConnection: none(hours, async () => ({ kind: 'ICS', url: await publishedCalendar() })),
  updateCalendarConnection: none(hours, record('CalendarConnection', { busyCalendarIds: [] })),
  refreshCalendarConnection: none(hours, record('CalendarConnection')),
  deleteCalendarConnection: none(hours, record('CalendarConnection')),
  createCalendarFeed: none(credentials, async () => ({ scope: 'OWN' })),
  deleteCalendarFeed: none(credentials, record('CalendarFeed')),
  createTimeOff: none(hours, async () => day),
  updateTimeOff: none(hours, async ({ app, owner }) => ({
    id: await timeOff(app, owner),
    ...{ startTime: '2030-01-01', endTime: '2030-02-01' },
  })),
  deleteTimeOff: none(hours, async ({ app, owner }) => ({ id: await timeOff(app, owner) })),
  createWebhook: none(endpoints, async () => ({ url: 'https://hooks.example.com/', kinds: ['contact.created'] })),
  updateWebhook: none(endpoints, async ({ app, owner }) => ({ id: await webhook(app, owner), status: 'PAUSED' })),
  deleteWebhook: none(endpoints, async ({ app, owner }) => ({ id: await webhook(app, owner) })),
  rotateWebhookSecret: none(endpoints, async ({ app, owner }) => ({ id: await webhook(app, owner) })),
  resendNotification: none('a mail is no change of a call', async ({ app, owner }) => {
    const id = await app.call(owner);
    const [call] = await app.sql<Record<string, unknown>>('SELECT * FROM "EventCall" WHERE "id" = $1', [id]);
    return { id: (await notification(app, call ?? {})).id };
  }),
  resendWebhookDelivery: none('the event is there already', async ({ app, owner: { workspaceId } }) => {
    const webhookId = await webhook(app, { workspaceId });
    const payload = { message: 'Once more' };
    const event = await app.insert('WebhookEvent', { workspaceId, kind: testKind, payload: JSON.stringify(payload) });
    const row = { workspaceId, webhookId, eventId: event.id, sequence: 1, status: 'FAILED', attempts: 8 };
    return { id: `dlv_${(await app.insert('WebhookDelivery', { ...row, dueAt: '2026-03-04T12:00:00Z' })).id}` };
  }),
};
