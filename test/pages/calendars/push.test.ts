import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConnection } from '#src/db/reads/calendar-connections.ts';
import { CalendarGateway } from '#src/services/calendars/gateway.ts';
import type { OAuthKind } from '#src/services/calendars/oauth/provider-settings.ts';
import { renewChannels } from '#src/services/calendars/push.ts';
import { storeConnection } from '#src/services/calendars/store-connection.ts';
import { testSecretKey, useApp } from '../../support/app.ts';
import { GoogleStandIn } from '../../support/calendar-stand-ins/google.ts';
import { MicrosoftStandIn } from '../../support/calendar-stand-ins/microsoft.ts';
import { standInClient } from '../../support/calendar-stand-ins/oauth.ts';

const google = await GoogleStandIn.open();
const microsoft = await MicrosoftStandIn.open();
afterAll(() => Promise.all([google.close(), microsoft.close()]));
const options = {
  ...{ secretKeys: testSecretKey, maxAgeMinutes: 15, allowsLoopback: true },
  ...{ google: standInClient, microsoft: standInClient },
  endpoints: { GOOGLE: google.endpoints, MICROSOFT: microsoft.endpoints },
};
const made: { gateway?: CalendarGateway } = {};
const app = await useApp({
  ownAddress: true,
  calendars: (addresses) => {
    made.gateway = new CalendarGateway({ ...options, ...addresses, receivesPush: true });
    return made.gateway;
  },
});
const context = { ...app.context, calendars: made.gateway as CalendarGateway };

let key: [workspaceId: number, id: number];
const now = '2026-03-04T12:00:00.000Z';

beforeEach(() => {
  app.clock.set(now);
  for (const standIn of [google, microsoft]) standIn.now = Date.parse(now);
  google.channels.splice(0);
  microsoft.subscriptions.clear();
  google.calendar('own');
  microsoft.calendar('own');
});

async function connect(kind: OAuthKind): Promise<void> {
  const { workspaceId, userId } = await app.workspace();
  const secret = (kind === 'GOOGLE' ? google : microsoft).oauth.grant(kind, Date.parse(now) + 30 * 24 * 3_600_000);
  const calendar = { externalId: 'own', name: 'own', timeZone: null, isWritable: true, isPrimary: true };
  const found = { name: 'Ada', calendars: [calendar, { ...calendar, externalId: 'unread', isPrimary: false }] };
  key = [workspaceId, await storeConnection(context, [workspaceId, userId], { secret, found, connectionId: null })];
}

async function renew(): Promise<void> {
  const connection = await readConnection(context.db, key);
  if (!connection) throw new Error('The connection is not stored.');
  await renewChannels(context, connection, AbortSignal.timeout(120_000));
}

const channel = async () =>
  (
    await app.sql<{ channelId: string | null; channelUntil: string | null }>(
      'SELECT "channelId", "channelUntil" FROM "Calendar" WHERE "workspaceId" = $1 ORDER BY "id"',
      [key[0]],
    )
  )[0];
const state = async () =>
  (
    await app.sql<{ nextReadAt: string }>(
      'SELECT "nextReadAt" FROM "CalendarConnection" WHERE "workspaceId" = $1 AND "id" = $2',
      key,
    )
  )[0]?.nextReadAt;
const later = (changes = '') =>
  app.sql(`UPDATE "CalendarConnection" SET "nextReadAt" = '2026-03-04T12:05:00Z'${changes} WHERE "workspaceId" = $1`, [
    key[0],
  ]);

const push = (path: string, init: RequestInit) => app.request(`/calendars/push/${path}`, { method: 'POST', ...init });
const fromGoogle = (token: string, resourceState = 'exists') =>
  push('google', { headers: { 'x-goog-channel-token': token, 'x-goog-resource-state': resourceState } });
const fromMicrosoft = (...states: (string | undefined)[]) =>
  push('microsoft', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value: states.map((clientState) => ({ clientState, subscriptionId: 's', resource: 'r' })) }),
  });

describe('Google', () => {
  beforeEach(() => connect('GOOGLE'));

  test('sends changes of the calendars that are read, and a read is due', async () => {
    await renew();
    const [sent] = google.channels;
    expect(google.channels).toMatchObject([{ calendarId: 'own', address: `${app.url}/calendars/push/google` }]);
    expect(await channel()).toEqual({ channelId: sent?.id, channelUntil: '2026-03-11T12:00:00.000Z' });
    await later();
    expect(await fromGoogle(sent?.token ?? '')).toMatchObject({ status: 202, body: '' });
    expect(await state()).toBe(now);
  });

  test('says that a channel has begun, which is no change', async () => {
    await renew();
    await later();
    expect(await fromGoogle(google.channels[0]?.token ?? '', 'sync')).toMatchObject({ status: 202 });
    expect(await state()).toBe('2026-03-04T12:05:00.000Z');
  });

  test('gets a new channel a day before the old one ends, and no sooner', async () => {
    await renew();
    app.clock.set('2026-03-10T11:59:59.000Z');
    await renew();
    expect(google.channels).toHaveLength(1);
    app.clock.set('2026-03-10T12:00:00.000Z');
    await renew();
    expect(google.channels).toHaveLength(2);
    expect((await channel())?.channelId).toBe(google.channels[1]?.id);
  });

  test('is believed about the end of a channel; a day where it names none', async () => {
    google.channelLifetimeMs = undefined;
    await renew();
    google.channelLifetimeMs = 7 * 24 * 3_600_000;
    expect((await channel())?.channelUntil).toBe('2026-03-05T12:00:00.000Z');
  });

  test('that refuses a channel is asked again some hours later', async () => {
    google.server.fail(/watch$/, { status: 403 });
    await renew();
    expect(await channel()).toMatchObject({ channelId: null });
    await renew();
    expect(google.channels).toEqual([]);
    app.clock.set('2026-03-04T18:00:00.000Z');
    await renew();
    expect(google.channels).toHaveLength(1);
  });
});

describe('Microsoft', () => {
  beforeEach(() => connect('MICROSOFT'));
  const token = () => [...microsoft.subscriptions.values()][0]?.clientState ?? '';

  test('validates the address, sends changes, and a read is due', async () => {
    await renew();
    expect([...microsoft.subscriptions.values()]).toMatchObject([
      { notificationUrl: `${app.url}/calendars/push/microsoft`, resource: '/me/calendars/own/events' },
    ]);
    expect(await channel()).toEqual({
      ...{ channelId: [...microsoft.subscriptions.keys()][0], channelUntil: '2026-03-11T10:40:00.000Z' },
    });
    await later();
    expect(await fromMicrosoft(undefined, 'forged', token(), token())).toMatchObject({ status: 202 });
    expect(await state()).toBe(now);
  });

  test('renews the subscription a day before it ends, and makes another where it has ended', async () => {
    await renew();
    const first = await channel();
    const renewAt = async (instant: string) => {
      app.clock.set(instant);
      microsoft.now = Date.parse(instant);
      await renew();
      return channel();
    };
    expect(await renewAt('2026-03-10T11:00:00.000Z')).toEqual({
      ...{ channelId: first?.channelId, channelUntil: '2026-03-17T09:40:00.000Z' },
    });
    microsoft.subscriptions.clear();
    expect((await renewAt('2026-03-17T11:00:00.000Z'))?.channelId).not.toBe(first?.channelId);
    expect(microsoft.subscriptions.size).toBe(1);
  });

  test.each([
    ['no JSON', { headers: { 'content-type': 'application/json' }, body: '{' }, 400],
    ['JSON of another shape', { headers: { 'content-type': 'application/json' }, body: '{"value": 1}' }, 400],
    ['another type', { headers: { 'content-type': 'text/plain' }, body: '{"value": []}' }, 400],
    ['nothing that has changed', { headers: { 'content-type': 'application/json' }, body: '{"value": []}' }, 404],
    ['too much', { headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(300_000)}"` }, 413],
  ])('that sends %s is refused', async (_, init, status) => {
    expect(await push('microsoft', init)).toMatchObject({ status, body: '' });
  });

  test('gets its validation token as text that is no page', async () => {
    const { status, headers, body } = await push(
      `microsoft?${new URLSearchParams({ validationToken: '<b>ä</b>' })}`,
      {},
    );
    expect([status, headers.get('content-type'), body]).toEqual([200, 'text/plain; charset=utf-8', '<b>ä</b>']);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect((await push(`microsoft?validationToken=${'x'.repeat(3000)}`, {})).status).toBe(400);
  });
});

describe('a message is refused', () => {
  beforeEach(() => connect('GOOGLE'));
  const signed = (text: string) => context.calendars.pushTokens.sign(text);

  test.each(['', 'x', '1.1', '1.1.AAAA'])('with the token %j', async (token) => {
    expect((await fromGoogle(token)).status).toBe(404);
    expect((await fromGoogle(token, 'sync')).status).toBe(404);
    expect((await fromMicrosoft(token)).status).toBe(404);
  });

  test('for a connection that is gone', async () => {
    const token = signed(key.join('.'));
    await app.sql('DELETE FROM "CalendarConnection" WHERE "workspaceId" = $1', [key[0]]);
    expect((await fromGoogle(token)).status).toBe(404);
    expect((await fromMicrosoft(token)).status).toBe(404);
  });

  test('that is no POST', async () => {
    for (const path of ['google', 'microsoft']) {
      const { status, headers } = await app.request(`/calendars/push/${path}?validationToken=x`);
      expect([status, headers.get('allow')]).toEqual([405, 'POST']);
    }
  });
});

describe('a message changes nothing', () => {
  beforeEach(() => connect('GOOGLE'));

  test.each([
    ['that is due already', `, "nextReadAt" = '2026-03-04T11:59:00Z'`, '2026-03-04T11:59:00.000Z'],
    ['that fails, and is tried again later', ', "failures" = 1', '2026-03-04T12:05:00.000Z'],
    ['that is disconnected', ', "disconnectedAt" = now()', '2026-03-04T12:05:00.000Z'],
  ])('of a connection %s', async (_, changes, expected) => {
    await later();
    await app.sql(`UPDATE "CalendarConnection" SET "updatedAt" = now()${changes} WHERE "workspaceId" = $1`, [key[0]]);
    expect((await fromGoogle(context.calendars.pushTokens.sign(key.join('.')))).status).toBe(202);
    expect(await state()).toBe(expected);
  });
});

test('a change during a read makes the next one due', async () => {
  await connect('GOOGLE');
  await app.sql(
    `UPDATE "CalendarConnection" SET "nextReadAt" = '2026-03-04T11:59:00Z', "leasedUntil" = '2026-03-04T12:01:00Z' WHERE "workspaceId" = $1`,
    [key[0]],
  );
  expect((await fromGoogle(context.calendars.pushTokens.sign(key.join('.')))).status).toBe(202);
  expect(await state()).toBe('2026-03-04T12:00:00.000Z');
});

test.each([
  ['https://slots.example.com', 'https://slots.example.com/calendars/push'],
  ['http://slots.example.com', undefined],
  ['https://localhost:3000', undefined],
  ['https://127.0.0.1', undefined],
])('a server at %s is sent changes at %s', async (baseUrl, pushUrl) => {
  const gateway = new CalendarGateway({ ...options, baseUrl });
  expect(gateway.pushUrl).toBe(pushUrl);
  await gateway.close();
});

test('a server that providers do not reach asks for no channel', async () => {
  await connect('GOOGLE');
  const local = new CalendarGateway({ ...options, baseUrl: app.url });
  const connection = await readConnection(context.db, key);
  if (!connection) throw new Error('The connection is not stored.');
  await renewChannels({ ...context, calendars: local }, connection, AbortSignal.timeout(120_000));
  expect([google.channels, await channel()]).toEqual([[], { channelId: null, channelUntil: null }]);
  await local.close();
});
