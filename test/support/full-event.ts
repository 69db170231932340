import type { Factories, Member } from './factories.ts';

const written = { createdAt: '2026-01-05T06:07:08.009Z', updatedAt: '2026-02-01T00:00:00.000Z' };

/** An event with everything an event can have; returns the record that `/v1` sends for it, with its keys in order. */
export async function fullEvent(app: Factories, { workspaceId, userId }: Member) {
  const linkPrefix = `user-${userId}/growth-review`;
  const numbers = { duration: 45, slotInterval: 15, bufferBefore: 5, bufferAfter: 10, minimumNotice: 120 };
  const limits = { bookingWindow: 30, dailyLimit: 4, maxUpcomingPerInvitee: 5, sendsMail: false };
  const reminders = [{ minutesBefore: 30, recipient: 'HOST' }];
  const venue = { location: 'CUSTOM', locationLink: 'https://meet.example.com/growth' };
  const leads = { disqualifiesLeads: true, bookingFlow: 'FORM_FIRST', isListed: false, bookedStatus: 'QUALIFIED' };
  const country = { kind: 'PHONE_COUNTRY', questionType: null, customFieldId: null, operator: null, values: ['NG'] };
  const rules = { disqualificationRules: [country] };
  const disqualified = { disqualifiedMessage: 'Not now.', disqualifiedUrl: 'https://example.com/later' };
  const redirect = { redirectUrl: 'https://example.com/thanks', redirectAnswers: ['EMAIL', 'budget'] };
  const state = { ...disqualified, ...redirect, status: 'ACTIVATED' };
  const text = { name: 'Growth review', description: 'Where are\nyou now?', linkPrefix };
  const callType = 'DISCOVERY_EVENT';
  const row = { workspaceId, ...text, callType, ...numbers, ...limits, ...venue, ...leads, ...state, ...written };
  const json = { reminders: JSON.stringify(reminders), disqualificationRules: JSON.stringify([country]) };
  const { id } = await app.insert('Event', { ...row, ...json });
  const hosts = [];
  for (const [priority, firstName] of [
    [1, 'Cleo'],
    [7, 'Sam'],
  ] as const) {
    hosts.unshift(await host(app, { workspaceId, eventId: id, priority, firstName }));
  }
  const secondaryQuestions = [await secondaryQuestion(app, workspaceId, id)];
  const inviteeQuestions = [await question(app, workspaceId, id, 2), await question(app, workspaceId, id, 1)].reverse();
  const lists = { hosts, inviteeQuestions, secondaryQuestions };
  return {
    id,
    ...text,
    bookingUrl: `http://app.test/e/${linkPrefix}`,
    qrCodeUrl: `http://app.test/e/${linkPrefix}/qr.svg`,
    eventType: callType,
    callType,
    ...numbers,
    ...limits,
    reminders,
    ...venue,
    ...leads,
    ...rules,
    ...state,
    ...lists,
    ...written,
  };
}

interface HostDraft {
  workspaceId: number;
  eventId: number;
  priority: number;
  firstName: string;
}

async function host(app: Factories, { workspaceId, eventId, priority, firstName }: HostDraft) {
  const member = await app.member(workspaceId, 'CLOSER', { firstName, lastName: 'Hart' });
  const scheduleId = await app.schedule(member);
  const { userId } = member;
  await app.insert('EventHost', { workspaceId, eventId, userId, scheduleId, priority });
  const [user] = await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [userId]);
  return { userId, firstName, lastName: 'Hart', email: user?.email, priority, scheduleId };
}

async function question(app: Factories, workspaceId: number, eventId: number, displayIndex: number) {
  const row = { statement: `Question ${displayIndex}?`, type: 'EMAIL', required: displayIndex === 1, displayIndex };
  return { id: (await app.insert('InviteeQuestion', { workspaceId, eventId, ...row })).id, ...row };
}

async function secondaryQuestion(app: Factories, workspaceId: number, eventId: number) {
  const field = { identifier: 'budget', name: 'Budget', inputType: 'NUMBER' };
  const { id: customFieldId } = await app.insert('CustomField', { workspaceId, type: 'CALL', ...field });
  const question = { required: true, displayIndex: 3 };
  await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId, ...question });
  return { customFieldId, ...field, ...question };
}
