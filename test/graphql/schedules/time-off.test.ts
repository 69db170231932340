import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { change, errorIn, invalid, notFound, recordIn } from '../../support/schedule-calls.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
});

const days = { startTime: '2026-12-24', endTime: '2026-12-26' };
const create = (input: object = {}, token = key) => change(app, token, 'createTimeOff', { ...days, ...input });
const update = (input: object, token = key) => change(app, token, 'updateTimeOff', input);
const remove = (id: number, token = key) => change(app, token, 'deleteTimeOff', { id });
const made = async (input: object = {}, token = key) => recordIn(await create(input, token));
const moveTo = (timeZone: string, { userId } = owner) =>
  app.sql('UPDATE "User" SET "timeZone" = $1 WHERE "id" = $2', [timeZone, userId]);
const count = async () => (await app.sql('SELECT FROM "TimeOff" WHERE "workspaceId" = $1', [owner.workspaceId])).length;

describe('createTimeOff', () => {
  test("stores the caller's time off", async () => {
    expect(await made({ startTime: '2026-12-24T09:00:00+01:00', endTime: '2026-12-24T12:30:00.5Z' })).toEqual({
      id: expect.any(Number),
      userId: owner.userId,
      startTime: '2026-12-24T08:00:00.000Z',
      endTime: '2026-12-24T12:30:00.500Z',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
  });

  test.each([
    ['UTC', '2026-12-24', '2026-12-26', '2026-12-24T00:00:00.000Z', '2026-12-27T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-12-24', '2026-12-24', '2026-12-23T10:00:00.000Z', '2026-12-24T10:00:00.000Z'],
    // The clocks change: one day has 23 hours, the other one 25.
    ['Europe/Berlin', '2026-03-29', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    // The day begins at 01:00, because the clocks skip its first hour.
    ['America/Havana', '2026-03-08', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['Asia/Kathmandu', '2026-05-01', '2026-05-01T06:15:00Z', '2026-04-30T18:15:00.000Z', '2026-05-01T06:15:00.000Z'],
  ])("means whole days of the member's time zone: %s, %s to %s", async (timeZone, startTime, endTime, start, end) => {
    await moveTo(timeZone);
    expect(await made({ startTime, endTime })).toMatchObject({ startTime: start, endTime: end });
  });

  test('of another member means days of that member', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    await moveTo('Asia/Tokyo', closer);
    expect(await made({ userId: closer.userId })).toMatchObject({
      userId: closer.userId,
      startTime: '2026-12-23T15:00:00.000Z',
    });
  });

  const afterStart = 'Must be after startTime';
  const tooLong = 'Must be at most 366 days after startTime';
  const noDay = 'Must be an existing date (YYYY-MM-DD) or an ISO 8601 instant (YYYY-MM-DDTHH:mm:ssZ)';
  const otherYear = 'Must be in the years 2000 to 2999';
  test.each<[string, object, Record<string, string[]>]>([
    ['an end before the start', { endTime: '2026-12-23' }, { endTime: [afterStart] }],
    [
      'an end at the start',
      { startTime: '2026-12-24T09:00:00Z', endTime: '2026-12-24T10:00:00+01:00' },
      { endTime: [afterStart] },
    ],
    ['an end on the day before the start', { startTime: '2026-12-27T00:00:00Z' }, { endTime: [afterStart] }],
    ['more than 366 days', { endTime: '2027-12-25' }, { endTime: [tooLong] }],
    ['a start of no day', { startTime: '2026-02-30' }, { startTime: [noDay] }],
    ['a start without a zone', { startTime: '2026-12-24T09:00:00' }, { startTime: [noDay] }],
    ['an end of words', { endTime: 'tomorrow' }, { endTime: [noDay] }],
    [
      'other years',
      { startTime: '1999-12-31', endTime: '3000-01-01T00:00:00Z' },
      { startTime: [otherYear], endTime: [otherYear] },
    ],
  ])('reports %s under its field, in a new one and in a change', async (_, input, fieldErrors) => {
    expect(errorIn(await create(input))).toEqual(invalid(fieldErrors));
    expect(await count()).toBe(0);
    const timeOff = await made();
    expect(errorIn(await update({ id: timeOff.id, ...input }))).toEqual(invalid(fieldErrors));
    expect((await app.graphql(`{ timeOff(id: ${timeOff.id}) { startTime endTime } }`, key)).body.data.timeOff).toEqual({
      startTime: timeOff.startTime,
      endTime: timeOff.endTime,
    });
  });

  test('may last 366 days of the calendar, however the clocks change in them', async () => {
    await moveTo('Europe/Berlin');
    const endTime = '2027-03-10T12:00:00+01:00';
    expect((await made({ startTime: '2026-03-09T12:00:00+01:00', endTime })).endTime).toBe('2027-03-10T11:00:00.000Z');
    expect((await made({ startTime: '2026-10-24', endTime: '2027-10-24' })).endTime).toBe('2027-10-24T22:00:00.000Z');
    expect(errorIn(await create({ startTime: '2026-10-24', endTime: '2027-10-25' }))).toEqual(
      invalid({ endTime: [tooLong] }),
    );
  });

  test('refuses the 1,001st of a member, also for concurrent requests', async () => {
    await app.sql(
      `INSERT INTO "TimeOff" ("workspaceId", "userId", "startTime", "endTime")
      SELECT $1, $2, now(), now() + interval '1 hour' FROM generate_series(1, 998)`,
      [owner.workspaceId, owner.userId],
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(answers.filter(({ body }) => body.errors).map(errorIn)).toEqual(
      Array(4).fill(invalid({}, ['A member can have at most 1,000 time off entries: delete past ones'])),
    );
    expect(await count()).toBe(1000);
  });
});

describe('updateTimeOff', () => {
  test('changes one end or both', async () => {
    const { id, startTime } = await made();
    expect(recordIn(await update({ id, endTime: '2026-12-24' }))).toMatchObject({
      startTime,
      endTime: '2026-12-25T00:00:00.000Z',
    });
    expect(recordIn(await update({ id, startTime: '2027-01-01', endTime: '2027-01-02' }))).toMatchObject({
      startTime: '2027-01-01T00:00:00.000Z',
      endTime: '2027-01-03T00:00:00.000Z',
    });
  });

  test('that sets what is there already leaves updatedAt alone, another one does not', async () => {
    const { id } = await made();
    await app.sql(`UPDATE "TimeOff" SET "updatedAt" = '2020-01-01T00:00:00Z' WHERE "id" = $1`, [id]);
    expect(recordIn(await update({ id, ...days })).updatedAt).toBe('2020-01-01T00:00:00.000Z');
    expect(recordIn(await update({ id, endTime: '2026-12-25' })).updatedAt).not.toBe('2020-01-01T00:00:00.000Z');
  });

  test('of two concurrent ones leaves a time off that both allow', async () => {
    const { id } = await made({ startTime: '2026-12-24', endTime: '2026-12-26' });
    // Each alone is right; after the other one, it would end before it starts.
    const changes = [{ startTime: '2026-12-26' }, { endTime: '2026-12-24' }];
    const answers = await Promise.all(changes.map((input) => update({ id, ...input })));
    const refused = answers.filter(({ body }) => body.errors);
    expect(refused.map(errorIn)).toEqual([invalid({ endTime: ['Must be after startTime'] })]);
  });
});

test('deleteTimeOff returns what it deleted, once, with its member', async () => {
  const timeOff = await made();
  expect(recordIn(await remove(timeOff.id))).toEqual(timeOff);
  const { id } = await made();
  const query = `mutation { deleteTimeOff(input: { id: ${id} }) { timeOff { id member { id } } } }`;
  const { body } = await app.graphql(query, key);
  expect(body.data.deleteTimeOff.timeOff).toEqual({ id, member: { id: owner.userId } });
  expect(await count()).toBe(0);
  expect(errorIn(await remove(timeOff.id))).toEqual(notFound('id'));
});

describe('who writes whose time off', () => {
  test.each(['CLOSER', 'SETTER'] as const)('a %s writes their own, and nobody else', async (role) => {
    const member = await app.member(owner.workspaceId, role);
    const token = await app.apiKey(member);
    const mine = await made({}, token);
    const { id } = await made();
    expect(mine.userId).toBe(member.userId);
    expect(errorIn(await create({ userId: owner.userId }, token))).toEqual(notFound('userId'));
    for (const answer of [await update({ id, endTime: '2026-12-24' }, token), await remove(id, token)]) {
      expect(errorIn(answer)).toEqual(notFound('id'));
    }
    expect(recordIn(await update({ id: mine.id, endTime: '2026-12-24' })).userId).toBe(member.userId);
    expect(recordIn(await remove(mine.id, token)).userId).toBe(member.userId);
    expect(await count()).toBe(1);
  });

  test('of another workspace, nobody does', async () => {
    const { id } = await made();
    const stranger = await app.workspace();
    const token = await app.apiKey(stranger);
    for (const userId of [stranger.userId, 2_147_483_647]) {
      expect(errorIn(await create({ userId }))).toEqual(notFound('userId'));
    }
    for (const answer of [
      await update({ id, endTime: '2026-12-24' }, token),
      await remove(id, token),
      await remove(2_147_483_647),
    ]) {
      expect(errorIn(answer)).toEqual(notFound('id'));
    }
    expect(await count()).toBe(1);
  });
});

describe('timeOffs', () => {
  const list = async (args = '', token = key): Promise<Body> => {
    const { body } = await app.graphql(`{ timeOffs${args} { count timeOffs { id } } }`, token);
    return body.errors ? body.errors[0].extensions : body.data.timeOffs;
  };

  test('lists what overlaps the range, earliest first; days are those of the workspace', async () => {
    await app.sql(`UPDATE "Workspace" SET "timeZone" = 'America/New_York' WHERE "id" = $1`, [owner.workspaceId]);
    const later = await made({ startTime: '2026-12-25T05:00:00Z', endTime: '2026-12-25T06:00:00Z' });
    const earlier = await made({ startTime: '2026-12-24T04:00:00Z', endTime: '2026-12-24T05:00:00Z' });
    const ids = async (args: string) => (await list(args)).timeOffs.map(({ id }: Body) => id);
    expect(await ids('')).toEqual([earlier.id, later.id]);
    // The end does not belong to the time off: it is over as the day begins.
    expect(await ids('(from: "2026-12-24")')).toEqual([later.id]);
    expect(await ids('(from: "2026-12-24T04:59:59.999Z")')).toEqual([earlier.id, later.id]);
    expect(await ids('(to: "2026-12-24")')).toEqual([earlier.id]);
    expect(await ids('(to: "2026-12-25T05:00:00Z")')).toEqual([earlier.id, later.id]);
    expect(await ids('(from: "2026-12-24", to: "2026-12-24")')).toEqual([]);
    expect(await list('(page: 1, limit: 1)')).toEqual({ count: 2, timeOffs: [{ id: later.id }] });
  });

  test("returns one user's, and NOT_FOUND for a user that the caller does not see", async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const theirs = await made({ userId: closer.userId });
    const mine = await made();
    const token = await app.apiKey(closer);
    const one = (id: number) => ({ count: 1, timeOffs: [{ id }] });
    expect(await list(`(userId: ${closer.userId})`)).toEqual(one(theirs.id));
    expect(await list(`(userId: ${owner.userId})`)).toEqual(one(mine.id));
    expect(await list('', token)).toEqual(one(theirs.id));
    expect(await list(`(userId: ${owner.userId})`, token)).toEqual({ code: 'NOT_FOUND', details: { path: 'userId' } });
    const stranger = await app.workspace();
    expect(await list(`(userId: ${stranger.userId})`)).toEqual({ code: 'NOT_FOUND', details: { path: 'userId' } });
  });

  test.each([
    ['(from: "soon")', 'from'],
    ['(to: "2026-02-30")', 'to'],
    ['(limit: 0)', 'limit'],
    ['(page: -1)', 'page'],
    ['(userId: 0)', 'userId'],
  ])('%s is a 400 that names the argument', async (args, field) => {
    expect(await list(args)).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fieldErrors: { [field]: [expect.any(String)] } },
    });
  });

  test('Member.timeOff lists that of a member that the caller sees', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    await made({ userId: closer.userId });
    const second = await made({ startTime: '2026-12-20', endTime: '2026-12-20' });
    const first = await made({ startTime: '2026-12-10', endTime: '2026-12-10' });
    const query = '{ users { users { id timeOff { id member { id } } } } }';
    const { body } = await app.graphql(query, key);
    const of = ({ userId }: Member) => body.data.users.users.find(({ id }: Body) => id === userId).timeOff;
    expect(of(owner)).toEqual([first, second].map(({ id }) => ({ id, member: { id: owner.userId } })));
    expect(of(closer)).toHaveLength(1);
    const seen = await app.graphql(query, await app.apiKey(closer));
    expect(seen.body.data.users.users.map(({ timeOff }: Body) => timeOff.length)).toEqual([0, 1]);
  });
});
