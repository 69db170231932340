import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { customField } from '../../support/custom-fields.ts';
import { type EventsPlace, eventFields, eventRows, eventsPlace } from '../../support/events.ts';
import { fullEvent } from '../../support/full-event.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let fixture: EventsPlace;
let event: Body;
const app = await useApp();
beforeEach(async () => {
  fixture = await eventsPlace(app);
  event = await fixture.made();
});

/** What a change makes of the event, beside the time of it, in the payload and in a later read. */
async function becomes(change: object, expected: object): Promise<Body> {
  const after = await fixture.updated({ id: event.id, ...change });
  expect(after).toEqual({ ...event, ...expected, updatedAt: after.updatedAt });
  expect(after.updatedAt > event.updatedAt).toBe(true);
  const { body } = await app.graphql(`{ event(eventId: ${event.id}) { ${eventFields} } }`, fixture.key);
  expect(body.data.event).toEqual(after);
  return after;
}

/** Nothing is written by what sets what is there already. */
async function leavesAlone(change: object): Promise<void> {
  const before = await eventRows(app, fixture.owner);
  const { body } = await app.get(`/v1/events/detail?eventId=${event.id}`, fixture.key);
  const { customFieldAnswers: _, ...stored } = body.data;
  expect(await fixture.updated({ id: event.id, ...change })).toEqual(stored);
  expect(await eventRows(app, fixture.owner)).toEqual(before);
}

describe('updateEvent changes what the input has', () => {
  test.each([
    { name: 'Longer talk' },
    { description: 'Bring your numbers' },
    { callType: 'DISCOVERY_EVENT', eventType: 'DISCOVERY_EVENT' },
    { duration: 45 },
    { slotInterval: 15 },
    { bufferBefore: 5, bufferAfter: 10 },
    { minimumNotice: 60 },
    { bookingWindow: null },
    { bookingWindow: 0 },
    { dailyLimit: 3 },
    { maxUpcomingPerInvitee: 7 },
    { sendsMail: false },
    { reminders: [{ minutesBefore: 5, recipient: 'HOST' }] },
    { reminders: [] },
    { location: 'ZOOM', locationLink: 'https://zoom.example/j/8' },
    { disqualifiesLeads: true },
    { bookingFlow: 'FORM_FIRST' },
    { isListed: false },
    { bookedStatus: 'POTENTIAL' },
    {
      disqualificationRules: [
        { kind: 'FREE_EMAIL', questionType: null, customFieldId: null, operator: null, values: [] },
      ],
    },
    { disqualifiedMessage: '', disqualifiedUrl: 'https://example.com/' },
    { redirectUrl: 'https://example.com/?a=1', redirectAnswers: ['NAME', 'PHONE_NO'] },
    { status: 'DEACTIVATED' },
  ])('%j', async (expected) => {
    const { eventType: _, ...change } = expected as Record<string, unknown>;
    await becomes(change, expected);
  });

  test('and null clears what may be empty', async () => {
    const none = { description: null, slotInterval: null, bookingWindow: null, dailyLimit: null, locationLink: null };
    await fixture.updated({ id: event.id, description: 'a', slotInterval: 5, dailyLimit: 2, locationLink: 'b' });
    await becomes(none, none);
  });

  test('a link, and the old one is free', async () => {
    const linkPrefix = `${fixture.username}/talk`;
    const bookingUrl = `http://app.test/e/${linkPrefix}`;
    await becomes({ linkPrefix }, { linkPrefix, bookingUrl, qrCodeUrl: `${bookingUrl}/qr.svg` });
    expect((await fixture.made({ linkPrefix: event.linkPrefix })).linkPrefix).toBe(event.linkPrefix);
    expect((await app.get(`/v1/events/detail?linkPrefix=${linkPrefix}`, fixture.key)).body.data.id).toBe(event.id);
  });

  test('and writes no event of a webhook', async () => {
    await becomes({ name: 'Talk' }, { name: 'Talk' });
    expect(await eventsOf(app, fixture.owner.workspaceId)).toEqual([]);
  });
});

describe('updateEvent replaces the whole list', () => {
  test('of hosts', async () => {
    const closer = await app.member(fixture.owner.workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Hart' });
    const scheduleId = await app.schedule(closer, { isDefault: true });
    const hosts = [{ userId: closer.userId, priority: 3 }];
    const { hosts: stored } = await becomes(
      { hosts },
      { hosts: [expect.objectContaining({ userId: closer.userId, firstName: 'Cleo', priority: 3, scheduleId })] },
    );
    const both = [{ userId: fixture.owner.userId, priority: 9 }, { userId: closer.userId }];
    const after = await fixture.updated({ id: event.id, hosts: both });
    expect(after.hosts).toEqual([
      { ...event.hosts[0], priority: 9 },
      { ...stored[0], priority: 0 },
    ]);
  });

  test('of hosts, where one takes another schedule of theirs', async () => {
    const scheduleId = await app.schedule(fixture.owner);
    const hosts = [{ userId: fixture.owner.userId, scheduleId }];
    await becomes({ hosts }, { hosts: [{ ...event.hosts[0], scheduleId }] });
  });

  test('of invitee questions, and none of them is left by an empty list', async () => {
    const question = { statement: 'Whom shall we call?', type: 'PHONE_NO', required: true };
    const { inviteeQuestions } = await becomes(
      { inviteeQuestions: [question] },
      { inviteeQuestions: [{ ...question, id: expect.any(Number), displayIndex: 0 }] },
    );
    expect(inviteeQuestions[0].id).toBeGreaterThan(event.inviteeQuestions[1].id);
    event = await fixture.updated({ id: event.id, name: 'Then' });
    await becomes({ inviteeQuestions: [] }, { inviteeQuestions: [] });
  });

  test('of custom fields, in the order of the input', async () => {
    const { workspaceId } = fixture.owner;
    const ids: number[] = [];
    for (const identifier of ['a', 'b', 'c']) ids.push(await customField(app, workspaceId, { identifier }));
    const asked = async (order: number[]) => {
      const secondaryQuestions = order.map((place) => ({ customFieldId: ids[place] }));
      const after = await fixture.updated({ id: event.id, secondaryQuestions });
      return after.secondaryQuestions.map((question: Body) => [question.identifier, question.displayIndex]);
    };
    expect(await asked([0, 1])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
    expect(await asked([2, 0])).toEqual([
      ['c', 0],
      ['a', 1],
    ]);
    expect(await asked([])).toEqual([]);
  });
});

describe('updateEvent of what is there already writes nothing', () => {
  test('of every field', async () => {
    const { owner } = fixture;
    const { id, linkPrefix, hosts, inviteeQuestions, secondaryQuestions, ...rest } = await fullEvent(app, owner);
    event = { id };
    const { eventType: _, bookingUrl: __, qrCodeUrl: ___, createdAt: ____, updatedAt: _____, ...scalars } = rest;
    await leavesAlone({
      ...{ ...scalars, linkPrefix },
      hosts: hosts.map(({ userId, scheduleId, priority }) => ({ userId, scheduleId, priority })).reverse(),
      inviteeQuestions: inviteeQuestions.map(({ statement, type, required }) => ({ statement, type, required })),
      secondaryQuestions: secondaryQuestions.map(({ identifier, required }) => ({ identifier, required })),
    });
  });

  test('of null, of a default schedule and of empty lists', async () => {
    await fixture.updated({ id: event.id, inviteeQuestions: [] });
    const hosts = [{ userId: fixture.owner.userId }];
    const none = { description: null, slotInterval: null, dailyLimit: null, locationLink: null };
    await leavesAlone({ ...none, hosts, inviteeQuestions: [], secondaryQuestions: [] });
    await leavesAlone({ disqualificationRules: [], redirectAnswers: [], bookedStatus: null, redirectUrl: null });
  });

  test('of a link that begins with the username of a member who has left', async () => {
    const linkPrefix = 'left/intro';
    await app.sql('UPDATE "BookingLink" SET "linkPrefix" = $2 WHERE "linkPrefix" = $1', [event.linkPrefix, linkPrefix]);
    await app.sql('UPDATE "Event" SET "linkPrefix" = $2 WHERE "id" = $1', [event.id, linkPrefix]);
    await leavesAlone({ linkPrefix });
    event = await fixture.updated({ id: event.id, linkPrefix, name: 'Talk' });
    expect(event).toMatchObject({ linkPrefix, name: 'Talk' });
  });
});

test('updateEvent of one field keeps the questions and their ids', async () => {
  const { inviteeQuestions } = await fixture.updated({
    id: event.id,
    name: 'Talk',
    hosts: [{ userId: fixture.owner.userId }],
  });
  expect(inviteeQuestions).toEqual(event.inviteeQuestions);
});

test('an event without hosts, whose members have left, gets new ones', async () => {
  await app.sql('DELETE FROM "EventHost" WHERE "eventId" = $1', [event.id]);
  await becomes({ hosts: [{ userId: fixture.owner.userId }] }, {});
});

test('updateEvent leaves booked calls as they are', async () => {
  const callId = await app.call(fixture.owner, { eventId: event.id });
  const call = async () => (await app.sql('SELECT * FROM "EventCall" WHERE "id" = $1', [callId]))[0];
  const before = await call();
  await fixture.updated({ id: event.id, callType: 'DISCOVERY_EVENT', duration: 90, location: 'IN_PERSON' });
  expect(await call()).toEqual(before);
});
