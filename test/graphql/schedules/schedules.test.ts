import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { change, daysWith, errorIn, invalid, notFound, recordIn, spans } from '../../support/schedule-calls.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
});

const draft = {
  name: 'Office hours',
  timeZone: 'Europe/Berlin',
  days: [{ name: 'MONDAY', timings: spans(['09:00', '17:00']) }],
};
const create = (input: object = {}, token = key) => change(app, token, 'createSchedule', { ...draft, ...input });
const update = (input: object, token = key) => change(app, token, 'updateSchedule', input);
const remove = (id: number, token = key) => change(app, token, 'deleteSchedule', { id });
const made = async (input: object = {}, token = key) => recordIn(await create(input, token));

async function schedulesOf({ workspaceId, userId }: Member): Promise<[id: number, isDefault: boolean][]> {
  const rows = await app.sql<{ id: number; isDefault: boolean }>(
    'SELECT "id", "isDefault" FROM "Schedule" WHERE "workspaceId" = $1 AND "userId" = $2 ORDER BY "id"',
    [workspaceId, userId],
  );
  return rows.map(({ id, isDefault }) => [id, isDefault]);
}

const updatedAt = async (id: number) =>
  (await app.sql<{ updatedAt: string }>('SELECT "updatedAt" FROM "Schedule" WHERE "id" = $1', [id]))[0]?.updatedAt;

/** Makes the last change lie in the past, so that another one shows. */
async function age(id: number): Promise<string> {
  await app.sql(`UPDATE "Schedule" SET "updatedAt" = '2020-01-01T00:00:00Z' WHERE "id" = $1`, [id]);
  return '2020-01-01T00:00:00.000Z';
}

describe('createSchedule', () => {
  test("stores the caller's schedule with seven days, which /v1 returns", async () => {
    const days = [
      { name: 'FRIDAY', timings: spans(['13:00', '24:00'], ['00:00', '09:05'], ['09:05', '13:00']) },
      { name: 'MONDAY', timings: spans(['09:00', '17:00']) },
      { name: 'SUNDAY', timings: [] },
    ];
    const schedule = await made({ days });
    expect(schedule).toEqual({
      id: expect.any(Number),
      userId: owner.userId,
      name: 'Office hours',
      timeZone: 'Europe/Berlin',
      isDefault: true,
      days: daysWith({
        monday: [['09:00', '17:00']],
        friday: [
          ['00:00', '09:05'],
          ['09:05', '13:00'],
          ['13:00', '24:00'],
        ],
      }),
      eventId: [],
      overrides: [],
    });
    const { body } = await app.get('/v1/userAvailabilities', key);
    const { overrides: _, days: __, ...shared } = schedule;
    expect(body.data).toEqual([
      {
        ...shared,
        createdAt: expect.stringMatching(/Z$/),
        'the service': schedule.days.map(({ name, ...day }: Body) => ({
          ...{ id: expect.any(Number), name: name.toLowerCase(), ...day },
        })),
      },
    ]);
  });

  test('takes the days as they are read', async () => {
    const { days } = await made({ days: [{ name: 'TUESDAY', timings: spans(['10:00', '11:00']) }] });
    const again = days.map(({ name, timings }: Body) => ({ name, timings }));
    expect((await made({ days: again })).days).toEqual(days);
  });

  test('makes the first schedule the default whatever the input says, and a later one if the input says so', async () => {
    const first = await made({ isDefault: false });
    const second = await made();
    const third = await made({ isDefault: true });
    expect([first.isDefault, second.isDefault, third.isDefault]).toEqual([true, false, true]);
    expect(await schedulesOf(owner)).toEqual([
      [first.id, false],
      [second.id, false],
      [third.id, true],
    ]);
  });

  test('is for another member where the caller is owner or admin, and leaves the own default alone', async () => {
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const mine = await made();
    const theirs = await made({ userId: closer.userId, isDefault: true }, await app.apiKey(admin));
    expect(theirs).toMatchObject({ userId: closer.userId, isDefault: true });
    expect(await schedulesOf(owner)).toEqual([[mine.id, true]]);
  });

  test.each(['CLOSER', 'SETTER'] as const)('lets a %s write their own, and nobody else', async (role) => {
    const member = await app.member(owner.workspaceId, role);
    const token = await app.apiKey(member);
    expect((await made({}, token)).userId).toBe(member.userId);
    expect(errorIn(await create({ userId: owner.userId }, token))).toEqual(notFound('userId'));
    expect(await schedulesOf(owner)).toEqual([]);
  });

  test('records no webhook event', async () => {
    await made();
    expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
  });

  test('refuses the 51st schedule of a member, also for concurrent requests; a deletion makes room', async () => {
    for (let count = 0; count < 45; count++) await app.schedule(owner);
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
    const refused = answers.filter(({ body }) => body.errors);
    expect(refused.map(errorIn)).toEqual(
      Array(3).fill(invalid({}, ['A member can have at most 50 schedules: delete one that is no longer used'])),
    );
    const [[id] = [0]] = await schedulesOf(owner);
    expect((await remove(id)).status).toBe(200);
    expect((await create()).status).toBe(200);
  });
});

const across =
  'the start must be before the end. 24:00 is the end of the day; split a timing that crosses midnight into two';
const clock = 'Must be HH:mm, from 00:00 to 23:59';
const endClock = 'Must be HH:mm, from 00:00 to 24:00';
const onMonday = (...all: [string, string][]) => ({ days: [{ name: 'MONDAY', timings: spans(...all) }] });

/** Inputs that neither a new schedule nor a change may have, with the errors of their fields. */
const wrong: [string, object, Record<string, string[]>][] = [
  ['an empty name', { name: ' ' }, { name: ['Must not be empty'] }],
  ['an inverted timing', onMonday(['17:00', '09:00']), { days: [`Monday 17:00-09:00: ${across}`] }],
  ['an empty timing', onMonday(['09:00', '09:00']), { days: [`Monday 09:00-09:00: ${across}`] }],
  ['a timing across midnight', onMonday(['22:00', '00:00']), { days: [`Monday 22:00-00:00: ${across}`] }],
  [
    'timings that overlap',
    onMonday(['12:00', '14:00'], ['09:00', '13:00']),
    { days: ['Monday 12:00-14:00 overlaps 09:00-13:00'] },
  ],
  [
    'a timing within another, and one after it',
    onMonday(['09:00', '18:00'], ['10:00', '11:00'], ['17:59', '19:00']),
    { days: ['Monday 10:00-11:00 overlaps 09:00-18:00', 'Monday 17:59-19:00 overlaps 09:00-18:00'] },
  ],
  [
    'a timing twice',
    onMonday(['09:00', '10:00'], ['09:00', '10:00']),
    { days: ['Monday 09:00-10:00 overlaps 09:00-10:00'] },
  ],
  [
    'problems of several days',
    {
      days: [
        { name: 'MONDAY', timings: spans(['10:00', '09:00']) },
        { name: 'SUNDAY', timings: spans(['10:00', '12:00'], ['11:00', '13:00']) },
      ],
    },
    { days: [`Monday 10:00-09:00: ${across}`, 'Sunday 11:00-13:00 overlaps 10:00-12:00'] },
  ],
  [
    'a day twice',
    {
      days: [
        { name: 'MONDAY', timings: [] },
        { name: 'MONDAY', timings: [] },
      ],
    },
    { days: ['Monday is listed twice'] },
  ],
  ['an hour of one digit', onMonday(['9:00', '17:00']), { days: [`timings.startTime: ${clock}`] }],
  ['24:00 as a start', onMonday(['24:00', '24:00']), { days: [`timings.startTime: ${clock}`] }],
  ['a minute too many', onMonday(['09:00', '24:01']), { days: [`timings.endTime: ${endClock}`] }],
  ['seconds', onMonday(['09:00:00', '17:00']), { days: [`timings.startTime: ${clock}`] }],
  ['words', onMonday(['nine', 'five']), { days: [`timings.startTime: ${clock}`, `timings.endTime: ${endClock}`] }],
  [
    'too many timings',
    onMonday(...Array.from({ length: 21 }, (_, at): [string, string] => [`00:${at + 10}`, `00:${at + 11}`])),
    { days: ['timings: Must have at most 20 items'] },
  ],
];

describe('what is wrong in a schedule is reported under its field, and nothing is written', () => {
  test.each(wrong)('%s, in a new one', async (_, input, fieldErrors) => {
    expect(errorIn(await create(input))).toEqual(invalid(fieldErrors));
    expect(await schedulesOf(owner)).toEqual([]);
  });

  test.each(wrong)('%s, in a change', async (_, input, fieldErrors) => {
    const { id } = await made();
    const before = (await app.get('/v1/userAvailabilities', key)).body;
    expect(errorIn(await update({ id, ...input }))).toEqual(invalid(fieldErrors));
    expect((await app.get('/v1/userAvailabilities', key)).body).toEqual(before);
  });

  test.each(['MONTAG', 'Monday', '', 1, null])('a day that is called %j', async (name) => {
    const [error] = (await create({ days: [{ name, timings: [] }] })).body.errors;
    expect(error.extensions.code).toBe('BAD_USER_INPUT');
    expect(error.message).toContain('"input.days[0].name"');
    expect(await schedulesOf(owner)).toEqual([]);
  });

  test.each(['name', 'timeZone', 'days'])('%s is required', async (field) => {
    const [error] = (await create({ [field]: undefined })).body.errors;
    expect(error.extensions.code).toBe('BAD_USER_INPUT');
    expect(error.message).toContain(`Field "${field}"`);
    expect(await schedulesOf(owner)).toEqual([]);
  });
});

describe('updateSchedule', () => {
  test('replaces the whole week by the days of the input; day entries keep their ids', async () => {
    const { id } = await made();
    const ids = async () =>
      app.sql('SELECT "id", "weekday" FROM "ScheduleDay" WHERE "scheduleId" = $1 ORDER BY "weekday"', [id]);
    const before = await ids();
    const days = [{ name: 'SATURDAY', timings: spans(['10:00', '11:00'], ['11:00', '12:00']) }];
    expect(recordIn(await update({ id, days })).days).toEqual(
      daysWith({
        saturday: [
          ['10:00', '11:00'],
          ['11:00', '12:00'],
        ],
      }),
    );
    expect(before).toHaveLength(7);
    expect(await ids()).toEqual(before);
    expect(recordIn(await update({ id, days: [] })).days).toEqual(daysWith({}));
  });

  test('adds the days that a schedule lacks', async () => {
    const { id } = await made();
    await app.sql(`DELETE FROM "ScheduleDay" WHERE "scheduleId" = $1 AND "weekday" <> 'monday'`, [id]);
    expect(recordIn(await update({ id, days: draft.days })).days).toEqual(daysWith({ monday: [['09:00', '17:00']] }));
  });

  test('changes what is named and leaves the rest', async () => {
    const schedule = await made();
    const long = await age(schedule.id);
    const changed = recordIn(await update({ id: schedule.id, name: 'Late shift', timeZone: 'Asia/Kathmandu' }));
    expect(changed).toEqual({ ...schedule, name: 'Late shift', timeZone: 'Asia/Kathmandu' });
    expect(await updatedAt(schedule.id)).not.toBe(long);
  });

  test('makes another schedule the default, and takes it from the former one', async () => {
    const first = await made();
    const second = await made();
    expect(recordIn(await update({ id: second.id, isDefault: true })).isDefault).toBe(true);
    expect(await schedulesOf(owner)).toEqual([
      [first.id, false],
      [second.id, true],
    ]);
  });

  test('does not take the default from the default, whatever else it changes', async () => {
    const { id } = await made();
    expect(errorIn(await update({ id, isDefault: false, name: 'x' }))).toEqual(
      invalid({ isDefault: ['This is the default schedule: make another schedule the default instead'] }),
    );
    expect((await app.get('/v1/userAvailabilities', key)).body.data[0]).toMatchObject({
      name: draft.name,
      isDefault: true,
    });
    const other = await made();
    expect(recordIn(await update({ id: other.id, isDefault: false })).isDefault).toBe(false);
  });
});

describe('deleteSchedule', () => {
  test('returns what it deleted; the days and overrides go with it', async () => {
    await made();
    const schedule = await made();
    const input = { scheduleId: schedule.id, date: '2026-12-24', timings: [] };
    const { id, date } = recordIn(await change(app, key, 'createScheduleOverride', input));
    expect(recordIn(await remove(schedule.id))).toEqual({ ...schedule, overrides: [{ id, date }] });
    for (const table of ['ScheduleDay', 'ScheduleOverride']) {
      expect(await app.sql(`SELECT FROM "${table}" WHERE "scheduleId" = $1`, [schedule.id])).toEqual([]);
    }
    expect(errorIn(await remove(schedule.id))).toEqual(notFound('id'));
  });

  test('returns the relations of what it deleted, as they were before', async () => {
    await made();
    const { id } = await made();
    const input = { scheduleId: id, date: '2026-12-24', timings: [] };
    const override = recordIn(await change(app, key, 'createScheduleOverride', input));
    const { body } = await app.graphql(
      `mutation { deleteSchedule(input: { id: ${id} }) { gone: schedule { id name member { id } overrides { id date } } } }`,
      key,
    );
    expect(body).toEqual({
      data: {
        deleteSchedule: {
          gone: {
            id,
            name: draft.name,
            member: { id: owner.userId },
            overrides: [{ id: override.id, date: '2026-12-24' }],
          },
        },
      },
    });
  });

  test('keeps the default while the member has another one', async () => {
    const first = await made();
    const second = await made();
    expect(errorIn(await remove(first.id))).toEqual(
      invalid({ id: ['This is the default schedule: make another schedule the default first'] }),
    );
    expect((await remove(second.id)).status).toBe(200);
    expect((await remove(first.id)).status).toBe(200);
    expect(await schedulesOf(owner)).toEqual([]);
    expect((await made()).isDefault).toBe(true);
  });

  test('keeps a schedule that hosts of events use, and names the events', async () => {
    const [one, two] = [await app.event(owner, { name: 'Intro' }), await app.event(owner, { name: 'Demo' })];
    const scheduleId = await app.schedule(owner, { eventIds: [one, two] });
    expect(errorIn(await remove(scheduleId))).toEqual(
      invalid({
        id: [
          `Hosts of these events use the schedule: "Demo" (${two}), "Intro" (${one}). Give these hosts another schedule first`,
        ],
      }),
    );
    // A deleted event needs no schedule.
    await app.sql('UPDATE "Event" SET "deletedAt" = now() WHERE "id" = ANY($1)', [[one, two]]);
    expect((await remove(scheduleId)).status).toBe(200);
  });

  test('names ten events at most', async () => {
    const eventIds: number[] = [];
    for (let count = 0; count < 12; count++) eventIds.push(await app.event(owner, { name: 'Intro' }));
    const scheduleId = await app.schedule(owner, { eventIds });
    const { details } = errorIn(await remove(scheduleId)) as { details: { fieldErrors: { id: string[] } } };
    expect(details.fieldErrors.id[0]).toMatch(/"Intro" \(\d+\), 2 more\. Give these hosts another schedule first$/);
  });
});
