import { beforeEach, describe, expect, test } from 'vitest';
import { generateFeedSecret } from '#src/domain/calendars/feed.ts';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { memoryInviteeLimits } from '../support/login-throttle.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp({
  ...{ trustedProxies: parseNetworks('loopback') ?? [], baseUrl: 'own' },
  inviteeLimits: memoryInviteeLimits(() => 0),
});
let owner: Member;
let address: string;
beforeEach(async () => {
  owner = await app.workspace();
  const serial = nextSerial();
  address = `198.51.${serial >> 8}.${serial & 255}`;
});

const createFeed = `mutation ($scope: CalendarFeedScope!) {
  createCalendarFeed(input: { scope: $scope }) { feed { id scope lastReadAt } url }
}`;

async function feedOf(member: Member, scope: 'OWN' | 'WORKSPACE' = 'OWN'): Promise<{ id: number; path: string }> {
  const { body } = await app.graphql(createFeed, await app.session(member), { scope });
  expect(body.errors).toBeUndefined();
  const { feed, url } = body.data.createCalendarFeed;
  return { id: feed.id, path: new URL(url).pathname };
}

const ask = (path: string, { headers = {}, ...init }: RequestInit = {}) =>
  fetch(`${app.url}${path}`, { ...init, headers: { ...headers, 'x-forwarded-for': address } });

async function read(path: string): Promise<string> {
  const response = await ask(path);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('\r\n ', '');
}

const uidsOf = (text: string) => [...text.matchAll(/UID:(\S+)@localhost/g)].map(([, previewId]) => previewId);

async function previewIdOf(id: number): Promise<string> {
  const [call] = await app.sql<{ previewId: string }>('SELECT "previewId" FROM "EventCall" WHERE "id" = $1', [id]);
  return call?.previewId ?? '';
}

const soon = '2026-03-10T09:00:00Z';

describe('a feed', () => {
  test('shows the calls that its member hosts or set, and no others', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const setter = await app.member(owner.workspaceId, 'SETTER');
    const hosted = await app.call(closer, { dateTime: soon });
    const set = await app.call(owner, { dateTime: '2026-03-11T09:00:00Z', setterId: closer.userId });
    await app.call(owner, { dateTime: '2026-03-12T09:00:00Z', setterId: setter.userId });
    const text = await read((await feedOf(closer)).path);
    expect(uidsOf(text)).toEqual([await previewIdOf(hosted), await previewIdOf(set)]);
  });

  test('of the workspace shows all calls', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const ids = [
      await app.call(closer, { dateTime: soon }),
      await app.call(owner, { dateTime: '2026-03-11T09:00:00Z' }),
    ];
    const elsewhere = await app.workspace();
    await app.call(elsewhere, { dateTime: soon });
    const text = await read((await feedOf(owner, 'WORKSPACE')).path);
    expect(uidsOf(text)).toEqual(await Promise.all(ids.map(previewIdOf)));
  });

  test('has the times, the invitee and the place of a call, and nothing else of it', async () => {
    const id = await app.call(owner, {
      ...{ dateTime: soon, inviteeName: 'Ira; Cole', inviteeEmail: 'ira@example.com' },
      ...{ phoneNumber: '+14155550101', notes: 'A secret note', objection: 'Too dear' },
    });
    const text = await read((await feedOf(owner)).path);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n');
    expect(text).toContain(`UID:${await previewIdOf(id)}@localhost\r\n`);
    expect(text).toContain('DTSTART:20260310T090000Z\r\nDTEND:20260310T093000Z\r\n');
    expect(text).toContain('Ira\\; Cole');
    expect(text).toContain('Email: ira@example.com\\nPhone: +14155550101');
    expect(text).not.toContain('secret note');
    expect(text).not.toContain('dear');
  });

  test('leaves out what was cancelled, what is long over and what is far ahead', async () => {
    const kept = [
      await app.call(owner, { dateTime: '2026-02-03T09:00:00Z' }),
      await app.call(owner, { dateTime: soon }),
    ];
    await app.call(owner, { dateTime: '2026-02-01T09:00:00Z' });
    await app.call(owner, { dateTime: '2027-04-15T09:00:00Z' });
    await app.call(owner, { dateTime: '2026-03-20T09:00:00Z', status: 'CANCELLED' });
    const text = await read((await feedOf(owner)).path);
    expect(uidsOf(text)).toEqual(await Promise.all(kept.map(previewIdOf)));
  });

  test('is iCalendar without a cookie, which no other site and no shared cache keeps', async () => {
    const { path } = await feedOf(owner);
    const response = await ask(path, { headers: { cookie: 'session=x' } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': 'inline; filename="calls.ics"',
    });
    expect(response.headers.has('set-cookie')).toBe(false);
    const head = await ask(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('etag')).toBe(response.headers.get('etag'));
    expect(head.headers.get('content-length')).toBe(response.headers.get('content-length'));
    expect((await ask(path, { method: 'POST' })).status).toBe(405);
  });
});

describe('a conditional request', () => {
  test.each(['etag', 'last-modified'])('by %s is answered by 304 until a call changes', async (by) => {
    const id = await app.call(owner, { dateTime: soon });
    const { path } = await feedOf(owner);
    const first = await ask(path);
    const header = by === 'etag' ? 'if-none-match' : 'if-modified-since';
    // fetch asks for a new response else.
    const cached = { 'cache-control': 'max-age=0' };
    const headers = { ...cached, [header]: first.headers.get(by) ?? '' };
    const again = await ask(path, { headers });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    // A second change within one second would have the same time.
    await app.sql(`UPDATE "CalendarFeed" SET "changedAt" = "changedAt" - interval '1 hour' WHERE "workspaceId" = $1`, [
      owner.workspaceId,
    ]);
    const known = by === 'etag' ? headers : { ...cached, [header]: (await ask(path)).headers.get(by) ?? '' };
    expect((await ask(path, { headers: known })).status).toBe(304);
    await app.writeCalls(
      owner.workspaceId,
      `UPDATE "EventCall" SET "status" = 'CANCELLED' WHERE "workspaceId" = $1 AND "id" = $2 RETURNING *`,
      [owner.workspaceId, id],
    );
    const changed = await ask(path, { headers: known });
    expect(changed.status).toBe(200);
    expect(await changed.text()).not.toContain('VEVENT');
  });
});

describe('an address that opens nothing is 404', () => {
  const refusal = { message: 'Resource not found!', code: 'NOT_FOUND' };

  async function expectClosed(path: string): Promise<void> {
    const response = await ask(path);
    expect([response.status, await response.json()]).toEqual([404, refusal]);
  }

  test.each([
    'x',
    'service_cal_',
    'service_cal_zzzzzz_0000000000000000000000000000000000000000000',
    'service_cal_0_0000000000000000000000000000000000000000000',
  ])('%s', (secret) => expectClosed(`/calendar/${secret}.ics`));

  test('of another secret of the workspace', () =>
    expectClosed(`/calendar/${generateFeedSecret(owner.workspaceId)}.ics`));

  test('of a feed that was revoked', async () => {
    const { id, path } = await feedOf(owner);
    await read(path);
    const revoke = `mutation { deleteCalendarFeed(input: { id: ${id} }) { id lastReadAt } }`;
    const { body } = await app.graphql(revoke, await app.session(owner));
    expect(body.data.deleteCalendarFeed).toEqual({ id, lastReadAt: expect.any(String) });
    await expectClosed(path);
    expect((await app.graphql(revoke, await app.session(owner))).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  test('of a member who has left', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const { path } = await feedOf(closer);
    await read(path);
    await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "userId" = $1', [closer.userId]);
    await expectClosed(path);
  });

  test('of the workspace, once its member is no admin any more', async () => {
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    const { path } = await feedOf(admin, 'WORKSPACE');
    await read(path);
    await app.sql(`UPDATE "Membership" SET "role" = 'SETTER' WHERE "userId" = $1`, [admin.userId]);
    await expectClosed(path);
  });
});

describe('feeds are made', () => {
  test('with the address once, and stored as a hash', async () => {
    const { id, path } = await feedOf(owner);
    const { body } = await app.graphql('{ calendarFeeds { id scope lastReadAt createdAt } }', await app.session(owner));
    expect(body.data.calendarFeeds).toEqual([
      { id, scope: 'OWN', lastReadAt: null, createdAt: expect.stringMatching(/Z$/) },
    ]);
    const [row] = await app.sql<object>('SELECT * FROM "CalendarFeed" WHERE "id" = $1', [id]);
    const secret = path.slice('/calendar/'.length, -'.ics'.length);
    expect(JSON.stringify(row)).not.toContain(secret);
    await read(path);
    expect(JSON.stringify(app.logged)).not.toContain(secret);
  });

  test('of the workspace by owners and admins alone', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const { body } = await app.graphql(createFeed, await app.session(closer), { scope: 'WORKSPACE' });
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  test('at most 10 of a member', async () => {
    const session = await app.session(owner);
    for (let count = 0; count < 10; count++) await feedOf(owner);
    const { body } = await app.graphql(createFeed, session, { scope: 'OWN' });
    expect(body.errors[0].extensions.details.formErrors).toEqual([
      'A member can have at most 10 feeds: revoke one that is no longer used',
    ]);
  });
});

test('the last read is recorded once an hour', async () => {
  const { id, path } = await feedOf(owner);
  const lastReadAt = async () =>
    (await app.sql<{ lastReadAt: string }>('SELECT "lastReadAt" FROM "CalendarFeed" WHERE "id" = $1', [id]))[0]
      ?.lastReadAt;
  await read(path);
  const first = await lastReadAt();
  await read(path);
  expect(await lastReadAt()).toEqual(first);
  await app.sql(`UPDATE "CalendarFeed" SET "lastReadAt" = now() - interval '61 minutes' WHERE "id" = $1`, [id]);
  await read(path);
  expect(new Date((await lastReadAt()) ?? 0).getTime()).toBeGreaterThanOrEqual(new Date(first ?? 0).getTime());
});

test('reads are limited by address', async () => {
  const { path } = await feedOf(owner);
  const statuses = await Promise.all(Array.from({ length: 310 }, async () => (await ask(path)).status));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('a feed has at most 5,000 calls', async () => {
  const id = await app.call(owner, { dateTime: soon });
  await app.writeCalls(
    owner.workspaceId,
    `INSERT INTO "EventCall" ("workspaceId", "previewId", "eventId", "contactId", "userId", "callType", "status", "dateTime", "endTime",
       "duration", "timeZone", "inviteeKey", "inviteeName", "location")
     SELECT "workspaceId", 'call_' || lpad(n::text, 22, '0'), "eventId", "contactId", "userId", "callType", "status",
       "dateTime" + make_interval(hours => n), "endTime" + make_interval(hours => n), "duration", "timeZone", "inviteeKey",
       "inviteeName", "location" FROM "EventCall", generate_series(1, 5100) n WHERE "id" = $1 RETURNING *`,
    [id],
  );
  const { path } = await feedOf(owner);
  expect(uidsOf(await read(path))).toHaveLength(5_000);
});
