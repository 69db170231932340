import type { RequestListener, Server } from 'node:http';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addEntry } from '#src/db/writes/calendar-entries.ts';
import { lockMember } from '#src/db/writes/members.ts';
import { CalendarGateway } from '#src/services/calendars/gateway.ts';
import { testApp, testSecretKey, useApp } from '../support/app.ts';
import { type CaldavServer, caldavPrograms } from '../support/caldav-servers.ts';
import { calendarConnection } from '../support/calendar-connections.ts';
import type { Member } from '../support/factories.ts';
import { addressOf, calendarText, listening, publishedCalendar } from '../support/published-calendar.ts';
import { pause } from '../support/waiting.ts';

const app = await useApp({ baseUrl: 'own' });
let owner: Member;
let closer: Member;
let session: string;
beforeEach(async () => {
  owner = await app.workspace();
  closer = await app.member(owner.workspaceId, 'CLOSER');
  session = await app.session(closer);
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function serve(handler: RequestListener): Promise<string> {
  const server = await listening(handler);
  servers.push(server);
  return addressOf(server);
}

const shown =
  'id userId kind name status problem lastReadAt calendars { id name countsAsBusy takesBookings isWritable }';
const create = `mutation ($input: CreateCalendarConnectionInput!) {
  createCalendarConnection(input: $input) { connection { ${shown} } authorizationUrl }
}`;
const change = (name: string) => `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) {
  ${name}(input: $input) { connection { ${shown} } }
}`;

const connect = async (input: object, as = session) => (await app.graphql(create, as, { input })).body;
const list = async (as = session, args = '') =>
  (await app.graphql(`{ calendarConnections${args} { ${shown} } }`, as)).body;

async function changed(name: string, input: object, as = session) {
  const { body } = await app.graphql(change(name), as, { input });
  return body.errors ? body.errors[0].extensions : body.data[name].connection;
}

/** The errors by field. */
const problemsOf = (body: { errors: { extensions: { details: { fieldErrors: object } } }[] }) =>
  body.errors[0]?.extensions.details.fieldErrors;

/** A connection with a second calendar, into which bookings can be written. */
async function withWritable(member: Member) {
  const { id } = await calendarConnection(app, member);
  const { workspaceId } = member;
  const row = { workspaceId, connectionId: id, externalId: 'writable', name: 'Home', isWritable: true };
  await app.insert('Calendar', { ...row, countsAsBusy: false });
  const calendars = await app.sql<{ id: number }>(
    'SELECT "id" FROM "Calendar" WHERE "workspaceId" = $1 AND "connectionId" = $2 ORDER BY "id"',
    [workspaceId, id],
  );
  const [readOnly, writable] = calendars.map((calendar) => calendar.id);
  return { id, readOnly: readOnly ?? 0, writable: writable ?? 0 };
}

describe('a published calendar', () => {
  test('is connected and read at once', async () => {
    const { data } = await connect({ kind: 'ICS', url: await publishedCalendar() });
    expect(data.createCalendarConnection).toEqual({
      connection: {
        ...{ id: expect.any(Number), userId: closer.userId, kind: 'ICS', name: '127.0.0.1', status: 'ACTIVE' },
        ...{ problem: null, lastReadAt: app.clock.now().toISOString() },
        calendars: [
          { id: expect.any(Number), name: 'Dentists', countsAsBusy: true, takesBookings: false, isWritable: false },
        ],
      },
      authorizationUrl: null,
    });
    const [calendar] = await app.sql<{ busy: Buffer }>('SELECT "busy" FROM "Calendar" WHERE "workspaceId" = $1', [
      owner.workspaceId,
    ]);
    expect(calendar?.busy.length).toBe(8);
    expect((await list()).data.calendarConnections).toEqual([data.createCalendarConnection.connection]);
  });

  test('keeps its address to itself, in the database, in answers and in the log', async () => {
    const url = `${await publishedCalendar()}?token=very-secret`;
    await connect({ kind: 'ICS', url });
    const rows = await app.sql('SELECT c.*, k.* FROM "CalendarConnection" c, "Calendar" k WHERE c."workspaceId" = $1', [
      owner.workspaceId,
    ]);
    const bytes = rows.map((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
    );
    expect(JSON.stringify([bytes, await list(), app.logged])).not.toContain('very-secret');
  });

  test.each([
    ['text that is none', (_, response) => response.end('<html>'), /iCalendar|calendar/i],
    ['a refusal', (_, response) => response.writeHead(403).end(), /40|refuse|allow/i],
    ['nothing', (request) => request.socket.destroy(), /./],
  ] satisfies [string, RequestListener, RegExp][])(
    'that answers %s is refused by its url',
    async (_name, handler, words) => {
      const body = await connect({ kind: 'ICS', url: await serve(handler) });
      expect(problemsOf(body as never)).toEqual({ url: [expect.stringMatching(words)] });
      expect((await list()).data.calendarConnections).toEqual([]);
    },
  );
});

const radicale = caldavPrograms.find(({ name }) => name === 'Radicale');

describe.skipIf(!radicale || radicale.missing)(`a CalDAV server (${radicale?.missing ?? 'Radicale'})`, () => {
  let server: CaldavServer;
  beforeAll(async () => {
    server = (await radicale?.start()) as CaldavServer;
    await server.createCalendar('Work');
  });
  afterAll(() => server.stop());

  test('is connected with user and password, takes bookings, and is mended by another password alone', async () => {
    const { url, username, password } = server;
    const { data } = await connect({ kind: 'CALDAV', url, username, password });
    const { id, ...connection } = data.createCalendarConnection.connection;
    expect(connection).toMatchObject({ kind: 'CALDAV', status: 'ACTIVE', problem: null });
    expect(connection.calendars).toEqual([
      { id: expect.any(Number), name: 'Work', countsAsBusy: true, takesBookings: true, isWritable: true },
    ]);
    const wrong = await connect({ kind: 'CALDAV', connectionId: id, password: 'wrong' });
    expect(problemsOf(wrong as never)).toEqual({ password: [expect.any(String)] });
    const mended = await connect({ kind: 'CALDAV', connectionId: id, password });
    expect(mended.data.createCalendarConnection.connection).toMatchObject({ id, calendars: connection.calendars });
  });

  test('that refuses the password is an error of the password, and one that is none of the url', async () => {
    const { url, username, password } = server;
    const refused = await connect({ kind: 'CALDAV', url, username, password: 'wrong' });
    expect(problemsOf(refused as never)).toEqual({ password: [expect.any(String)] });
    const other = await serve((_request, response) => response.end('Hello'));
    expect(problemsOf((await connect({ kind: 'CALDAV', url: other, username, password })) as never)).toEqual({
      url: [expect.any(String)],
    });
  });
});

test('an account without calendars is an error of the url', async () => {
  const properties =
    '<D:current-user-principal><D:href>/</D:href></D:current-user-principal><C:calendar-home-set><D:href>/</D:href></C:calendar-home-set>';
  const url = await serve((request, response) => {
    response.writeHead(207, { 'content-type': 'application/xml' });
    response.end(
      `<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:response><D:href>${request.url}</D:href><D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response></D:multistatus>`,
    );
  });
  const body = await connect({ kind: 'CALDAV', url, username: 'ada', password: 'x' });
  expect(problemsOf(body as never)).toEqual({ url: ['This account has no calendars'] });
});

test('Google is offered where the operator has set a client, and goes on there', async () => {
  const google = { clientId: 'a-client', clientSecret: 'a-secret' };
  const offering = await testApp({
    databaseUrl: app.databaseUrl,
    calendars: ({ baseUrl }) =>
      new CalendarGateway({
        ...{ secretKeys: testSecretKey, baseUrl, maxAgeMinutes: 15, allowsLoopback: true },
        ...{ google, microsoft: undefined },
      }),
  });
  const server = await offering.graphql('{ server { calendarKinds } }');
  expect(server.body.data.server.calendarKinds).toContain('GOOGLE');
  const { body } = await offering.graphql(create, session, { input: { kind: 'GOOGLE' } });
  const { connection, authorizationUrl } = body.data.createCalendarConnection;
  expect(connection).toBeNull();
  expect(new URL(authorizationUrl).searchParams.get('client_id')).toBe('a-client');
  await offering.close();
});

describe('an input is refused by the field that is wrong', () => {
  test.each<[string, object, object]>([
    ['no address', { kind: 'ICS' }, { url: ['Is required'] }],
    ['no web address', { kind: 'ICS', url: 'ftp://example.com' }, { url: ['Must be https'] }],
    [
      'a part of one',
      { kind: 'ICS', url: 'x' },
      { url: ['Must be a full URL, such as https://calendar.example.com/ada.ics'] },
    ],
    [
      'a user within the address',
      { kind: 'ICS', url: 'https://a:b@c.test/' },
      { url: ['Must not contain a user name or password'] },
    ],
    ['a private address', { kind: 'ICS', url: 'https://10.0.0.1/x' }, { url: ['Must not lead to a private address'] }],
    [
      'a name of this machine as webcal',
      { kind: 'ICS', url: 'webcal://169.254.169.254/' },
      { url: [expect.stringMatching(/^Must not lead to /)] },
    ],
    ['plain http elsewhere', { kind: 'ICS', url: 'http://example.com/' }, { url: ['Must be https'] }],
    [
      'a password for an address',
      { kind: 'ICS', url: 'https://a.test/', password: 'x' },
      { password: ['Is not allowed for the kind ICS'] },
    ],
    [
      'nothing for a server',
      { kind: 'CALDAV' },
      { url: ['Is required'], username: ['Is required'], password: ['Is required'] },
    ],
    [
      'an empty user',
      { kind: 'CALDAV', url: 'https://a.test', username: '', password: 'x' },
      { username: ['Must not be empty'] },
    ],
    [
      'a kind that is not offered',
      { kind: 'GOOGLE' },
      { kind: [expect.stringMatching(/^This server is not set up for it/)] },
    ],
    ['a connection that is not there', { kind: 'ICS', url: 'https://a.test/', connectionId: 2 ** 31 - 1 }, {}],
  ])('%s', async (_name, input, fieldErrors) => {
    const body = (await connect(input)) as never as { errors: { extensions: { code: string } }[] };
    if (Object.keys(fieldErrors).length > 0) expect(problemsOf(body as never)).toEqual(fieldErrors);
    else expect(body.errors[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', details: { path: 'connectionId' } });
  });

  test('an eleventh connection', async () => {
    for (let count = 0; count < 10; count++) await calendarConnection(app, closer);
    const body = await connect({ kind: 'ICS', url: await publishedCalendar() });
    expect(body.errors[0].extensions.details.formErrors[0]).toMatch(
      /^A member can have at most 10 calendar connections/,
    );
  });
});

describe('a connection is mended', () => {
  test('by a new address, and keeps what was chosen', async () => {
    const { id } = await calendarConnection(app, closer, {
      disconnectedAt: '2026-03-04T10:00:00Z',
      problem: 'It is gone.',
    });
    expect((await list()).data.calendarConnections[0]).toMatchObject({
      id,
      status: 'DISCONNECTED',
      problem: 'It is gone.',
    });
    const [before] = (await list()).data.calendarConnections[0].calendars;
    await changed('updateCalendarConnection', { id, busyCalendarIds: [] });
    const { data } = await connect({ kind: 'ICS', url: await publishedCalendar(), connectionId: id });
    expect(data.createCalendarConnection.connection).toMatchObject({
      ...{ id, status: 'ACTIVE', problem: null },
      calendars: [{ id: before.id, name: 'Dentists', countsAsBusy: false }],
    });
  });

  test('by its member alone, and as the kind that it is', async () => {
    const { id } = await calendarConnection(app, closer);
    const url = await publishedCalendar();
    const byOwner = await connect({ kind: 'ICS', url, connectionId: id }, await app.session(owner));
    expect(byOwner.errors[0].extensions.code).toBe('NOT_FOUND');
    const { id: other } = await calendarConnection(app, closer, { kind: 'CALDAV' });
    expect(problemsOf((await connect({ kind: 'ICS', url, connectionId: other })) as never)).toEqual({
      kind: ['Must be CALDAV, the kind of the connection'],
    });
  });
});

describe('calendars are chosen', () => {
  test('which count as busy and which takes bookings, and the connection is read again', async () => {
    const { id, readOnly, writable } = await withWritable(closer);
    const choices = { id, busyCalendarIds: [writable], bookingCalendarId: writable };
    expect(await changed('updateCalendarConnection', choices)).toMatchObject({
      calendars: [
        { id: readOnly, countsAsBusy: false, takesBookings: false },
        { id: writable, countsAsBusy: true, takesBookings: true },
      ],
    });
    const [row] = await app.sql<{ nextReadAt: string }>(
      'SELECT "nextReadAt" FROM "CalendarConnection" WHERE "id" = $1',
      [id],
    );
    expect(new Date(row?.nextReadAt ?? 0)).toEqual(app.clock.now());
    expect(await changed('updateCalendarConnection', { id, bookingCalendarId: null })).toMatchObject({
      calendars: [{ takesBookings: false }, { takesBookings: false, countsAsBusy: true }],
    });
  });

  test('of a calendar that did not count nothing is known until it is read', async () => {
    const { id, readOnly, writable } = await withWritable(closer);
    const knownUntil = '2100-03-04T12:00:00.000Z';
    await app.sql('UPDATE "Calendar" SET "takesBookings" = true, "busyUntil" = $2 WHERE "id" = $1', [
      writable,
      knownUntil,
    ]);
    await changed('updateCalendarConnection', { id, busyCalendarIds: [readOnly, writable] });
    const rows = await app.sql<{ busyUntil: string | null }>(
      'SELECT "busyUntil" FROM "Calendar" WHERE "connectionId" = $1 ORDER BY "id"',
      [id],
    );
    expect(rows.map(({ busyUntil }) => busyUntil && new Date(busyUntil).toISOString())).toEqual([knownUntil, null]);
  });

  test('one calendar of all connections takes bookings', async () => {
    const first = await withWritable(closer);
    const second = await withWritable(closer);
    const other = await withWritable(owner);
    await changed(
      'updateCalendarConnection',
      { id: other.id, bookingCalendarId: other.writable },
      await app.session(owner),
    );
    await changed('updateCalendarConnection', { id: first.id, bookingCalendarId: first.writable });
    await changed('updateCalendarConnection', { id: second.id, bookingCalendarId: second.writable });
    const taking = await app.sql<{ id: number }>(
      'SELECT "id" FROM "Calendar" WHERE "workspaceId" = $1 AND "takesBookings" ORDER BY "id"',
      [owner.workspaceId],
    );
    expect(taking.map(({ id }) => id)).toEqual([second.writable, other.writable]);
    // None of this connection takes bookings, so nothing changes for the other one.
    await changed('updateCalendarConnection', { id: first.id, bookingCalendarId: null, busyCalendarIds: [] });
    expect((await list()).data.calendarConnections[1].calendars[1].takesBookings).toBe(true);
  });

  test.each([
    [
      'a calendar of another connection',
      { busyCalendarIds: [2_147_483_647] },
      { busyCalendarIds: ['[0] The connection has no calendar with this id'] },
    ],
    [
      'a booking calendar that is not there',
      { bookingCalendarId: 2_147_483_647 },
      { bookingCalendarId: ['The connection has no calendar with this id'] },
    ],
  ])('%s is refused', async (_name, choices, fieldErrors) => {
    const { id } = await withWritable(closer);
    const { details } = await changed('updateCalendarConnection', { id, ...choices });
    expect(Object.keys(details.fieldErrors)).toEqual(Object.keys(fieldErrors));
    expect(Object.values(details.fieldErrors).flat()[0]).toMatch(/no calendar with this id/);
  });

  test('a calendar that cannot be written takes no bookings, and one is named once', async () => {
    const { id, readOnly } = await withWritable(closer);
    const refused = await changed('updateCalendarConnection', {
      ...{ id, bookingCalendarId: readOnly, busyCalendarIds: [readOnly, readOnly] },
    });
    expect(Object.keys(refused.details.fieldErrors).sort()).toEqual(['bookingCalendarId', 'busyCalendarIds']);
    expect(refused.details.errors.map(({ code }: { code: string }) => code).sort()).toEqual([
      'duplicate',
      'not_allowed',
    ]);
  });
});

describe('owners and admins', () => {
  test('see the state of all connections, not their calendars, and disconnect them', async () => {
    const { id } = await calendarConnection(app, closer, {
      readableUntil: '2026-03-04T11:00:00Z',
      problem: '“Divorce”: An entry of the calendar on 2026-10-05 has no end that this server can read.',
    });
    const admin = await app.session(await app.member(owner.workspaceId, 'ADMIN'));
    const [seen] = (await list(admin)).data.calendarConnections;
    expect(seen).toMatchObject({
      id,
      userId: closer.userId,
      status: 'UNREADABLE',
      problem: 'The calendars could not be read.',
      calendars: [],
    });
    expect((await list()).data.calendarConnections[0].problem).toContain('“Divorce”');
    const { data } = (await app.graphql(`{ calendarConnection(id: ${id}) { problem } }`, admin)).body;
    expect(data.calendarConnection).toEqual({ problem: 'The calendars could not be read.' });
    expect(await changed('updateCalendarConnection', { id, busyCalendarIds: [] }, admin)).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await changed('deleteCalendarConnection', { id }, admin)).toMatchObject({ id, calendars: [] });
    expect((await list()).data.calendarConnections).toEqual([]);
    expect(await app.sql('SELECT FROM "Calendar" WHERE "workspaceId" = $1', [owner.workspaceId])).toEqual([]);
  });

  test('ask for those of one member; others ask for their own alone', async () => {
    await calendarConnection(app, owner);
    const { id } = await calendarConnection(app, closer);
    const ids = async (as: string, args: string) =>
      ((await list(as, args)).data?.calendarConnections ?? []).map((each: { id: number }) => each.id);
    const asOwner = await app.session(owner);
    expect(await ids(asOwner, `(userId: ${closer.userId})`)).toEqual([id]);
    expect(await ids(session, `(userId: ${closer.userId})`)).toEqual([id]);
    expect((await list(session, `(userId: ${owner.userId})`)).errors[0].extensions.code).toBe('NOT_FOUND');
    const stranger = await app.workspace();
    expect((await list(asOwner, `(userId: ${stranger.userId})`)).errors[0].extensions.code).toBe('NOT_FOUND');
  });
});

describe('a refresh', () => {
  const tenSecondsLater = (id: number) =>
    app.sql(
      `UPDATE "CalendarConnection" SET "lastReadAt" = "lastReadAt" - interval '10 s', "failedAt" = "failedAt" - interval '10 s'
       WHERE "workspaceId" = $1 AND "id" = $2`,
      [owner.workspaceId, id],
    );

  test('reads the calendars now, once in ten seconds, and shows why that failed without an error', async () => {
    let isBroken = false;
    const url = await serve((_request, response) => {
      if (isBroken) response.writeHead(500).end();
      else response.end(calendarText);
    });
    const { id } = (await connect({ kind: 'ICS', url })).data.createCalendarConnection.connection;
    isBroken = true;
    expect(await changed('refreshCalendarConnection', { id })).toMatchObject({ status: 'ACTIVE', problem: null });
    await tenSecondsLater(id);
    const failed = await changed('refreshCalendarConnection', { id });
    expect(failed).toMatchObject({ status: 'ACTIVE', problem: expect.stringMatching(/500/) });
    isBroken = false;
    await tenSecondsLater(id);
    expect(await changed('refreshCalendarConnection', { id })).toMatchObject({ status: 'ACTIVE', problem: null });
  });
});

describe('a connection that was never read', () => {
  test('is active until a read fails, and unreadable from then on', async () => {
    const { id } = await calendarConnection(app, closer, { lastReadAt: null });
    expect((await list()).data.calendarConnections).toMatchObject([{ status: 'ACTIVE', lastReadAt: null }]);
    const failed = await changed('refreshCalendarConnection', { id });
    expect(failed).toMatchObject({ status: 'UNREADABLE', lastReadAt: null, problem: expect.any(String) });
    const { data } = (await app.graphql(`{ calendarConnection(id: ${id}) { status isBeingRead } }`, session)).body;
    expect(data.calendarConnection).toEqual({ status: 'UNREADABLE', isBeingRead: false });
  });

  test('is being read while somebody else reads it, which a refresh does not wait for', async () => {
    const { id } = await calendarConnection(app, closer, { leasedUntil: '2100-03-04T12:00:00Z' });
    const { body } = await app.graphql(
      `mutation { refreshCalendarConnection(input: { id: ${id} }) { connection { isBeingRead lastReadAt } } }`,
      session,
    );
    expect(body.data.refreshCalendarConnection.connection).toEqual({
      ...{ isBeingRead: true, lastReadAt: '2026-03-04T11:59:00.000Z' },
    });
  });
});

test('a call shows what became of it in the calendar of its host', async () => {
  const { id: connectionId } = await calendarConnection(app, closer);
  const callId = await app.call(closer);
  const ask = async () =>
    (await app.graphql(`{ eventCall(id: ${callId}) { calendarEntry { status lastError writtenAt } } }`, session)).body
      .data.eventCall.calendarEntry;
  expect(await ask()).toBeNull();
  const [calendar] = await app.sql<{ id: number }>('SELECT "id" FROM "Calendar" WHERE "connectionId" = $1', [
    connectionId,
  ]);
  const entry = { workspaceId: owner.workspaceId, eventCallId: callId, endTime: '2026-04-01T10:00:00Z' };
  await app.insert('CalendarEntry', { ...entry, calendarId: calendar?.id, status: 'FAILED', lastError: 'Full.' });
  expect(await ask()).toEqual({ status: 'FAILED', lastError: 'Full.', writtenAt: null });
  // What an earlier host has is nobody else's matter.
  await app.writeCalls(
    owner.workspaceId,
    'UPDATE "EventCall" SET "userId" = $2, "setterId" = $3 WHERE "id" = $1 RETURNING *',
    [...[callId, owner.userId, closer.userId]],
  );
  expect(await ask()).toBeNull();
});

test('a connection that ends while its member is booked keeps no booking from being made', async () => {
  const { id } = await calendarConnection(app, closer);
  await app.sql('UPDATE "Calendar" SET "takesBookings" = true WHERE "connectionId" = $1', [id]);
  const eventCallId = await app.call(closer);
  let ending: Promise<unknown> = Promise.resolve();
  await app.context.db.write(async (client) => {
    await lockMember(client, closer.workspaceId, closer.userId);
    // The connection ends after the calendars were found, and before the entry is added to one.
    const query = async (config: pg.QueryConfig) => {
      const result = await client.query(config);
      if (result.command === 'SELECT') {
        ending = changed('deleteCalendarConnection', { id });
        await Promise.race([ending, pause(300)]);
      }
      return result;
    };
    const entry = { userId: closer.userId, endTime: '2026-04-01T10:00:00Z', now: app.clock.now() };
    await addEntry({ query } as never, [closer.workspaceId, eventCallId], entry);
  });
  expect(await ending).toMatchObject({ id });
  expect(await app.sql('SELECT FROM "CalendarEntry" WHERE "workspaceId" = $1', [closer.workspaceId])).toEqual([]);
});

test('this server says which kinds it offers', async () => {
  const { body } = await app.graphql('{ server { calendarKinds } }');
  expect(body.data.server.calendarKinds).toEqual(expect.arrayContaining(['ICS']));
  expect(body.data.server.calendarKinds).not.toContain('GOOGLE');
});
