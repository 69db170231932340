import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { busyIn, connectedCalendar, storedCalendar, storedConnection } from '../support/stored-calendars.ts';

const app = await useApp();
let owner: Member;
let closer: Member;
beforeEach(async () => {
  owner = await app.workspace();
  closer = await app.member(owner.workspaceId, 'CLOSER');
});

interface Asked {
  readonly userId?: number;
  readonly from?: string;
  readonly to?: string;
}

const query = `query ($userId: Int, $from: DateTime!, $to: DateTime!) {
  busyTimes(userId: $userId, from: $from, to: $to) { times { startTime endTime } unknownFrom }
}`;
const day = { from: '2026-03-05T00:00:00Z', to: '2026-03-06T00:00:00Z' };

async function asked(as: Member | string, input: Asked = {}) {
  const token = typeof as === 'string' ? as : await app.session(as);
  const { data, errors } = (await app.graphql(query, token, { ...day, ...input })).body;
  return errors ? errors[0].extensions : data.busyTimes;
}

/** `DDTHH:mm` of March 2026, as the API writes it. */
const time = (start: string, end: string) => ({
  startTime: `2026-03-${start}:00.000Z`,
  endTime: `2026-03-${end}:00.000Z`,
});

// The tests' clock shows 2026-03-04 12:00 in UTC.
describe('the times', () => {
  test('of several calendars and connections are one ascending list without overlaps', async () => {
    const { connectionId } = await connectedCalendar(app, closer, {
      busy: [busyIn('05T13:00', '05T14:00'), busyIn('05T08:00', '05T09:00'), busyIn('05T16:00', '05T18:00')],
    });
    await storedCalendar(app, closer, { connectionId, busy: [busyIn('05T08:30', '05T10:00')] });
    await connectedCalendar(app, closer, { busy: [busyIn('05T10:00', '05T10:15'), busyIn('05T16:30', '05T17:00')] });
    expect(await asked(closer)).toEqual({
      times: [time('05T08:00', '05T10:15'), time('05T13:00', '05T14:00'), time('05T16:00', '05T18:00')],
      unknownFrom: null,
    });
  });

  test('end at the ends of the range', async () => {
    const busy = [
      ...[busyIn('04T22:00', '05T00:00'), busyIn('05T06:00', '05T12:00')],
      ...[busyIn('05T20:00', '06T02:00'), busyIn('06T03:00', '06T04:00')],
    ];
    await connectedCalendar(app, closer, { busy });
    const times = [time('05T07:00', '05T12:00'), time('05T20:00', '06T00:00')];
    expect(await asked(closer, { from: '2026-03-05T07:00:00Z' })).toEqual({ times, unknownFrom: null });
  });

  test('of a calendar that does not count, and of another member, are left out', async () => {
    await connectedCalendar(app, closer, { busy: [busyIn('05T08:00', '05T09:00')], countsAsBusy: false });
    await connectedCalendar(app, owner, { busy: [busyIn('05T10:00', '05T11:00')] });
    expect(await asked(closer)).toEqual({ times: [], unknownFrom: null });
  });

  test('of a range with too many are refused by its end', async () => {
    const minute = 60_000;
    const start = Date.parse(day.from);
    const busy = Array.from({ length: 1_001 }, (_, index) => ({
      start: start + index * 60 * minute,
      end: start + (index * 60 + 30) * minute,
    }));
    await connectedCalendar(app, closer, { busy });
    const message =
      'Must be earlier: the calendars have 1,001 busy times in this range, and at most 1,000 can be returned at once';
    expect((await asked(closer, { to: '2026-05-01T00:00:00Z' })).details.fieldErrors).toEqual({ to: [message] });
    expect((await asked(closer, { to: '2026-04-15T00:00:00Z' })).times).toHaveLength(41 * 24);
  });
});

describe('what is not known', () => {
  const unknownFrom = async (input?: Asked) => (await asked(closer, input)).unknownFrom;

  test('is nothing where no calendar is connected', async () => {
    expect(await asked(closer)).toEqual({ times: [], unknownFrom: null });
  });

  test('begins where a calendar is read no further', async () => {
    const { connectionId } = await connectedCalendar(app, closer, { busyUntil: '2026-03-05T09:00:00Z' });
    expect(await unknownFrom()).toBe('2026-03-05T09:00:00.000Z');
    expect(await unknownFrom({ to: '2026-03-05T09:00:00Z' })).toBeNull();
    await storedCalendar(app, closer, { connectionId, name: 'New', busyUntil: null });
    expect(await unknownFrom()).toBe('2026-03-05T00:00:00.000Z');
  });

  const readable = { lastReadAt: '2026-03-01T10:00:00Z', readableUntil: '2026-03-01T10:15:00Z' };
  test.each([
    ['was last read too long ago', readable],
    ['is disconnected', { disconnectedAt: '2026-03-04T11:00:00Z' }],
    ['has failed at its first read', { lastReadAt: null, failedAt: '2026-03-04T11:58:00Z' }],
  ])('is all where a connection %s, though its last times are there', async (_state, connection) => {
    await connectedCalendar(app, closer, { busy: [busyIn('05T08:00', '05T09:00')], connection });
    const times = [time('05T08:00', '05T09:00')];
    expect(await asked(closer)).toEqual({ times, unknownFrom: '2026-03-05T00:00:00.000Z' });
  });

  test('is all where a connection without a calendar that counts cannot be read, as such a host has no open times', async () => {
    await storedConnection(app, closer, readable);
    expect(await unknownFrom()).toBe('2026-03-05T00:00:00.000Z');
  });
});

describe('who sees them', () => {
  const times = [time('05T08:00', '05T09:00')];
  beforeEach(async () => {
    await connectedCalendar(app, closer, { busy: [busyIn('05T08:00', '05T09:00')] });
  });
  const notFound = { code: 'NOT_FOUND', details: { path: 'userId' } };

  test('the member, the owner and admins do', async () => {
    const { userId } = closer;
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    expect(await asked(closer, { userId })).toMatchObject({ times });
    expect(await asked(owner, { userId })).toMatchObject({ times });
    expect(await asked(admin, { userId })).toMatchObject({ times });
    // Without a userId they are the caller's own.
    expect(await asked(owner)).toMatchObject({ times: [] });
  });

  test.each(['CLOSER', 'SETTER'] as const)('another %s does not', async (role) => {
    const other = await app.member(owner.workspaceId, role);
    expect(await asked(other, { userId: closer.userId })).toMatchObject(notFound);
  });

  test('nobody does of a member of another workspace, or of one who was removed', async () => {
    const stranger = await app.workspace();
    expect(await asked(stranger, { userId: closer.userId })).toMatchObject(notFound);
    await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "workspaceId" = $1 AND "userId" = $2', [
      closer.workspaceId,
      closer.userId,
    ]);
    expect(await asked(owner, { userId: closer.userId })).toMatchObject(notFound);
  });

  test('a member of two workspaces has in each the calendars that are connected there', async () => {
    const second = await app.workspace();
    await app.insert('Membership', { workspaceId: second.workspaceId, userId: closer.userId, role: 'CLOSER' });
    await connectedCalendar(
      app,
      { ...closer, workspaceId: second.workspaceId },
      { busy: [busyIn('05T10:00', '05T11:00')] },
    );
    expect(await asked(second, { userId: closer.userId })).toMatchObject({ times: [time('05T10:00', '05T11:00')] });
    expect(await asked(owner, { userId: closer.userId })).toMatchObject({ times });
  });

  test('no API key does', async () => {
    expect(await asked(await app.apiKey(owner), { userId: closer.userId })).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a range', () => {
  test.each<[string, Asked, Record<string, string[]>]>([
    ['that ends at its start', { to: day.from }, { to: ['Must be after from'] }],
    ['that ends before it', { to: '2026-03-04T00:00:00Z' }, { to: ['Must be after from'] }],
    ['of more than 62 days', { to: '2026-05-06T00:00:00.001Z' }, { to: ['Must be at most 62 days after from'] }],
    [
      'without an offset',
      { from: '2026-03-05T00:00:00' },
      { from: ['Must be an ISO 8601 instant in the years 2000 to 2999 (YYYY-MM-DDTHH:mm:ssZ)'] },
    ],
  ])('%s is refused', async (_name, input, fieldErrors) => {
    expect(await asked(closer, input)).toMatchObject({ code: 'VALIDATION_FAILED', details: { fieldErrors } });
  });

  test('is of instants with any offset', async () => {
    const inUtc = await asked(closer, day);
    expect(await asked(closer, { from: '2026-03-05T02:00:00+02:00', to: '2026-03-05t19:00:00-05:00' })).toEqual(inUtc);
  });

  test('of 62 days is answered', async () => {
    expect(await asked(closer, { to: '2026-05-06T00:00:00Z' })).toEqual({ times: [], unknownFrom: null });
  });
});
