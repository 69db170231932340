import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { type EventsPlace, eventsPlace, type refusalOf } from '../../support/events.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';

let fixture: EventsPlace;
const app = await useApp();
beforeEach(async () => {
  fixture = await eventsPlace(app);
});

const online = ['GOOGLE_MEET', 'ZOOM', 'CUSTOM'] as const;
const link = 'https://meet.example.com/room';
const setLink = ({ workspaceId, userId }: Member, meetingLink: string | null) =>
  app.sql('UPDATE "Membership" SET "meetingLink" = $3 WHERE "workspaceId" = $1 AND "userId" = $2', [
    ...[workspaceId, userId, meetingLink],
  ]);
const missing = (location: string, ...members: Member[]) => {
  const ids = members.map(({ userId }) => userId).join(', ');
  return `Is required for ${location} unless every host has a meetingLink. User ids without one: ${ids}`;
};
const errorOf = (answer: Parameters<typeof refusalOf>[0]) =>
  answer.body.errors[0].extensions.details.fieldErrors as Record<string, string[]>;

describe('an event that is held online', () => {
  test.each(online)('%s needs a link of its own, or one of every host', async (location) => {
    const { owner } = fixture;
    for (const locationLink of [undefined, null, '']) {
      const answer = await fixture.create({ location, locationLink });
      expect(errorOf(answer)).toEqual({ locationLink: [missing(location, owner)] });
    }
    expect(await fixture.made({ location, locationLink: link })).toMatchObject({ location, locationLink: link });
    await setLink(owner, link);
    expect(await fixture.made({ location })).toMatchObject({ location, locationLink: null });
    const other = await app.member(owner.workspaceId, 'CLOSER');
    await app.schedule(other, { isDefault: true });
    const hosts = [{ userId: owner.userId }, { userId: other.userId }];
    expect(errorOf(await fixture.create({ location, hosts }))).toEqual({ locationLink: [missing(location, other)] });
  });

  test.each(['PHONE_CALL', 'IN_PERSON'])('%s needs none', async (location) => {
    expect(await fixture.made({ location })).toMatchObject({ location, locationLink: null });
  });

  test('updateEvent refuses to take the last link away, by each of the three ways', async () => {
    const { owner } = fixture;
    const { id } = await fixture.made({ location: 'ZOOM', locationLink: link });
    const phone = await fixture.made({ location: 'PHONE_CALL' });
    const error = { locationLink: [missing('ZOOM', owner)] };
    expect(errorOf(await fixture.update({ id, locationLink: null }))).toEqual(error);
    expect(errorOf(await fixture.update({ id: phone.id, location: 'ZOOM' }))).toEqual(error);
    await setLink(owner, link);
    expect(await fixture.updated({ id, locationLink: null })).toMatchObject({ locationLink: null });
    const other = await app.member(owner.workspaceId, 'CLOSER');
    await app.schedule(other, { isDefault: true });
    const hosts = [{ userId: other.userId }];
    expect(errorOf(await fixture.update({ id, hosts }))).toEqual({ locationLink: [missing('ZOOM', other)] });
  });

  test('one from before, without a link, is changed in all else', async () => {
    const { id } = await fixture.made({ location: 'ZOOM', locationLink: link });
    await app.sql('UPDATE "Event" SET "locationLink" = NULL WHERE "id" = $1', [id]);
    expect(await fixture.updated({ id, name: 'Longer', duration: 45 })).toMatchObject({ name: 'Longer', duration: 45 });
  });
});

describe('the meeting link of a member', () => {
  const put = async (as: Member, input: object) =>
    sendJson(app, ['PUT', '/v1/users'], { id: as.userId, ...input }, { key: await app.apiKey(fixture.owner) });

  test('stays while an event needs it', async () => {
    const { owner } = fixture;
    expect((await put(owner, { meetingLink: link })).body.data.meetingLink).toBe(link);
    const { id } = await fixture.made({ location: 'ZOOM', name: 'Fit check' });
    const { status, body } = await put(owner, { meetingLink: null });
    const message = 'Is required for calls of the event Fit check, which has no locationLink';
    expect([status, body.message.details.fieldErrors]).toEqual([400, { meetingLink: [message] }]);
    await fixture.updated({ id, locationLink: link });
    expect((await put(owner, { meetingLink: null })).body.data.meetingLink).toBeNull();
  });

  test('is a web address of at most 2,048 characters', async () => {
    const refused = async (meetingLink: string) =>
      (await put(fixture.owner, { meetingLink })).body.message.details.fieldErrors.meetingLink;
    for (const text of ['javascript:alert(1)', 'java\tscript:alert(1)', 'Room 7']) {
      expect(await refused(text)).toEqual([expect.stringMatching(/^Must (be a URL|not contain white space)/)]);
    }
    expect(await refused(`https://a.example/${'x'.repeat(2_031)}`)).toEqual(['Must be at most 2048 characters']);
  });

  test('is that of one workspace, for a member of two', async () => {
    const { owner } = fixture;
    const other = await app.workspace();
    await app.insert('Membership', { ...owner, workspaceId: other.workspaceId, role: 'CLOSER' });
    expect((await put(owner, { meetingLink: link })).status).toBe(200);
    const { users } = (await app.get('/v1/users', await app.apiKey(other))).body.data;
    expect(users).toContainEqual(expect.objectContaining({ id: owner.userId, meetingLink: null }));
  });

  test('is set by the member, too', async () => {
    const closer = await app.member(fixture.owner.workspaceId, 'CLOSER');
    const document = 'mutation { updateViewer(input: { meetingLink: "https://meet.example.com/me" }) { user { id } } }';
    const { body } = await app.graphql(document, await app.session(closer));
    expect(body.data.updateViewer.user.id).toBe(closer.userId);
    const { users } = (await app.get('/v1/users', await app.apiKey(fixture.owner))).body.data;
    expect(users).toContainEqual(
      expect.objectContaining({ id: closer.userId, meetingLink: 'https://meet.example.com/me' }),
    );
  });
});

describe('the link of a call', () => {
  test.each(online)('%s: is that of the event, else that of its host', async (location) => {
    const booking = await bookingIn(app);
    await setLink(booking.owner, 'https://meet.example.com/host');
    const set = (own: string | null) =>
      app.sql(`UPDATE "Event" SET "location" = $2::"EventLocation", "locationLink" = $3 WHERE "id" = $1`, [
        ...[booking.eventId, location, own],
      ]);
    for (const [index, own] of [link, null, ''].entries()) {
      await set(own);
      const { locationLink } = await booking.booked({ dateTime: march(`05T1${index}:00`) });
      expect(locationLink).toBe(own || 'https://meet.example.com/host');
    }
  });

  test('a call by phone has no link of its host', async () => {
    const booking = await bookingIn(app);
    await setLink(booking.owner, link);
    expect(await booking.booked({ dateTime: march('05T10:00') })).toMatchObject({
      ...{ location: 'PHONE_CALL', locationLink: null },
    });
  });

  test('is that of the new host, where it is moved to another, or its host leaves', async () => {
    const others: Member[] = [];
    const booking = await bookingIn(
      app,
      { location: 'ZOOM' },
      {
        hosts: async (owner) => {
          others.push(await app.member(owner.workspaceId, 'CLOSER'), await app.member(owner.workspaceId, 'CLOSER'));
          return others;
        },
      },
    );
    const [first, second] = others as [Member, Member];
    await setLink(first, 'https://meet.example.com/first');
    await setLink(second, 'https://meet.example.com/second');
    const call = await booking.booked({ dateTime: march('05T10:00'), userId: first.userId });
    expect(call.locationLink).toBe('https://meet.example.com/first');
    await booking.booked({ dateTime: march('05T12:00'), userId: first.userId, email: 'other@example.com' });
    const moved = await booking.reschedule({ id: call.id, dateTime: march('05T12:00'), timeZone: 'UTC' });
    const { userId, locationLink } = moved.body.data;
    expect([userId, locationLink]).toEqual([second.userId, 'https://meet.example.com/second']);
    const input = `{ id: ${second.userId}, transferTo: ${booking.owner.userId} }`;
    const session = await app.session(booking.owner);
    const remove = async () =>
      (await app.graphql(`mutation { removeUser(input: ${input}) { callsTransferred } }`, session)).body;
    const place = async () => {
      const { data } = (await app.get(`/v1/eventCalls/detail?id=${call.id}`, booking.key)).body;
      return [data.userId, data.locationLink];
    };
    await setLink(booking.owner, null);
    expect((await remove()).errors[0].extensions.details.fieldErrors).toEqual({
      transferTo: ['Needs a meetingLink for 1 upcoming call of events without a locationLink'],
    });
    expect(await place()).toEqual([second.userId, 'https://meet.example.com/second']);
    // The link that the host had when the call was booked is not that of the one who takes over.
    await setLink(second, 'https://meet.example.com/later');
    await setLink(booking.owner, 'https://meet.example.com/owner');
    expect((await remove()).data.removeUser).toEqual({ callsTransferred: 1 });
    expect(await place()).toEqual([booking.owner.userId, 'https://meet.example.com/owner']);
  });
});
