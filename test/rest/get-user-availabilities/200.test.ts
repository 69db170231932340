import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';

const app = await useApp();

const path = '/v1/userAvailabilities';
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

async function dayIds(scheduleId: number): Promise<Record<string, number>> {
  const days = await app.sql<{ id: number; weekday: string }>(
    'SELECT "id", "weekday" FROM "ScheduleDay" WHERE "scheduleId" = $1',
    [scheduleId],
  );
  return Object.fromEntries(days.map(({ id, weekday }) => [weekday, id]));
}

const scheduleIds = async (key: string, query = ''): Promise<number[]> => {
  const { body } = await app.get(`${path}${query}`, key);
  return body.data.map(({ id }: { id: number }) => id);
};

describe('GET /v1/userAvailabilities', () => {
  test('returns exactly the schedule, seven days from Monday on, whatever the order of insertion', async () => {
    const owner = await app.workspace();
    const events = [await app.event(owner), await app.event(owner)];
    const id = await app.schedule(owner, {
      name: 'Büro',
      timeZone: 'Europe/Berlin',
      isDefault: true,
      createdAt: '2026-01-02T03:04:05.006Z',
      eventIds: [...events].reverse(),
      hours: {
        friday: [
          [780, 1440],
          [0, 545],
        ],
        monday: [[1, 2]],
      },
    });
    const ids = await dayIds(id);
    const timings: Record<string, object[]> = {
      monday: [{ startTime: '00:01', endTime: '00:02' }],
      friday: [
        { startTime: '00:00', endTime: '09:05' },
        { startTime: '13:00', endTime: '24:00' },
      ],
    };

    const { status, body, headers } = await app.get(path, await app.apiKey(owner));

    const schedule = {
      id,
      userId: owner.userId,
      name: 'Büro',
      timeZone: 'Europe/Berlin',
      isDefault: true,
      createdAt: '2026-01-02T03:04:05.006Z',
      'the service': weekdays.map((name) => ({
        id: ids[name],
        name,
        active: name in timings,
        timings: timings[name] ?? [],
      })),
      eventId: events,
    };
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: [schedule] }));
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('ratelimit-remaining')).toBe('999999');
  });

  test('a schedule without hours and events has seven days that are not active, and an empty list', async () => {
    const owner = await app.workspace();
    await app.schedule(owner);
    const { body } = await app.get(path, await app.apiKey(owner));
    const [{ 'the service': days, eventId }] = body.data;
    expect(days.map(({ name, active, timings }: Record<string, unknown>) => [name, active, timings])).toEqual(
      weekdays.map((name) => [name, false, []]),
    );
    expect(eventId).toEqual([]);
  });

  test('a workspace without schedules has an empty list', async () => {
    const { body } = await app.get(path, await app.apiKey(await app.workspace()));
    expect(body).toEqual({ data: [] });
  });

  test('unknown parameters are ignored', async () => {
    const { status } = await app.get(`${path}?page=x&limit=-1&user=%ff`, await app.apiKey(await app.workspace()));
    expect(status).toBe(200);
  });
});

describe('who sees which schedules', () => {
  async function office(): Promise<{ people: Record<string, Member>; schedules: Record<string, number[]> }> {
    const owner = await app.workspace();
    const people: Record<string, Member> = { OWNER: owner };
    for (const role of ['ADMIN', 'CLOSER', 'SETTER'] as const) {
      people[role] = await app.member(owner.workspaceId, role);
    }
    const schedules: Record<string, number[]> = {};
    for (const [role, member] of Object.entries(people)) {
      schedules[role] = [await app.schedule(member), await app.schedule(member)];
    }
    // Another workspace, in which the same closer has one more.
    const other = { ...(people.CLOSER as Member), workspaceId: (await app.workspace()).workspaceId };
    await app.insert('Membership', { ...other, role: 'CLOSER' });
    await app.schedule(other);
    return { people, schedules };
  }

  test.each(['OWNER', 'ADMIN'])('the role %s sees all of the workspace, or those of one user', async (role) => {
    const { people, schedules } = await office();
    const key = await app.apiKey(people[role] as Member);
    expect(await scheduleIds(key)).toEqual(Object.values(schedules).flat());
    for (const [name, { userId }] of Object.entries(people)) {
      expect(await scheduleIds(key, `?userId=${userId}`)).toEqual(schedules[name]);
    }
  });

  test.each(['CLOSER', 'SETTER'])('the role %s sees their own, requested or not', async (role) => {
    const { people, schedules } = await office();
    const member = people[role] as Member;
    const key = await app.apiKey(member);
    expect(await scheduleIds(key)).toEqual(schedules[role]);
    expect(await scheduleIds(key, `?userId=${member.userId}`)).toEqual(schedules[role]);
  });

  test('a member without schedules has an empty list, which is not an unknown user', async () => {
    const owner = await app.workspace();
    const { userId } = await app.member(owner.workspaceId, 'SETTER');
    const { status, body } = await app.get(`${path}?userId=${userId}`, await app.apiKey(owner));
    expect({ status, body }).toEqual({ status: 200, body: { data: [] } });
  });
});
