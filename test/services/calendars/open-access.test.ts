import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConnection, type StoredConnection } from '#src/db/reads/calendar-connections.ts';
import type { CalendarGateway } from '#src/services/calendars/gateway.ts';
import { freshSecret } from '#src/services/calendars/oauth/fresh-secret.ts';
import { openAccess } from '#src/services/calendars/open-access.ts';
import type { CalendarAccess, CalendarSecret, OAuthSecret } from '#src/services/calendars/providers/provider.ts';
import { type CalendarContext, storeConnection } from '#src/services/calendars/store-connection.ts';
import { auditKeys } from '../../support/audit-keys.ts';
import { calendarGateway } from '../../support/calendar-gateway.ts';
import { GoogleStandIn } from '../../support/calendar-stand-ins/google.ts';
import { standInClient } from '../../support/calendar-stand-ins/oauth.ts';
import { useServices } from '../../support/service-context.ts';
import { pause } from '../../support/waiting.ts';

const services = await useServices();
const google = await GoogleStandIn.open();
google.calendar('ada@example.com', { primary: true });
const options = { google: standInClient, endpoints: { GOOGLE: google.endpoints } };
/** Two processes over one database. */
const gateways = [calendarGateway(options), calendarGateway(options)] as const;
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await google.close();
});
const [one, other] = [contextOf(gateways[0]), contextOf(gateways[1])];

function contextOf(calendars: CalendarGateway): CalendarContext {
  return { ...services.context, calendars };
}

let key: [workspaceId: number, id: number];
const signal = () => AbortSignal.timeout(120_000);
const inMs = (ms: number) => services.clock.now().getTime() + ms;

async function connect(secret: CalendarSecret): Promise<void> {
  const { workspaceId, userId } = await services.workspace();
  const calendar = { externalId: 'ada@example.com', name: 'Ada', timeZone: null, isWritable: true, isPrimary: true };
  const found = { name: 'Ada', calendars: [calendar] };
  key = [
    workspaceId,
    await storeConnection({ ...one, auditKeys }, [workspaceId, userId], { secret, found, connectionId: null }),
  ];
}

async function stored(): Promise<StoredConnection> {
  const connection = await readConnection(one.db, key);
  if (!connection) throw new Error('The connection is not stored.');
  return connection;
}
const storedSecret = async () => one.calendars.open((await stored()).secret);
const lease = async () =>
  (await one.db.pool.query('SELECT "refreshLeasedUntil" FROM "CalendarConnection" WHERE "workspaceId" = $1', [key[0]]))
    .rows[0].refreshLeasedUntil;
const tokenOf = ({ access }: { access: CalendarAccess }) => (access.secret as OAuthSecret).accessToken;

beforeEach(() => {
  google.oauth.refreshes = 0;
});

test('a token that lasts is used as it is', async () => {
  const secret = google.oauth.grant('GOOGLE', inMs(60_000));
  await connect(secret);
  const opened = await openAccess(one, await stored(), signal());
  expect(opened.access).toMatchObject({ secret, host: 'localhost', timeZone: 'UTC' });
  await opened.provider.listCalendars(opened.access);
  expect(google.oauth.refreshes).toBe(0);
});

test('one that ends within the minute is renewed, and stored with the refresh token that comes with it', async () => {
  const secret = google.oauth.grant('GOOGLE', inMs(59_000));
  await connect(secret);
  const opened = await openAccess(one, await stored(), signal());
  expect(await storedSecret()).toEqual(opened.access.secret);
  expect(opened.access.secret).toMatchObject({ kind: 'GOOGLE', expiresAt: inMs(3_600_000) });
  expect((opened.access.secret as OAuthSecret).refreshToken).not.toBe(secret.refreshToken);
  await opened.provider.listCalendars(opened.access);
  expect([google.oauth.refreshes, await lease()]).toEqual([1, null]);
});

describe('renewals at once', () => {
  test('are one, over processes, although the provider takes each refresh token once', async () => {
    await connect(google.oauth.grant('GOOGLE', inMs(0)));
    google.server.fail(/token/, { delayMs: 400 });
    const connection = await stored();
    const opened = await Promise.all([one, other, one, other].map((each) => openAccess(each, connection, signal())));
    expect(new Set(opened.map(tokenOf)).size).toBe(1);
    expect([google.oauth.refreshes, google.oauth.reused]).toEqual([1, []]);
  });

  test('take over from a process that died in the middle, when its lease is over', async () => {
    await connect(google.oauth.grant('GOOGLE', inMs(0)));
    const until = new Date(inMs(20_000));
    await one.db.pool.query('UPDATE "CalendarConnection" SET "refreshLeasedUntil" = $2 WHERE "workspaceId" = $1', [
      key[0],
      until,
    ]);
    const opening = openAccess(one, await stored(), signal());
    await pause(500);
    expect(google.oauth.refreshes).toBe(0);
    services.clock.advance(20_000);
    await opening;
    expect(google.oauth.refreshes).toBe(1);
  });

  test('go on where nobody waits any more, so that the new refresh token is stored', async () => {
    await connect(google.oauth.grant('GOOGLE', inMs(0)));
    google.server.fail(/token/, { delayMs: 600 });
    await expect(openAccess(one, await stored(), AbortSignal.timeout(100))).rejects.toMatchObject({
      ...{ name: 'CalendarProblem', isRefused: false },
    });
    const opened = await openAccess(other, await stored(), signal());
    await opened.provider.listCalendars(opened.access);
    expect([google.oauth.refreshes, google.oauth.reused]).toEqual([1, []]);
  });

  test('are waited for when a process closes', async () => {
    const closing = { ...services.context, calendars: calendarGateway(options) };
    await connect(google.oauth.grant('GOOGLE', inMs(0)));
    google.server.fail(/token/, { delayMs: 300 });
    await expect(openAccess(closing, await stored(), AbortSignal.timeout(100))).rejects.toThrow();
    await closing.calendars.close();
    expect(await storedSecret()).toMatchObject({ expiresAt: inMs(3_600_000) });
  });

  test('leave alone what the member connected meanwhile', async () => {
    await connect(google.oauth.grant('GOOGLE', inMs(0)));
    google.server.fail(/token/, { delayMs: 300 });
    const opening = openAccess(one, await stored(), signal());
    await pause(100);
    const secret = google.oauth.grant('GOOGLE', inMs(3_600_000));
    const { userId } = await stored();
    const calendar = { externalId: 'ada@example.com', name: 'Ada', timeZone: null, isWritable: true, isPrimary: true };
    const found = { name: 'Ada', calendars: [calendar] };
    await storeConnection({ ...other, auditKeys }, [key[0], userId], { secret, found, connectionId: key[1] });
    await opening;
    expect(await storedSecret()).toEqual(secret);
  });
});

describe('a token that is refused before its time', () => {
  test('is renewed once, and the request goes through', async () => {
    await connect(google.oauth.grant('GOOGLE', inMs(3_600_000)));
    const { provider, access } = await openAccess(one, await stored(), signal());
    google.oauth.expireAccess();
    await Promise.all([provider.listCalendars(access), provider.listCalendars(access)]);
    await provider.listCalendars(access);
    expect([google.oauth.refreshes, google.oauth.reused]).toEqual([1, []]);
    expect(await storedSecret()).toEqual(access.secret);
  });

  test('is refused for good where the new one is refused as well', async () => {
    await connect(google.oauth.grant('GOOGLE', inMs(3_600_000)));
    const { provider, access } = await openAccess(one, await stored(), signal());
    google.server.fail(/calendarList/, { status: 401 }, 2);
    await expect(provider.listCalendars(access)).rejects.toMatchObject({ name: 'CalendarProblem', isRefused: true });
    expect(google.oauth.refreshes).toBe(1);
  });
});

describe('a renewal that fails', () => {
  beforeEach(() => connect(google.oauth.grant('GOOGLE', inMs(0))));
  const renew = async () => openAccess(one, await stored(), signal());

  test('is a refusal where the member took the access back', async () => {
    google.oauth.revoke();
    await expect(renew()).rejects.toMatchObject({
      ...{ name: 'CalendarProblem', isRefused: true, message: expect.stringContaining('connect it again') },
    });
    expect(await lease()).toBe(null);
  });

  test.each([
    [
      'the client is refused',
      { status: 401, body: { error: 'invalid_client' } },
      { message: expect.stringContaining('operator') },
    ],
    ['too many ask', { status: 429, headers: { 'retry-after': '30' } }, { retryAfterMs: 30_000 }],
    ['the provider is down', { status: 502, body: '<html>' }, { message: expect.stringContaining('502') }],
    ['the answer has no token', { body: { token: 'x' } }, { message: expect.stringContaining('does not understand') }],
  ])('is none where %s, and the next attempt works', async (_, answer, problem) => {
    google.server.fail(/token/, answer);
    await expect(renew()).rejects.toMatchObject({ name: 'CalendarProblem', isRefused: false, ...problem });
    await renew();
    expect(await storedSecret()).toMatchObject({ expiresAt: inMs(3_600_000) });
  });

  test('is a refusal where the connection is gone', async () => {
    await one.db.pool.query('DELETE FROM "CalendarConnection" WHERE "workspaceId" = $1', [key[0]]);
    await expect(freshSecret(one, { key, signal: signal() })).rejects.toMatchObject({ isRefused: true });
    expect(google.oauth.refreshes).toBe(0);
  });
});

test('a secret that was sealed with another key is refused', async () => {
  await connect(google.oauth.grant('GOOGLE', inMs(3_600_000)));
  const calendars = calendarGateway({ ...options, secretKeys: 'another secret key, which is long enough' });
  await expect(openAccess({ ...one, calendars }, await stored(), signal())).rejects.toMatchObject({ isRefused: true });
  await calendars.close();
});

test('a provider that the operator has taken away is named as such', async () => {
  await connect(google.oauth.grant('GOOGLE', inMs(3_600_000)));
  const calendars = calendarGateway();
  await expect(openAccess({ ...one, calendars }, await stored(), signal())).rejects.toMatchObject({
    ...{ isRefused: false, message: expect.stringContaining('no longer set up') },
  });
  await calendars.close();
});
