import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { removeMemberInput } from '#src/domain/members/member.ts';
import { removeMember } from '#src/services/members/remove-member.ts';
import { useApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import { type Booking, bookingIn, march } from '../support/bookings.ts';
import type { Member } from '../support/factories.ts';
import { connect, oauthApp } from '../support/oauth.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp();

const fields = `kind actor { kind userId name apiKeyId clientId credentialName } dateTimeBefore dateTime
  hostBefore { userId name } host { userId name } outcomeBefore outcome reason`;

async function changesOf(id: number, as: string) {
  const { body } = await app.graphql(`{ eventCall(id: ${id}) { changes(limit: 20) { ${fields} } } }`, as);
  expect(body.errors).toBeUndefined();
  return body.data.eventCall.changes;
}

const same = {
  ...{ dateTimeBefore: null, dateTime: null, hostBefore: null, host: null },
  ...{ outcomeBefore: null, outcome: null, reason: null },
};
const nobody = { userId: null, name: null, apiKeyId: null, clientId: null, credentialName: null };
const memberActor = ({ userId }: Member) => ({ ...nobody, kind: 'MEMBER', userId, name: 'Ada Price' });
const keyActor = ({ userId }: Member) => ({
  ...{ kind: 'API_KEY', userId, name: 'Ada Price' },
  ...{ apiKeyId: expect.any(Number), clientId: null, credentialName: expect.any(String) },
});
const hostOf = ({ userId }: Member) => ({ userId, name: 'Ada Price' });

const mutate = (name: string, type: string, input: object, as: string) =>
  app.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`, as, { input });

describe('each writer leaves one change, with who made it:', () => {
  test('an API key that books, moves, sets the outcome and cancels over /v1', async () => {
    const booking = await bookingIn(app);
    const { owner, key } = booking;
    const { id } = await booking.booked({ dateTime: march('10T10:00') });
    await booking.reschedule({ id, dateTime: march('11T11:00'), rescheduleReason: 'Ill' });
    await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    await booking.setOutcome({ eventCallId: id, outcome: 'NO_SALE', noSaleReason: 'OTHER' });
    await booking.cancel({ id, cancelReason: 'No need' });
    const actor = keyActor(owner);
    expect(await changesOf(id, key)).toEqual([
      { ...same, kind: 'CANCELLED', actor, reason: 'No need' },
      { ...same, kind: 'OUTCOME_SET', actor, outcomeBefore: 'WON', outcome: 'NO_SALE' },
      { ...same, kind: 'OUTCOME_SET', actor, outcome: 'WON' },
      { ...same, kind: 'MOVED', actor, dateTimeBefore: march('10T10:00'), dateTime: march('11T11:00'), reason: 'Ill' },
      { ...same, kind: 'BOOKED', actor },
    ]);
  });

  test('a member, by a session over GraphQL; a move takes the outcome back', async () => {
    const booking = await bookingIn(app);
    const session = await app.session(booking.owner);
    const [dateTimeBefore, dateTime] = [march('10T10:00'), march('12T10:00')];
    const input = { eventId: booking.eventId, timeZone: 'UTC', email: 'ira@example.com', dateTime: dateTimeBefore };
    const created = 'mutation ($input: CreateEventCallInput!) { createEventCall(input: $input) { id } }';
    const { id } = (await app.graphql(created, session, { input })).body.data.createEventCall;
    await mutate('setOutcome', 'SetOutcomeInput', { eventCallId: id, outcome: 'WON' }, session);
    await mutate('rescheduleEventCall', 'RescheduleEventCallInput', { id, dateTime }, session);
    await mutate('cancelEventCall', 'CancelEventCallInput', { id }, session);
    const actor = memberActor(booking.owner);
    expect(await changesOf(id, session)).toEqual([
      { ...same, kind: 'CANCELLED', actor },
      { ...same, kind: 'MOVED', actor, dateTimeBefore, dateTime, outcomeBefore: 'WON' },
      { ...same, kind: 'OUTCOME_SET', actor, outcome: 'WON' },
      { ...same, kind: 'BOOKED', actor },
    ]);
  });

  test('an app, as its member; without a name once it is deleted', async () => {
    const booking = await bookingIn(app);
    const session = await app.session(booking.owner);
    const client = await oauthApp(app, booking.owner, { allowedScopes: ['eventCalls:read', 'eventCalls:write'] });
    const { access_token } = await connect(app, session, client, { scope: 'eventCalls:read eventCalls:write' });
    const { id } = await booking.booked({ dateTime: march('10T10:00') });
    await booking.cancel({ id }, access_token);
    const actor = {
      ...{ kind: 'APP', userId: booking.owner.userId, name: 'Ada Price' },
      ...{ apiKeyId: null, clientId: client.clientId, credentialName: 'Dialer' },
    };
    expect((await changesOf(id, session))[0]).toEqual({ ...same, kind: 'CANCELLED', actor });
    await app.sql('DELETE FROM "OAuthClient" WHERE "clientId" = $1', [client.clientId]);
    expect((await changesOf(id, session))[0]).toMatchObject({ actor: { ...actor, credentialName: null } });
  });

  test('an invitee on the booking pages, of whom nothing is in the change', async () => {
    const owner = await app.workspace();
    const linkPrefix = `user-${owner.userId}/public-${nextSerial()}`;
    await bookableEvent(app, owner, { linkPrefix });
    const input = { linkPrefix, dateTime: march('10T10:00'), timeZone: 'UTC', email: 'ira@example.com' };
    const mutation = 'mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { token } }';
    const { token } = (await app.graphql(mutation, undefined, { input })).body.data.createPublicBooking;
    const move = { token, dateTime: march('11T10:00'), timeZone: 'UTC' };
    await app.graphql(
      'mutation ($input: ReschedulePublicBookingInput!) { reschedulePublicBooking(input: $input) { status } }',
      ...[undefined, { input: move }],
    );
    await app.graphql(`mutation { cancelPublicBooking(input: { token: "${token}" }) { status } }`);
    const [call] = await app.sql<{ id: number }>('SELECT "id" FROM "EventCall" WHERE "workspaceId" = $1', [
      owner.workspaceId,
    ]);
    const actor = { ...nobody, kind: 'INVITEE' };
    expect(await changesOf(call?.id ?? 0, await app.apiKey(owner))).toEqual([
      { ...same, kind: 'CANCELLED', actor },
      { ...same, kind: 'MOVED', actor, dateTimeBefore: march('10T10:00'), dateTime: march('11T10:00') },
      { ...same, kind: 'BOOKED', actor },
    ]);
  });

  test('who removes a member: a call goes to another host, or is cancelled', async () => {
    const { owner, leaver, given, cancelled } = await leaving();
    const session = await app.session(owner);
    await mutate('removeUser', 'RemoveUserInput', { id: leaver.userId, transferTo: owner.userId }, session);
    const actor = memberActor(owner);
    const hosts = { hostBefore: hostOf(leaver), host: hostOf(owner) };
    expect(await changesOf(given, session)).toEqual([{ ...same, kind: 'REASSIGNED', actor, ...hosts }]);
    expect(await changesOf(cancelled, session)).toEqual([]);
    await removeMember(
      { ...app.context, sendsMail: false },
      removeMemberInput.parse({ ...(await movedTo(cancelled, owner)), cancelCalls: true }),
    );
    const byOperator = { ...nobody, kind: 'OPERATOR' };
    expect(await changesOf(cancelled, session)).toEqual([
      { ...same, kind: 'CANCELLED', actor: byOperator, reason: 'The host left' },
    ]);
  });

  test('a move to a time at which another host is free is one change', async () => {
    const members: Member[] = [];
    const hosts = async (owner: Member) => {
      members.push(owner, await app.member(owner.workspaceId, 'CLOSER'));
      return members;
    };
    const booking = await bookingIn(app, {}, { hosts });
    const { id, userId } = await booking.booked({ dateTime: march('10T10:00') });
    await app.call({ ...booking.owner, userId }, { dateTime: march('11T10:00') });
    await booking.reschedule({ id, dateTime: march('11T10:00') });
    const [first, second] = members.map(hostOf);
    const [moved, ...others] = await changesOf(id, booking.key);
    expect(moved).toMatchObject({ kind: 'MOVED', dateTimeBefore: march('10T10:00'), dateTime: march('11T10:00') });
    const expected = userId === booking.owner.userId ? [first, second] : [second, first];
    expect([moved.hostBefore, moved.host]).toEqual(expected);
    expect(others).toHaveLength(1);
  });
});

/** A member with a call to come, and another member with one. */
async function leaving() {
  const owner = await app.workspace();
  const [leaver, other] = [
    await app.member(owner.workspaceId, 'CLOSER'),
    await app.member(owner.workspaceId, 'CLOSER'),
  ];
  const given = await app.call(leaver, { dateTime: march('20T10:00') });
  const cancelled = await app.call(other, { dateTime: march('21T10:00') });
  return { owner, leaver, other, given, cancelled };
}

/** The host of a call, as the input of a removal. */
async function movedTo(id: number, { workspaceId }: Member): Promise<Member> {
  const [call] = await app.sql<Member>(
    'SELECT "workspaceId", "userId" FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $2',
    [...[workspaceId, id]],
  );
  return call as Member;
}

const kindsOf = async (id: number, { key }: Booking) =>
  (await changesOf(id, key)).map(({ kind }: { kind: string }) => kind);

describe('there is no change', () => {
  test('of what was refused, or was so before', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime: march('10T10:00') });
    const { id: busy } = await booking.booked({ dateTime: march('11T10:00'), email: 'eve@example.com' });
    expect((await booking.reschedule({ id, dateTime: march('10T10:00') })).status).toBe(400);
    expect((await booking.reschedule({ id, dateTime: march('11T10:00') })).status).toBe(400);
    expect((await booking.book({ dateTime: march('11T10:00') })).status).toBe(400);
    expect((await booking.setOutcome({ eventCallId: id, outcome: 'QUALIFIED' })).status).toBe(400);
    await booking.cancel({ id });
    await booking.cancel({ id });
    expect(await kindsOf(id, booking)).toEqual(['CANCELLED', 'BOOKED']);
    expect(await kindsOf(busy, booking)).toEqual(['BOOKED']);
    const rows = await app.sql('SELECT FROM "EventCallChange" WHERE "workspaceId" = $1', [booking.workspaceId]);
    expect(rows).toHaveLength(3);
  });

  test('of the notes of an outcome that stays', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime: march('10T10:00') });
    await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    await booking.setOutcome({ eventCallId: id, outcome: 'WON', notes: 'Paid' });
    expect(await kindsOf(id, booking)).toEqual(['OUTCOME_SET', 'BOOKED']);
  });
});

test('two who move and cancel at once leave a history in which each begins where the other ended', async () => {
  const booking = await bookingIn(app);
  const { id } = await booking.booked({ dateTime: march('10T10:00') });
  const hours = ['11', '12', '13', '14'];
  const answers = await Promise.all([
    ...hours.map((day) => booking.reschedule({ id, dateTime: march(`${day}T10:00`) })),
    ...[booking.cancel({ id, cancelReason: 'One' }), booking.cancel({ id, cancelReason: 'Other' })],
  ]);
  const moves = answers.slice(0, hours.length).filter(({ status }) => status === 200).length;
  const changes = await changesOf(id, booking.key);
  expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['CANCELLED', ...Array.from({ length: moves }, () => 'MOVED'), 'BOOKED'],
  ]);
  const moved = changes.slice(1, -1).toReversed();
  const starts = [march('10T10:00'), ...moved.map(({ dateTime }: { dateTime: string }) => dateTime)];
  expect(moved.map((each: { dateTimeBefore: string }) => each.dateTimeBefore)).toEqual(starts.slice(0, -1));
  const { body } = await app.graphql(`{ eventCall(id: ${id}) { dateTime } }`, booking.key);
  expect(body.data.eventCall.dateTime).toBe(starts.at(-1));
});

describe('who sees the call sees its changes:', () => {
  test('its host and owners; other members and workspaces do not', async () => {
    const booking = await bookingIn(app);
    const { id } = await booking.booked({ dateTime: march('10T10:00') });
    const query = `{ eventCall(id: ${id}) { changes { id } } }`;
    const code = async (as: string) => (await app.graphql(query, as)).body.errors?.[0].extensions.code;
    expect(await code(await app.session(await app.member(booking.workspaceId, 'ADMIN')))).toBeUndefined();
    expect(await code(await app.apiKey(await app.member(booking.workspaceId, 'CLOSER')))).toBe('NOT_FOUND');
    expect(await code(await app.apiKey(await app.workspace()))).toBe('NOT_FOUND');
    // Another workspace may have a call with this id.
    expect(await code(await app.apiKey(booking.owner, { scopes: ['contacts:read'] }))).toBe('INSUFFICIENT_SCOPE');
  });

  test('/v1 does not have them', async () => {
    const booking = await bookingIn(app);
    expect(await booking.booked({ dateTime: march('10T10:00') })).not.toHaveProperty('changes');
  });
});

test('nothing of an erased contact stays in the changes of their calls', async () => {
  const booking = await bookingIn(app);
  const { id, contactId } = await booking.booked({ dateTime: march('10T10:00') });
  await booking.reschedule({ id, dateTime: march('11T10:00'), rescheduleReason: 'Ira is ill' });
  const { id: over } = await booking.booked({ dateTime: march('12T10:00') });
  await booking.cancel({ id: over, cancelReason: 'Ira has no time' });
  const { id: kept } = await booking.booked({ dateTime: march('13T10:00'), email: 'eve@example.com' });
  await booking.cancel({ id: kept, cancelReason: 'Eve has no time' });
  const session = await app.session(booking.owner);
  await mutate('eraseContact', 'EraseContactInput', { id: contactId }, session);
  const reasons = async (call: number) =>
    (await changesOf(call, session)).map(({ kind, reason }: { kind: string; reason: string }) => [kind, reason]);
  expect(await reasons(id)).toEqual([
    ['CANCELLED', 'The contact was erased'],
    ['MOVED', null],
    ['BOOKED', null],
  ]);
  expect((await changesOf(id, session))[0].actor).toEqual(memberActor(booking.owner));
  expect(await reasons(over)).toEqual([
    ['CANCELLED', null],
    ['BOOKED', null],
  ]);
  expect(await reasons(kept)).toEqual([
    ['CANCELLED', 'Eve has no time'],
    ['BOOKED', null],
  ]);
});

test('the names in the changes of a page of calls are read by one statement, however many there are', async () => {
  const booking = await bookingIn(app);
  const key = await app.apiKey(booking.owner);
  const query = (limit: number) => `{ eventCalls(limit: ${limit}) { eventCalls { changes { ${fields} } } } }`;
  const countOnce = async (limit: number) => {
    // Otherwise what was logged before may be written meanwhile.
    await app.requestLog.flush();
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const { body } = await app.graphql(query(limit), key);
    const count = sent.mock.calls.length;
    sent.mockRestore();
    expect(body.errors).toBeUndefined();
    return count;
  };
  // A statement of a background job may come between.
  const statementsOf = async (limit: number) =>
    Math.min(await countOnce(limit), await countOnce(limit), await countOnce(limit));
  for (const day of ['10', '11', '12']) {
    const { id } = await booking.booked({ dateTime: march(`${day}T10:00`) });
    await booking.cancel({ id }, await app.session(booking.owner));
  }
  await statementsOf(1);
  const one = await statementsOf(1);
  expect(await statementsOf(3)).toBe(one);
  // The credential, BEGIN and COMMIT, the page, its changes, and the names.
  expect(one).toBe(6);
});
