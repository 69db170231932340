import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { type Answer, type TestApp, useApp } from '../../support/app.ts';
import { during } from '../../support/during.ts';
import type { Member } from '../../support/factories.ts';
import { hostile } from '../../support/hostile-values.ts';
import { change, daysWith, errorIn, invalid, notFound, recordIn, spans } from '../../support/schedule-calls.ts';

let owner: Member;
let key: string;
const node = await useApp();
const other = await useApp({ databaseUrl: node.databaseUrl });
beforeEach(async () => {
  owner = await node.workspace();
  key = await node.apiKey(owner);
});

type Field = Parameters<typeof change>[2];

/** Sends every second request to the other node. */
const all = (requests: readonly (readonly [field: Field, input: object])[]): Promise<Answer[]> =>
  Promise.all(requests.map(([field, input], index) => change(index % 2 ? other : node, key, field, input)));

const draft = { name: 'Hours', timeZone: 'UTC', days: [] };
const defaults = async () =>
  (
    await node.sql<{ id: number }>(
      'SELECT "id" FROM "Schedule" WHERE "workspaceId" = $1 AND "userId" = $2 AND "isDefault"',
      [owner.workspaceId, owner.userId],
    )
  ).map(({ id }) => id);

test('of many first schedules at once, one is the default', async () => {
  const answers = await all(Array.from({ length: 12 }, () => ['createSchedule', draft] as const));
  const made = answers.map(recordIn);
  expect(made.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  expect(await defaults()).toEqual(made.filter(({ isDefault }) => isDefault).map(({ id }) => id));
});

test('of schedules that all become the default at once, the last one has it', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 6; count++) {
    ids.push(recordIn(await change(node, key, 'createSchedule', draft)).id);
  }
  const makesDefault = ids.flatMap((id) => [
    ['updateSchedule', { id, isDefault: true }] as const,
    ['createSchedule', { ...draft, isDefault: true }] as const,
  ]);
  for (const answer of await all(makesDefault)) expect(recordIn(answer).isDefault).toBe(true);
  expect(await defaults()).toHaveLength(1);
  expect([...node.unexpected, ...other.unexpected]).toEqual([]);
});

test('a week is never half of two edits', async () => {
  const { id } = recordIn(await change(node, key, 'createSchedule', draft));
  const weeks = Array.from({ length: 8 }, (_, hour): [string, string] => [`0${hour}:00`, `0${hour}:30`]);
  const weekOf = (span: [string, string]) => ({
    ...{ monday: [span], wednesday: [span, ['12:00', '13:00']] as [string, string][], sunday: [span] },
  });
  const edits = weeks.map((span) => {
    const days = Object.entries(weekOf(span)).map(([name, timings]) => ({
      ...{ name: name.toUpperCase(), timings: spans(...timings) },
    }));
    return ['updateSchedule', { id, days }] as const;
  });
  const whole = weeks.map((span) => daysWith(weekOf(span)));
  for (let round = 0; round < 4; round++) {
    const answers = await all(edits);
    for (const [index, answer] of answers.entries()) expect(recordIn(answer).days).toEqual(whole[index]);
    const { body } = await node.graphql(
      `{ schedule(id: ${id}) { days { name active timings { startTime endTime } } } }`,
      key,
    );
    expect(whole).toContainEqual(body.data.schedule.days);
  }
});

test('a schedule that is deleted while it is edited is gone, and every edit was made or is NOT_FOUND', async () => {
  await change(node, key, 'createSchedule', draft);
  const { id } = recordIn(await change(node, key, 'createSchedule', draft));
  const override = recordIn(
    await change(node, key, 'createScheduleOverride', { scheduleId: id, date: '2026-12-24', timings: [] }),
  );
  const edits = [
    ['updateSchedule', { id, name: 'Other' }],
    ['createScheduleOverride', { scheduleId: id, date: '2026-12-25', timings: [] }],
    ['deleteSchedule', { id }],
    ['deleteSchedule', { id }],
    ['updateScheduleOverride', { id: override.id, date: '2026-12-26' }],
    ['deleteScheduleOverride', { id: override.id }],
    ['updateSchedule', { id, days: [] }],
  ] as const;
  for (const [index, answer] of (await all(edits)).entries()) {
    const idField = edits[index]?.[0] === 'createScheduleOverride' ? 'scheduleId' : 'id';
    if (answer.body.errors?.[0].path.length === 1) expect(errorIn(answer)).toEqual(notFound(idField));
  }
  expect(await node.sql('SELECT FROM "Schedule" WHERE "id" = $1', [id])).toEqual([]);
  expect([...node.unexpected, ...other.unexpected]).toEqual([]);
});

test('a schedule that a host of an event gets meanwhile is in use, and is not deleted', async () => {
  const { id } = recordIn(await change(node, key, 'createSchedule', draft));
  const eventId = await node.event(owner);
  const deletion = await during(
    node,
    (sql) =>
      sql('INSERT INTO "EventHost" ("workspaceId", "eventId", "userId", "scheduleId") VALUES ($1, $2, $3, $4)', [
        ...[owner.workspaceId, eventId, owner.userId, id],
      ]),
    () => change(node, key, 'deleteSchedule', { id }),
  );
  expect(errorIn(deletion)).toEqual(invalid({ id: [expect.stringContaining(`(${eventId})`)] }));
});

test('the default cannot be deleted while another schedule takes the default, or is created', async () => {
  for (let round = 0; round < 5; round++) {
    const member = await node.workspace();
    const token = await node.apiKey(member);
    const send = (app: TestApp, field: Field, input: object) => change(app, token, field, input);
    const first = recordIn(await send(node, 'createSchedule', draft));
    const second = recordIn(await send(node, 'createSchedule', draft));
    const [deletion] = await Promise.all([
      send(node, 'deleteSchedule', { id: first.id }),
      send(other, 'updateSchedule', { id: second.id, isDefault: true }),
      send(other, 'createSchedule', draft),
    ]);
    const kept = 'This is the default schedule: make another schedule the default first';
    if (deletion.body.errors) expect(errorIn(deletion)).toEqual(invalid({ id: [kept] }));
    const rows = await node.sql<{ isDefault: boolean }>(
      'SELECT "isDefault" FROM "Schedule" WHERE "workspaceId" = $1 ORDER BY "isDefault" DESC',
      [member.workspaceId],
    );
    expect(rows.map(({ isDefault }) => isDefault).filter(Boolean)).toHaveLength(1);
  }
});

test('no value of an input causes a 500, and none that is refused writes anything', async () => {
  const { id } = recordIn(await change(node, key, 'createSchedule', draft));
  const text = fc.oneof(
    fc.constantFrom(
      '09:00',
      '24:00',
      '2026-12-24',
      '2999-12-31',
      '9999-12-31T23:59:59.999Z',
      'Europe/Berlin',
      'MONDAY',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  const value = fc.oneof(text, text, fc.integer(), fc.constant(null), hostile);
  const timing = fc.oneof(fc.record({ startTime: value, endTime: value }), hostile);
  const timings = fc.oneof(fc.array(timing, { maxLength: 3 }), value);
  const day = fc.oneof(fc.record({ name: value, timings }), hostile);
  const inputs: [Field, fc.Arbitrary<object>][] = [
    [
      'updateSchedule',
      fc.record(
        { id: fc.constant(id), name: value, timeZone: value, isDefault: value, days: fc.oneof(fc.array(day), value) },
        { requiredKeys: ['id'] },
      ),
    ],
    ['createScheduleOverride', fc.record({ scheduleId: fc.oneof(fc.constant(id), value), date: value, timings })],
    ['createTimeOff', fc.record({ startTime: value, endTime: value, userId: value }, { requiredKeys: ['startTime'] })],
    ['updateTimeOff', fc.record({ id: value, startTime: value, endTime: value })],
  ];
  const rows = () =>
    node.sql(
      `SELECT (SELECT count(*) FROM "TimeOff" WHERE "workspaceId" = $1) + (SELECT count(*) FROM "ScheduleOverride"
        WHERE "workspaceId" = $1) AS "count", (SELECT "updatedAt" FROM "Schedule" WHERE "id" = $2) AS "updatedAt"`,
      [owner.workspaceId, id],
    );
  for (const [field, input] of inputs) {
    await fc.assert(
      fc.asyncProperty(input, async (sent) => {
        const before = await rows();
        const { status, body } = await change(node, key, field, sent);
        expect([200, 400, 404]).toContain(status);
        if (body.data?.[field] == null) expect(await rows()).toEqual(before);
      }),
      { numRuns: 100 },
    );
  }
  expect(node.unexpected).toEqual([]);
});
