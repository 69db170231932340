import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConnectionsOfMember } from '#src/db/reads/calendar-connections.ts';
import { CalendarGateway } from '#src/services/calendars/gateway.ts';
import { authorizationUrl } from '#src/services/calendars/oauth/authorization.ts';
import type { OAuthKind } from '#src/services/calendars/oauth/provider-settings.ts';
import { testSecretKey, useApp } from '../../support/app.ts';
import { GoogleStandIn } from '../../support/calendar-stand-ins/google.ts';
import { MicrosoftStandIn } from '../../support/calendar-stand-ins/microsoft.ts';
import { standInClient } from '../../support/calendar-stand-ins/oauth.ts';
import type { Member } from '../../support/factories.ts';

const standIns = { GOOGLE: await GoogleStandIn.open(), MICROSOFT: await MicrosoftStandIn.open() };
const { GOOGLE: google, MICROSOFT: microsoft } = standIns;
afterAll(() => Promise.all([google.close(), microsoft.close()]));
const made: { gateway?: CalendarGateway } = {};
const app = await useApp({
  calendars: (addresses) => {
    made.gateway = new CalendarGateway({
      ...{ ...addresses, secretKeys: testSecretKey, maxAgeMinutes: 15, allowsLoopback: true },
      ...{ google: standInClient, microsoft: standInClient },
      endpoints: { GOOGLE: google.endpoints, MICROSOFT: microsoft.endpoints },
    });
    return made.gateway;
  },
});
const calendars = made.gateway as CalendarGateway;

let member: Member;
beforeEach(async () => {
  member = await app.workspace();
  app.clock.set('2026-03-04T12:00:00.000Z');
  google.calendars.clear();
  microsoft.calendars.clear();
  google.calendar('ada@example.com', { primary: true });
  microsoft.calendar('main', { isDefaultCalendar: true });
  for (const { oauth } of [google, microsoft]) oauth.consent = (requested) => requested;
});

function begin(kind: OAuthKind = 'GOOGLE', connectionId: number | null = null, principal: Member = member): string {
  return authorizationUrl({ clock: app.clock, principal, calendars }, { kind, connectionId });
}

/** Follows the provider back to this server, as a browser does. Returns the path of the callback. */
async function consent(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  const back = answer.headers.get('location') ?? '';
  expect(back).toMatch(/^http:\/\/app\.test\/calendars\/oauth\/callback\?/);
  return back.slice('http://app.test'.length);
}

async function comeBack(path: string, who: Member = member): Promise<string> {
  const headers = { cookie: `session=${await app.session(who)}` };
  const { status, headers: received } = await app.request(path, { headers, redirect: 'manual' });
  expect(status).toBe(303);
  return received.get('location') ?? '';
}

const connect = async (url: string, who?: Member) => comeBack(await consent(url), who);
const stored = () => readConnectionsOfMember(app.context.db, member.workspaceId, member.userId);
const connected = /^http:\/\/app\.test\/settings\/calendars\?connected=(\d+)$/;
const problem = (code: string) => `http://app.test/settings/calendars?problem=${code}`;

describe.each(['GOOGLE', 'MICROSOFT'] as const)('%s', (kind) => {
  test('is connected with what the member allows', async () => {
    const [, id] = connected.exec(await connect(begin(kind))) ?? [];
    const [connection] = await stored();
    expect(connection).toMatchObject({
      id: Number(id),
      kind,
      calendars: [{ countsAsBusy: true, takesBookings: true }],
    });
    expect(calendars.open(connection?.secret as Buffer)).toMatchObject({
      ...{ kind, refreshToken: expect.stringMatching(/./), expiresAt: Date.parse('2026-03-04T13:00:00Z') },
    });
  });

  test('is asked for the least that is needed, and again for each connection', () => {
    const query = new URL(begin(kind)).searchParams;
    const scopes = {
      GOOGLE: 'calendar.calendarlist.readonly calendar.freebusy calendar.events.owned',
      MICROSOFT: 'offline_access Calendars.ReadWrite',
    };
    expect(query.get('scope')?.replaceAll('https://www.googleapis.com/auth/', '')).toBe(scopes[kind]);
    expect(query.get('response_type')).toBe('code');
    expect(query.get('prompt')).toBe({ GOOGLE: 'consent', MICROSOFT: 'select_account' }[kind]);
  });

  test('gets a new credential for a connection that is there', async () => {
    await connect(begin(kind));
    const [before] = await stored();
    await app.sql('UPDATE "CalendarConnection" SET "disconnectedAt" = now() WHERE "workspaceId" = $1', [
      member.workspaceId,
    ]);
    expect(await connect(begin(kind, before?.id))).toMatch(new RegExp(`connected=${before?.id}$`));
    const [after] = await stored();
    expect(after).toMatchObject({ id: before?.id, disconnectedAt: null });
    expect(after?.secret).not.toEqual(before?.secret);
  });

  test('is refused where less is allowed, or nothing', async () => {
    standIns[kind].oauth.consent = (requested) => requested.slice(0, 1);
    expect(await connect(begin(kind))).toBe(problem('partial'));
    standIns[kind].oauth.consent = () => 'denied';
    expect(await connect(begin(kind))).toBe(problem('refused'));
    expect(await stored()).toEqual([]);
  });
});

describe('is refused', () => {
  test('for another person than the one who began', async () => {
    const other = await app.member(member.workspaceId, 'CLOSER');
    expect(await connect(begin(), other)).toBe(problem('other_user'));
    expect(await stored()).toEqual([]);
  });

  test('ten minutes after it began', async () => {
    const path = await consent(begin());
    app.clock.set('2026-03-04T12:10:00.000Z');
    expect(await comeBack(path)).toBe(problem('expired'));
  });

  test('for an answer that comes twice', async () => {
    const path = await consent(begin());
    expect(await comeBack(path)).toMatch(connected);
    expect(await comeBack(path)).toBe(problem('expired'));
    expect(await stored()).toHaveLength(1);
  });

  test('for a code that was given for something else that began here', async () => {
    const [one, other] = [await consent(begin()), await consent(begin())];
    const code = new URLSearchParams(other.split('?')[1]).get('code') ?? '';
    expect(await comeBack(one.replace(/code=[^&]*/, `code=${code}`))).toBe(problem('expired'));
  });

  test.each([
    ['nothing', ''],
    ['an empty state', 'state='],
    ['a state that is none', 'state=abc'],
    ['a state that is too long', `state=${'A'.repeat(3000)}`],
    ['a state of a NUL', 'state=%00'],
    ['a code alone', 'code=x'],
  ])('for %s', async (_, query) => {
    expect(await comeBack(`/calendars/oauth/callback?${query}`)).toBe(problem('expired'));
  });

  test('for a state that was changed', async () => {
    const path = await consent(begin());
    const changed = path.replace(/state=(.)/, (_, first) => `state=${first === 'A' ? 'B' : 'A'}`);
    expect(await comeBack(changed)).toBe(problem('expired'));
  });

  test('with an error of the provider, and without a code', async () => {
    const state = new URL(begin()).searchParams.get('state');
    expect(await comeBack(`/calendars/oauth/callback?state=${state}&error=server_error`)).toBe(problem('provider'));
    expect(await comeBack(`/calendars/oauth/callback?state=${state}`)).toBe(problem('provider'));
  });

  test('where the provider fails afterwards', async () => {
    google.server.fail(/token/, { status: 500 });
    expect(await connect(begin())).toBe(problem('provider'));
    google.server.fail(/calendarList/, { status: 503 });
    expect(await connect(begin())).toBe(problem('provider'));
  });

  test('for another account than before, and where the connection is gone', async () => {
    await connect(begin());
    const [{ id } = { id: 0 }] = await stored();
    google.calendars.clear();
    google.calendar('grace@example.com', { primary: true });
    expect(await connect(begin('GOOGLE', id))).toBe(problem('other_account'));
    await app.sql('DELETE FROM "CalendarConnection" WHERE "workspaceId" = $1', [member.workspaceId]);
    expect(await connect(begin('GOOGLE', id))).toBe(problem('gone'));
  });

  test('where the account has no calendar, and the member as many as possible', async () => {
    google.calendars.clear();
    expect(await connect(begin())).toBe(problem('no_calendar'));
    google.calendar('ada@example.com');
    for (let count = 0; count < 10; count++) expect(await connect(begin())).toMatch(connected);
    expect(await connect(begin())).toBe(problem('too_many'));
  });

  test('for who has left the workspace meanwhile', async () => {
    const closer = await app.member(member.workspaceId, 'CLOSER');
    const elsewhere = { ...(await app.workspace()), userId: closer.userId };
    await app.insert('Membership', { ...elsewhere, role: 'CLOSER' });
    const path = await consent(begin('GOOGLE', null, closer));
    await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "workspaceId" = $1 AND "userId" = $2', [
      closer.workspaceId,
      closer.userId,
    ]);
    expect(await comeBack(path, elsewhere)).toBe(problem('gone'));
  });
});

test('goes on after the sign-in where the session has ended', async () => {
  const path = await consent(begin());
  const location = new URL((await app.request(path, { redirect: 'manual' })).headers.get('location') ?? '');
  expect([location.pathname, location.searchParams.get('next')]).toEqual(['/sign-in', path]);
});

test('takes no form', async () => {
  const body = new URLSearchParams({ code: 'x', state: 'y' });
  const { status } = await app.request('/calendars/oauth/callback', { method: 'POST', body, redirect: 'manual' });
  expect(status).toBe(405);
});
