import type { Comparison } from './comparison.ts';
import type { Records } from './records.ts';
import { demoOwner } from './servers.ts';

const owner = 'OWNER session';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The root fields about the caller and the members, and what invitees ask for without a credential. */
export async function askAccounts(comparison: Comparison, { place }: Records): Promise<void> {
  const field = comparison.field.bind(comparison);
  const { email, password } = demoOwner;
  for (const name of ['server', 'viewer', 'workspace', 'sessions', 'invitations']) {
    for (const caller of [undefined, ...Object.keys(comparison.callers)]) await field(name, {}, caller);
  }
  await field('signIn', { input: { email, password: 'wrong' } });
  const { token } = await field('signIn', { input: { email, password } });
  const other = (await field('signIn', { input: { email, password } })).token;
  for (const workspaceId of [2_000_000_000, comparison.elsewhereId]) {
    await field('switchWorkspace', { input: { workspaceId } }, token);
    await field('viewer', {}, token);
  }
  await field('updateViewer', { input: { firstName: 'Grace', timeZone: 'Asia/Tokyo' } }, token);
  const sessions: { id: string; isCurrent: boolean }[] = await field('sessions', {}, token);
  await field('revokeSession', { input: { id: sessions.find(({ isCurrent }) => isCurrent)?.id } }, token);
  await field('viewer', {}, token);
  await field('signOut', {}, other);
  await field('viewer', {}, other);
  const people: { id: number; role: string; email: string }[] = (await field('users', {}, owner)).users;
  for (const { id, email: address } of people.filter(({ role }) => role !== 'OWNER')) {
    await field('createPasswordResetLink', { input: { userId: id } }, owner);
    const { token: theirs } = await field('signIn', { input: { email: address, password } });
    await field('changePassword', { input: { currentPassword: 'wrong', newPassword: 'another horse' } }, theirs);
    await field('updateUser', { input: { id, role: 'OWNER' } }, theirs);
    await field('signOut', {}, theirs);
  }
  const invite = (address: string) => field('createInvitation', { input: { email: address, role: 'CLOSER' } }, owner);
  const { invitation, url } = await invite('invited@example.com');
  await invite('stays@example.com');
  if (url) await comparison.ask({ path: new URL(url).pathname + new URL(url).search });
  await field('revokeInvitation', { input: { id: invitation.id } }, owner);
  await field('invitations', {}, owner);
  await askInvitees(comparison, place);
}

async function askInvitees(
  comparison: Comparison,
  { linkPrefix, bookableEventId: eventId, hostId }: Records['place'],
): Promise<void> {
  const field = comparison.field.bind(comparison);
  const at = (hour: number) => new Date(Date.UTC(2039, 5, 1, hour)).toISOString();
  const days = { timeZone: 'Asia/Tokyo', from: '2039-06-01', to: '2039-06-03' };
  for (const link of [linkPrefix, `${linkPrefix}-none`]) {
    await field('publicEvent', { linkPrefix: link });
    await field('publicEventDates', { linkPrefix: link, ...days });
  }
  const input = { linkPrefix, dateTime: at(7), timeZone: 'UTC', email: 'ira@example.com' };
  const { token } = await field('createPublicBooking', { input });
  await field('createPublicBooking', { input });
  await field('publicBooking', { token });
  await field('reschedulePublicBooking', { input: { token, dateTime: at(9) } });
  await field('publicEventDates', { linkPrefix, ...days });
  await field('cancelPublicBooking', { input: { token } });
  for (const each of [token, `${token}x`, 'none']) await field('publicBooking', { token: each });
  for (const link of [linkPrefix, 'none/none']) await comparison.ask({ path: `/${link}` });
  for (const caller of ['OWNER key', 'CLOSER session', 'key elsewhere']) {
    await field('whyUnavailable', { eventId, userId: hostId, dateTime: at(9) }, caller);
    for (const range of [days, { ...days, from: '2039-06-04' }, { timeZone: 'nowhere' }, { timeZone: 'UTC' }]) {
      await field('eventDates', { eventId, ...range }, caller);
      await comparison.rest('POST', '/v1/events/eventDates', { eventId, ...range }, { caller });
    }
  }
  await field('webhookActivity', {}, owner);
}

/** A new workspace, an address without a credential, and an app: each up to its limit and beyond. */
export async function askLimits(comparison: Comparison): Promise<void> {
  const { token } = await comparison.field('signIn', { input: demoOwner });
  const { id: workspaceId } = await comparison.field('createWorkspace', { input: { name: 'Small' } }, token);
  await comparison.field('switchWorkspace', { input: { workspaceId } }, token);
  const more = { caller: token, isExact: true };
  const aliased = (root: string) => `{ ${Array.from({ length: 14 }, (_, index) => `a${index}: ${root}`).join(' ')} }`;
  const costly = '{ contacts(limit: 100) { contacts { eventCalls(limit: 20) { id } } } }';
  for (const document of [aliased('contacts { count }'), aliased('deals { count }'), costly]) {
    await comparison.inOneWindow(async () => {
      for (let time = 0; time < 4; time++) await comparison.graphql(document, more);
      for (const path of ['/v1/contacts', '/v1/deals']) await comparison.ask({ path, ...more });
    });
  }
  const publicEvent = '{ publicEvent(linkPrefix: "a/b") { name } }';
  const wrong = String(new URLSearchParams({ grant_type: 'refresh_token', client_id: 'none', refresh_token: 'none' }));
  const attempt = { input: { email: 'nobody@example.com', password: 'wrong' } };
  for (let time = 0; time < 26; time++) {
    await comparison.graphql(publicEvent, { address: '192.0.2.1' });
    await comparison.ask({ method: 'POST', path: '/v1/oauth/token', body: wrong, headers: form, address: '192.0.2.2' });
    await comparison.field('signIn', attempt, undefined, { address: '192.0.2.3' });
  }
}
