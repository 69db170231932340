import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConnection, readConnectionsOfMember, type StoredConnection } from '#src/db/reads/calendar-connections.ts';
import { maxCalendars, maxConnections } from '#src/domain/calendars/calendar.ts';
import type { CalendarSecret, FoundCalendar } from '#src/services/calendars/providers/provider.ts';
import { type NewCredential, storeConnection } from '#src/services/calendars/store-connection.ts';
import { calendarGateway } from '../../support/calendar-gateway.ts';
import { useServices } from '../../support/service-context.ts';

const services = await useServices();
const calendars = calendarGateway();
afterAll(() => calendars.close());
const context = { ...services.context, calendars };

let member: [workspaceId: number, userId: number];
beforeEach(async () => {
  const { workspaceId, userId } = await services.workspace();
  member = [workspaceId, userId];
});

const caldav = (password: string): CalendarSecret => {
  return { kind: 'CALDAV', url: 'https://dav.example.com', username: 'ada', password };
};
const calendar = (externalId: string, changes: Partial<FoundCalendar> = {}): FoundCalendar => {
  return { externalId, name: externalId, timeZone: null, isWritable: true, isPrimary: false, ...changes };
};
const main = calendar('/main/', { isPrimary: true, timeZone: 'Europe/Berlin' });

function store(found: FoundCalendar[], changes: Partial<NewCredential> = {}): Promise<number> {
  const credential = {
    secret: caldav('first'),
    connectionId: null,
    found: { name: 'ada@example.com', calendars: found },
  };
  return storeConnection(context, member, { ...credential, ...changes });
}

async function stored(id: number): Promise<StoredConnection> {
  const connection = await readConnection(context.db, [member[0], id]);
  if (!connection) throw new Error('The connection is not stored.');
  return connection;
}
const choices = async (id: number) =>
  (await stored(id)).calendars.map(({ externalId, countsAsBusy, takesBookings }) => [
    externalId,
    countsAsBusy,
    takesBookings,
  ]);
const columns = async (id: number) =>
  (
    await context.db.pool.query('SELECT * FROM "CalendarConnection" WHERE "workspaceId" = $1 AND "id" = $2', [
      member[0],
      id,
    ])
  ).rows[0];

describe('a new connection', () => {
  test('has the main calendar as busy and for bookings, and is read at once', async () => {
    const id = await store([calendar('/other/'), main]);
    expect(await choices(id)).toEqual([
      ['/main/', true, true],
      ['/other/', false, false],
    ]);
    const connection = await stored(id);
    expect(connection).toMatchObject({ userId: member[1], kind: 'CALDAV', failures: 0, disconnectedAt: null });
    expect(connection.calendars[0]).toMatchObject({ timeZone: 'Europe/Berlin', syncState: null, busyUntil: null });
    expect(calendars.open(connection.secret)).toEqual(caldav('first'));
    expect(await columns(id)).toMatchObject({
      name: 'ada@example.com',
      nextReadAt: '2026-03-01T12:00:00.000Z',
      readableUntil: '2026-03-01T12:15:00.000Z',
      lastReadAt: null,
    });
  });

  test('leaves bookings in the calendar that takes them already', async () => {
    await store([main]);
    expect(await choices(await store([main]))).toEqual([['/main/', true, false]]);
  });

  test('takes no bookings into a calendar that cannot be written', async () => {
    expect(await choices(await store([{ ...main, isWritable: false }]))).toEqual([['/main/', true, false]]);
  });

  test('takes the first calendar where the provider names no main one', async () => {
    expect(await choices(await store([calendar('/a/'), calendar('/b/')]))).toEqual([
      ['/a/', true, true],
      ['/b/', false, false],
    ]);
  });

  test('is refused without a calendar', async () => {
    await expect(store([])).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('stores what fits of what comes from elsewhere', async () => {
    const many = Array.from({ length: maxCalendars + 5 }, (_, index) => calendar(`/${index}/`));
    const odd = [
      calendar(''),
      calendar('/long/'.repeat(400)),
      calendar('/nul\0/'),
      calendar('/zone/', { timeZone: 'x'.repeat(65) }),
    ];
    const named = calendar('/name/', { name: `\0${'é'.repeat(300)}`, isPrimary: true });
    const connection = await stored(await store([...odd, named, ...many, named]));
    expect(connection.calendars).toHaveLength(maxCalendars);
    expect(connection.calendars[0]).toMatchObject({ externalId: '/name/', name: 'é'.repeat(255) });
    expect(connection.calendars[1]).toMatchObject({ externalId: '/zone/', timeZone: null });
  });

  test(`is refused where the member has ${maxConnections}, also when they are made at once`, async () => {
    const all = await Promise.allSettled(Array.from({ length: maxConnections + 3 }, () => store([main])));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxConnections);
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { details: { formErrors: [expect.stringContaining('at most 10 calendar connections')] } },
    });
    const ofMember = await readConnectionsOfMember(context.db, ...member);
    expect(ofMember).toHaveLength(maxConnections);
    expect(ofMember.filter((each) => each.calendars.some(({ takesBookings }) => takesBookings))).toHaveLength(1);
  });

  test('is refused for who has left the workspace', async () => {
    await context.db.pool.query('UPDATE "Membership" SET "removedAt" = now() WHERE "workspaceId" = $1', [member[0]]);
    await expect(store([main])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a new credential of a connection', () => {
  test('keeps the choices, and brings the calendars up to date', async () => {
    const id = await store([main, calendar('/old/'), calendar('/gone/'), calendar('/kept/')]);
    const sql = `UPDATE "Calendar" SET "countsAsBusy" = "externalId" IN ('/gone/', '/kept/'), "syncState" = 't' WHERE "workspaceId" = $1`;
    await context.db.pool.query(sql, [member[0]]);
    await context.db.pool.query(
      `UPDATE "CalendarConnection" SET "disconnectedAt" = now(), "problem" = 'x', "failures" = 4, "nextReadAt" = now() + interval '1 day'
       WHERE "workspaceId" = $1`,
      [member[0]],
    );
    const found = [main, { ...calendar('/kept/'), name: 'Renamed' }, calendar('/new/')];
    const mended = { secret: caldav('second'), connectionId: id, found: { name: 'ada', calendars: found } };
    expect(await storeConnection(context, member, mended)).toBe(id);
    expect(await choices(id)).toEqual([
      ['/main/', false, true],
      // What it held is unknown, and the member has to choose.
      ['/gone/', true, false],
      ['/kept/', true, false],
      ['/new/', false, false],
    ]);
    const connection = await stored(id);
    expect(connection.calendars.map(({ name, syncState }) => [name, syncState])).toEqual([
      ['/main/', null],
      ['/gone/', 't'],
      ['Renamed', null],
      ['/new/', null],
    ]);
    expect(calendars.open(connection.secret)).toEqual(caldav('second'));
    expect(await columns(id)).toMatchObject({
      ...{ name: 'ada', disconnectedAt: null, problem: null, failures: 0 },
      nextReadAt: '2026-03-01T12:00:00.000Z',
    });
  });

  test('takes no bookings any more where the calendar cannot be written now', async () => {
    const id = await store([main]);
    await store([{ ...main, isWritable: false }], { connectionId: id });
    expect(await choices(id)).toEqual([['/main/', true, false]]);
  });

  test('may give a feed another address', async () => {
    const ics = (url: string): CalendarSecret => ({ kind: 'ICS', url });
    const id = await store([calendar('https://a.example/1')], { secret: ics('https://a.example/1') });
    await store([calendar('https://a.example/2')], { secret: ics('https://a.example/2'), connectionId: id });
    expect((await choices(id)).map(([externalId, isBusy]) => [externalId, isBusy])).toEqual([
      ['https://a.example/2', true],
    ]);
  });

  test('is refused for another account, another kind, and the connection of somebody else', async () => {
    const id = await store([main]);
    await expect(store([calendar('/else/')], { connectionId: id })).rejects.toMatchObject({
      details: {
        fieldErrors: { connectionId: ['This is a different account than before: add it as a new connection'] },
      },
    });
    const ics = { kind: 'ICS', url: 'https://a.example/1' } as const;
    await expect(store([main], { connectionId: id, secret: ics })).rejects.toMatchObject({
      details: { fieldErrors: { connectionId: ['The connection is of another kind'] } },
    });
    const [workspaceId] = member;
    const other = await services.workspace();
    member = [workspaceId, other.userId];
    await context.db.prisma.membership.create({ data: { workspaceId, userId: other.userId, role: 'CLOSER' } });
    await expect(store([main], { connectionId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
