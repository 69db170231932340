import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { BearerApi } from '#src/services/calendars/providers/bearer-api.ts';
import { readFreeBusy } from '#src/services/calendars/providers/google/free-busy.ts';
import type { CalendarAccess, OAuthSecret } from '#src/services/calendars/providers/provider.ts';
import { calendarGateway } from '../../support/calendar-gateway.ts';
import { emulatedAccount, googleEmulator } from '../../support/calendar-stand-ins/google-emulator.ts';
import { standInClient } from '../../support/calendar-stand-ins/oauth.ts';

const redirectUri = 'http://localhost:3000/calendars/oauth/callback';
const google = await googleEmulator({ redirectUri });
const gateway = calendarGateway({ google: standInClient, endpoints: { GOOGLE: google.endpoints } });
afterAll(async () => {
  await gateway.close();
  await google.close();
});
const client = gateway.client('GOOGLE');
const now = new Date('2026-03-01T12:00:00Z');
const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');

async function code(): Promise<string> {
  const back = await google.consent(client.authorizationUrl({ state: 'the state', challenge }));
  expect([`${back.origin}${back.pathname}`, back.searchParams.get('state')]).toEqual([redirectUri, 'the state']);
  return back.searchParams.get('code') ?? '';
}

async function opened(): Promise<CalendarAccess<OAuthSecret>> {
  const secret = await client.exchange(await code(), verifier, now);
  return {
    secret,
    http: gateway.http,
    signal: AbortSignal.timeout(120_000),
    timeZone: 'UTC',
    host: 'slots.example.com',
    workspaceId: 1,
  };
}

test('gives an access for the code, and another for the refresh token', async () => {
  const { secret } = await opened();
  expect(secret).toMatchObject({ kind: 'GOOGLE', expiresAt: now.getTime() + 3_600_000 });
  const renewed = await client.refresh(secret, now);
  expect(renewed).toMatchObject({ kind: 'GOOGLE', refreshToken: secret.refreshToken });
  expect(renewed.accessToken).not.toBe(secret.accessToken);
});

test('refuses a code with another verifier, a code that is none, and a refresh token that is none', async () => {
  await expect(client.exchange(await code(), 'w'.repeat(64), now)).rejects.toMatchObject({ isRefused: true });
  expect(await client.probe()).toBe('invalid_grant');
  const secret = { kind: 'GOOGLE', refreshToken: 'none', accessToken: 'none', expiresAt: 0 } as const;
  await expect(client.refresh(secret, now)).rejects.toMatchObject({ isRefused: true });
});

test('refuses a client with another secret', async () => {
  const other = calendarGateway({
    google: { ...standInClient, clientSecret: 'x' },
    endpoints: { GOOGLE: google.endpoints },
  });
  expect(await other.client('GOOGLE').probe()).toBe('invalid_client');
  await other.close();
});

test('lists calendars, takes an entry, and says when the calendar is busy', async () => {
  const access = await opened();
  const provider = gateway.provider('GOOGLE');
  const found = await provider.listCalendars(access);
  expect(found.name).toBe(emulatedAccount);
  expect(found.calendars).toEqual(
    expect.arrayContaining([
      { externalId: emulatedAccount, name: 'Ada', timeZone: 'Europe/Berlin', isWritable: true, isPrimary: true },
      { externalId: 'team', name: 'Team', timeZone: 'UTC', isWritable: false, isPrimary: false },
    ]),
  );
  const range = { from: Date.parse('2026-03-02T00:00:00Z'), until: Date.parse('2026-03-03T00:00:00Z') };
  const api = new BearerApi({ name: 'Google', url: google.endpoints.api });
  const busy = () => readFreeBusy(api, access, emulatedAccount, range);
  const times = { start: new Date('2026-03-02T09:00:00Z'), end: new Date('2026-03-02T09:30:00Z') };
  const uid = `call_${'a'.repeat(22)}@slots.example.com`;
  const place = { calendar: { externalId: emulatedAccount }, uid };
  const entry = {
    ...times,
    uid,
    sequence: 0,
    timeZone: 'Europe/Berlin',
    summary: 'Call',
    description: '',
    location: null,
  };
  const externalId = (await provider.putEntry?.(access, { ...place, externalId: null }, entry)) ?? null;
  expect(await busy()).toEqual([{ start: times.start.getTime(), end: times.end.getTime() }]);
  await provider.removeEntry?.(access, { ...place, externalId });
  expect(await busy()).toEqual([]);
});
