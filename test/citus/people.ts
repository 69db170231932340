import { bookableEvent } from '../support/bookable-events.ts';
import { password, person } from '../support/people.ts';
import { nextSerial } from '../support/serial.ts';
import type { Recorder } from './recorder.ts';

/** What people do one after the other: sign in and out, come and go, book, move and cancel. */
export async function peopleAndInvitees(recorder: Recorder): Promise<void> {
  await sessionsOfAPerson(recorder);
  await membersComeAndGo(recorder);
  await inviteesBook(recorder);
  await openTimes(recorder);
}

async function sessionsOfAPerson(recorder: Recorder): Promise<void> {
  const { app } = recorder;
  const { email, ...owner } = await person(app);
  const { workspaceId: elsewhere } = await app.workspace();
  await app.insert('Membership', { workspaceId: elsewhere, userId: owner.userId, role: 'SETTER' });
  await recorder.graphql('signIn', { input: { email, password: 'wrong' } });
  const { token } = await recorder.graphql('signIn', { input: { email, password } });
  await recorder.graphql('switchWorkspace', { input: { workspaceId: 2_000_000_000 } }, token);
  for (const workspaceId of [elsewhere, owner.workspaceId]) {
    await recorder.graphql('switchWorkspace', { input: { workspaceId } }, token);
    await recorder.graphql('viewer', {}, token);
  }
  const other = (await recorder.graphql('signIn', { input: { email, password } })).token;
  const sessions: { id: string; isCurrent?: boolean }[] = await recorder.graphql('sessions', {}, token);
  await recorder.graphql('revokeSession', { input: { id: sessions[1]?.id } }, token);
  await recorder.graphql('viewer', {}, other);
  await recorder.graphql('signIn', { input: { email, password } });
  await recorder.graphql('revokeOtherSessions', {}, token);
  const input = { currentPassword: password, newPassword: 'another horse battery' };
  await recorder.graphql('changePassword', { input }, token);
  await recorder.graphql('signIn', { input: { email, password } });
  await recorder.graphql('signOut', {}, token);
  await recorder.graphql('viewer', {}, token);
}

async function membersComeAndGo(recorder: Recorder): Promise<void> {
  const { app } = recorder;
  const owner = await app.workspace();
  const token = await app.session(owner);
  const invite = async () => {
    const input = { email: `invited-${nextSerial()}@example.com`, role: 'CLOSER' };
    return (await recorder.graphql('createInvitation', { input }, token)).invitation;
  };
  const invited = await invite();
  await invite();
  await recorder.graphql('invitations', {}, token);
  await recorder.graphql('revokeInvitation', { input: { id: invited.id } }, token);
  await recorder.graphql('invitations', {}, token);
  const [leaving, staying] = [
    await app.member(owner.workspaceId, 'CLOSER'),
    await app.member(owner.workspaceId, 'CLOSER'),
  ];
  const key = await app.apiKey(leaving);
  await app.call(leaving, { dateTime: '2026-03-05T12:00:00Z' });
  await recorder.rest('eventCalls', {}, key);
  const input = { id: leaving.userId };
  await recorder.graphql('removeUser', { input }, token);
  await recorder.graphql('removeUser', { input: { ...input, transferTo: staying.userId } }, token);
  await recorder.rest('eventCalls', {}, key);
  await recorder.rest('eventCalls', {}, token);
}

const hour = (of: number) => new Date(Date.UTC(2026, 2, 5, of)).toISOString();

async function inviteesBook(recorder: Recorder): Promise<void> {
  const { app } = recorder;
  const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
  const linkPrefix = `user-${owner.userId}/public-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix, bookingFlow: 'FORM_FIRST', bookedStatus: 'QUALIFIED' });
  await recorder.graphql('publicEvent', { linkPrefix });
  await recorder.graphql('publicEvent', { linkPrefix: `${linkPrefix}-none` });
  await recorder.page('QR code', `/e/${linkPrefix}/qr.svg`);
  const days = { linkPrefix, timeZone: 'Asia/Tokyo', from: '2026-03-05', to: '2026-03-06' };
  await recorder.graphql('publicEventDates', days);
  const input = { linkPrefix, dateTime: hour(7), timeZone: 'UTC', email: 'ira@example.com' };
  const lead = { linkPrefix, email: input.email };
  for (let time = 0; time < 2; time++) await recorder.graphql('createPublicLead', { input: lead });
  const { token } = await recorder.graphql('createPublicBooking', { input });
  await recorder.graphql('createPublicBooking', { input });
  await recorder.graphql('publicBooking', { token });
  await recorder.graphql('reschedulePublicBooking', { input: { token, dateTime: hour(9) } });
  await recorder.graphql('publicEventDates', days);
  await recorder.graphql('cancelPublicBooking', { input: { token } });
  await recorder.graphql('publicBooking', { token });
}

async function openTimes(recorder: Recorder): Promise<void> {
  const { app } = recorder;
  const owner = await app.workspace();
  const token = await app.session(owner);
  const eventId = await bookableEvent(app, owner);
  const range = { eventId, timeZone: 'Asia/Tokyo', from: '2026-03-05', to: '2026-03-06' };
  await recorder.graphql('eventDates', range, token);
  await recorder.rest('eventDates', range, token);
  const days = [{ name: 'MONDAY', timings: [{ startTime: '09:00', endTime: '12:00' }] }];
  const hours = { name: 'Hours', timeZone: 'Asia/Tokyo', days };
  await recorder.graphql('createSchedule', { input: hours }, token);
  await recorder.graphql('userAvailabilities', {}, token);
  const booking = { eventId, dateTime: hour(3), timeZone: 'UTC', email: 'ira@example.com' };
  const keyed = { 'idempotency-key': 'journey' };
  for (const headers of [keyed, keyed, {}]) await recorder.rest('createEventCall', booking, token, headers);
  await recorder.rest('eventCalls', {}, token);
  await recorder.rest('eventDates', range, token);
  await recorder.graphql('whyUnavailable', { eventId, userId: owner.userId, dateTime: hour(3) }, token);
  await recorder.graphql('busyTimes', { from: hour(0), to: hour(24) }, token);
}
