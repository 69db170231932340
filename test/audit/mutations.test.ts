import { afterAll, describe, expect, test } from 'vitest';
import { type AuditAction, allAuditActions } from '#src/domain/audit/actions.ts';
import { useApp } from '../support/app.ts';
import { auditLog } from '../support/audit.ts';
import type { Member } from '../support/factories.ts';
import { mailServer } from '../support/mail-server.ts';
import { documentOf } from '../support/root-fields/documents.ts';
import { mutationFields } from '../support/root-fields/registry.ts';
import { mutationCases } from '../webhooks/mutations.ts';

const mail = await mailServer();
const app = await useApp({ mailer: mail.mailer });
afterAll(() => mail.close());

const daily = 'records of the daily work, whose own history or events show who changed them';
const ownTime = "a member's own time, which its schedules show";
const own = 'only the caller sees it';
const mails = 'a mail that is sent again or as a test changes nothing';
const tests = 'a test or a second attempt changes nothing';
const invitees = 'an invitee calls, whose booking has a history of its own';

/** Every mutation: the actions that its sample records in their order, or why it records none. */
const recorded: Readonly<Record<string, readonly AuditAction[] | string>> = {
  signIn: ['session.created'],
  signOut: ['session.ended'],
  switchWorkspace: 'it records in the workspace that the session switches to',
  updateViewer: ['member.updated'],
  createInvitation: ['member.invited'],
  revokeInvitation: ['member.invitation_revoked'],
  createPasswordResetLink: ['password.link_created'],
  dismissPasswordLinkNotice: own,
  createWorkspace: 'it records in the new workspace',
  createApiKey: ['api_key.created'],
  rotateApiKey: ['api_key.rotated'],
  revokeApiKey: ['api_key.revoked'],
  createSchedule: ownTime,
  updateSchedule: ownTime,
  deleteSchedule: ownTime,
  createScheduleOverride: ownTime,
  updateScheduleOverride: ownTime,
  deleteScheduleOverride: ownTime,
  createCalendarConnection: ['calendar.connected'],
  createCalendarFeed: ['calendar_feed.created'],
  deleteCalendarFeed: ['calendar_feed.deleted'],
  updateCalendarConnection: ['calendar.updated'],
  deleteCalendarConnection: ['calendar.disconnected'],
  refreshCalendarConnection: 'it reads the calendars',
  revokeConnection: ['connection.revoked'],
  revokeAllConnections: ['connection.revoked'],
  createContact: daily,
  updateContact: daily,
  eraseContact: ['contact.erased'],
  mergeContacts: ['contact.merged'],
  undoMergeContacts: ['contact.merge_undone'],
  createContactNote: daily,
  updateContactNote: daily,
  deleteContactNote: daily,
  answerCustomField: daily,
  answerCustomFieldInBulk: daily,
  insertInviteeAnswers: daily,
  createCustomField: ['field.created'],
  updateCustomField: ['field.updated'],
  orderCustomFields: ['field.reordered'],
  createDeal: daily,
  updateDeal: daily,
  deleteDeal: daily,
  setGoal: daily,
  deleteGoal: daily,
  createProduct: daily,
  updateProduct: daily,
  deleteProduct: daily,
  createEventCall: daily,
  rescheduleEventCall: daily,
  cancelEventCall: daily,
  updateEventCallGuests: daily,
  setOutcome: daily,
  finishCall: daily,
  undoFinishCall: daily,
  createEvent: ['event.created'],
  updateEvent: ['event.updated'],
  updateEventStatus: ['event.updated'],
  deleteEvent: ['event.deleted'],
  sendTestMail: mails,
  resendNotification: mails,
  createOAuthClient: ['oauth_client.created'],
  updateOAuthClient: ['oauth_client.updated'],
  deleteOAuthClient: ['oauth_client.deleted'],
  rotateOAuthClientSecret: ['oauth_client.secret_rotated'],
  requestOAuthClientApproval: ['oauth_client.approval_requested'],
  createPublicBooking: invitees,
  createPublicLead: invitees,
  reschedulePublicBooking: invitees,
  cancelPublicBooking: invitees,
  saveView: own,
  deleteSavedView: own,
  revokeSession: ['session.ended'],
  revokeOtherSessions: ['session.ended'],
  changePassword: ['password.changed'],
  createTimeOff: ownTime,
  updateTimeOff: ownTime,
  deleteTimeOff: ownTime,
  createTransaction: daily,
  updateTransaction: daily,
  deleteTransaction: daily,
  updateUser: ['member.updated'],
  removeUser: ['member.removed'],
  resendWebhookDelivery: tests,
  sendWebhookTest: tests,
  createWebhook: ['webhook.created'],
  updateWebhook: ['webhook.updated'],
  deleteWebhook: ['webhook.deleted'],
  rotateWebhookSecret: ['webhook.secret_rotated'],
  updateWorkspace: ['workspace.updated'],
};

/** Inputs that change something, where the sample does not. */
const inputs: Readonly<Record<string, (owner: Member) => Promise<object | undefined>>> = {
  orderCustomFields: async ({ workspaceId }) => {
    const draft = { workspaceId, type: 'DEAL', inputType: 'TEXT' };
    const first = await app.insert('CustomField', { ...draft, name: 'A', identifier: 'a', displayIndex: 1 });
    const second = await app.insert('CustomField', { ...draft, name: 'B', identifier: 'b', displayIndex: 2 });
    return { type: 'DEAL', ids: [second.id, first.id] };
  },
  revokeOtherSessions: async (owner) => {
    await app.session(owner);
    return undefined;
  },
  updateWorkspace: async () => ({ name: 'Another' }),
};

test('the table has every mutation of the schema', () => {
  expect(Object.keys(recorded).sort()).toEqual(Object.keys(mutationFields).sort());
});

test('every action is recorded by a mutation, or by what is not in the schema', () => {
  const written = new Set(Object.values(recorded).flatMap((actions) => (typeof actions === 'string' ? [] : actions)));
  expect(allAuditActions.filter((action) => !written.has(action))).toEqual([
    ...['workspace.created', 'member.joined', 'password.reset', 'session.refused', 'session.moved'],
    ...['connection.created', 'audit.key_replaced'],
  ]);
});

describe.each(Object.entries(mutationCases))('%s', (name, [sample]) => {
  const actions = recorded[name] ?? [];
  test(typeof actions === 'string' ? `records nothing: ${actions}` : `records ${actions.join(', ')}`, async () => {
    const owner = await app.workspace();
    const session = sample?.isAnonymous ? undefined : await app.session(owner);
    const input = await (inputs[name]?.(owner) ?? sample?.input({ app, owner }));
    const before = (await auditLog(app, owner)).length;
    const { document, variables } = documentOf(name, input && { input }, '__typename');
    const { body } = await app.graphql(document, session, variables);
    expect(body.errors).toBeUndefined();
    const entries = (await auditLog(app, owner)).slice(before);
    expect(entries.map(({ action }) => action)).toEqual(typeof actions === 'string' ? [] : actions);
    for (const entry of entries) {
      expect(entry).toMatchObject({ actorType: 'USER', userId: owner.userId, apiKeyId: null, clientId: null });
      expect(entry.address).toMatch(/^127\.0\.0\.1$|^::1$/);
    }
  });
});
