import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { change, errorIn, invalid, notFound, recordIn, spans } from '../../support/schedule-calls.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
let scheduleId: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
  scheduleId = await app.schedule(owner, { timeZone: 'Pacific/Auckland' });
});

const date = '2026-12-24';
const create = (input: object = {}, token = key) =>
  change(app, token, 'createScheduleOverride', { scheduleId, date, timings: [], ...input });
const update = (input: object, token = key) => change(app, token, 'updateScheduleOverride', input);
const remove = (id: number, token = key) => change(app, token, 'deleteScheduleOverride', { id });
const made = async (input: object = {}, token = key) => recordIn(await create(input, token));

const stored = () =>
  app.sql(
    'SELECT "date"::text, "startMinutes", "endMinutes" FROM "ScheduleOverride" WHERE "scheduleId" = $1 ORDER BY 1',
    [scheduleId],
  );

const taken = (day: string) =>
  invalid({ date: [`The schedule already has an override for ${day}: update it instead`] });

describe('createScheduleOverride', () => {
  test('closes a date', async () => {
    expect(await made()).toEqual({
      id: expect.any(Number),
      scheduleId,
      date,
      timings: [],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await stored()).toEqual([{ date, startMinutes: [], endMinutes: [] }]);
  });

  test('opens a date at other hours, which come sorted', async () => {
    const { timings } = await made({ timings: spans(['13:00', '24:00'], ['00:00', '13:00']) });
    expect(timings).toEqual(spans(['00:00', '13:00'], ['13:00', '24:00']));
    expect(await stored()).toEqual([{ date, startMinutes: [0, 780], endMinutes: [780, 1440] }]);
  });

  test.each(['2000-01-01', '2024-02-29', '2999-12-31'])('takes the date %s', async (day) => {
    expect((await made({ date: day })).date).toBe(day);
  });

  const noDate = 'Must be an existing date in the years 2000 to 2999 (YYYY-MM-DD)';
  const across =
    'the start must be before the end. 24:00 is the end of the day; split a timing that crosses midnight into two';
  test.each<[string, object, Record<string, string[]>]>([
    ['a day that does not exist', { date: '2026-02-29' }, { date: [noDate] }],
    ['an instant', { date: '2026-12-24T00:00:00Z' }, { date: ['Must be at most 10 characters', noDate] }],
    ['another order', { date: '24.12.2026' }, { date: [noDate] }],
    ['an empty date', { date: '' }, { date: [noDate] }],
    ['the year 1999', { date: '1999-12-31' }, { date: [noDate] }],
    ['the year 3000', { date: '3000-01-01' }, { date: [noDate] }],
    ['the year 0', { date: '0000-01-01' }, { date: [noDate] }],
    ['an inverted timing', { timings: spans(['17:00', '09:00']) }, { timings: [`17:00-09:00: ${across}`] }],
    [
      'timings that overlap',
      { timings: spans(['09:00', '13:00'], ['12:59', '14:00']) },
      { timings: ['12:59-14:00 overlaps 09:00-13:00'] },
    ],
    ['no time', { timings: spans(['09:00', '25:00']) }, { timings: ['endTime: Must be HH:mm, from 00:00 to 24:00'] }],
  ])('reports %s under its field, in a new one and in a change', async (_, input, fieldErrors) => {
    expect(errorIn(await create(input))).toEqual(invalid(fieldErrors));
    expect(await stored()).toEqual([]);
    const { id } = await made();
    expect(errorIn(await update({ id, ...input }))).toEqual(invalid(fieldErrors));
    expect(await stored()).toEqual([{ date, startMinutes: [], endMinutes: [] }]);
  });

  test('refuses a second one of the same date, but not of the same date in another schedule', async () => {
    await made();
    expect(errorIn(await create({ timings: spans(['09:00', '10:00']) }))).toEqual(taken(date));
    expect((await made({ scheduleId: await app.schedule(owner) })).date).toBe(date);
    expect(await stored()).toEqual([{ date, startMinutes: [], endMinutes: [] }]);
  });

  test('creates one of twenty concurrent ones of a date', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    const refused = answers.filter(({ body }) => body.errors);
    expect(refused.map(errorIn)).toEqual(Array(19).fill(taken(date)));
    expect(await stored()).toHaveLength(1);
  });

  test('refuses the 1,001st of a schedule, also for concurrent requests', async () => {
    await app.sql(
      `INSERT INTO "ScheduleOverride" ("workspaceId", "scheduleId", "date", "startMinutes", "endMinutes")
      SELECT $1, $2, DATE '2030-01-01' + d, '{}', '{}' FROM generate_series(1, 998) d`,
      [owner.workspaceId, scheduleId],
    );
    const days = ['2026-12-21', '2026-12-22', '2026-12-23', '2026-12-24', '2026-12-25'];
    const answers = await Promise.all(days.map((day) => create({ date: day })));
    expect(answers.filter(({ body }) => body.errors).map(errorIn)).toEqual(
      Array(3).fill(invalid({}, ['A schedule can have at most 1,000 overrides: delete overrides of past dates'])),
    );
  });

  test('records no webhook event', async () => {
    await remove((await made()).id);
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
  });
});

describe('updateScheduleOverride', () => {
  test('changes date and timings, each alone or both', async () => {
    const { id, createdAt } = await made();
    const timings = spans(['10:00', '12:00']);
    expect(recordIn(await update({ id, timings }))).toMatchObject({ id, date, timings, createdAt });
    expect(recordIn(await update({ id, date: '2026-12-31' }))).toMatchObject({ date: '2026-12-31', timings });
    expect(recordIn(await update({ id, date, timings: [] }))).toMatchObject({ date, timings: [] });
  });

  test('that sets what is there already leaves updatedAt alone, another one does not', async () => {
    const { id } = await made({ timings: spans(['10:00', '12:00']) });
    await app.sql(`UPDATE "ScheduleOverride" SET "updatedAt" = '2020-01-01T00:00:00Z' WHERE "id" = $1`, [id]);
    const same = await update({ id, date, timings: spans(['10:00', '12:00']) });
    expect(recordIn(same).updatedAt).toBe('2020-01-01T00:00:00.000Z');
    expect(recordIn(await update({ id, timings: [] })).updatedAt).not.toBe('2020-01-01T00:00:00.000Z');
  });

  test('does not move to a date that has one', async () => {
    await made();
    const { id } = await made({ date: '2026-12-25' });
    expect(errorIn(await update({ id, date }))).toEqual(taken(date));
    expect(await stored()).toHaveLength(2);
  });
});

test('deleteScheduleOverride returns what it deleted, once', async () => {
  const override = await made({ timings: spans(['10:00', '12:00']) });
  expect(recordIn(await remove(override.id))).toEqual(override);
  expect(await stored()).toEqual([]);
  expect(errorIn(await remove(override.id))).toEqual(notFound('id'));
});

describe('an override follows its schedule', () => {
  test('of an unknown schedule, one of another workspace, or one of a colleague for a closer: NOT_FOUND', async () => {
    const { id } = await made();
    const stranger = await app.apiKey(await app.workspace());
    const setter = await app.apiKey(await app.member(owner.workspaceId, 'SETTER'));
    const before = await stored();
    for (const answer of [
      await create({ scheduleId: 2_147_483_647 }),
      await create({ date: '2026-12-25' }, stranger),
      await create({ date: '2026-12-25' }, setter),
    ]) {
      expect(errorIn(answer)).toEqual(notFound('scheduleId'));
    }
    for (const answer of [
      await update({ id: 2_147_483_647, timings: [] }),
      await update({ id, date: '2026-12-25' }, stranger),
      await update({ id, date: '2026-12-25' }, setter),
      await remove(2_147_483_647),
      await remove(id, stranger),
      await remove(id, setter),
    ]) {
      expect(errorIn(answer)).toEqual(notFound('id'));
    }
    expect(await stored()).toEqual(before);
  });

  test('a closer writes those of their own schedules, an admin all', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const token = await app.apiKey(closer);
    const override = await made({ scheduleId: await app.schedule(closer) }, token);
    const admin = await app.apiKey(await app.member(owner.workspaceId, 'ADMIN'));
    expect(recordIn(await update({ id: override.id, date: '2027-01-01' }, admin)).date).toBe('2027-01-01');
    expect(recordIn(await remove(override.id, token)).date).toBe('2027-01-01');
  });

  test('Schedule.overrides lists them by date, a page at a time; /v1 does not know them', async () => {
    for (const day of ['2027-01-01', '2026-12-24', '2026-12-31']) await made({ date: day });
    const query = `{ schedule(id: ${scheduleId}) { overrides(limit: 2) { date } rest: overrides(page: 1, limit: 2) { date } } }`;
    expect((await app.graphql(query, key)).body.data.schedule).toEqual({
      overrides: [{ date: '2026-12-24' }, { date: '2026-12-31' }],
      rest: [{ date: '2027-01-01' }],
    });
    const { body } = await app.get('/v1/userAvailabilities', key);
    expect(Object.keys(body.data[0])).toEqual([
      ...['id', 'userId', 'name', 'timeZone', 'isDefault', 'createdAt', 'the service', 'eventId'],
    ]);
  });
});
