import { afterAll, describe, expect, test } from 'vitest';
import { pipelinedStatement } from '#src/db/statement.ts';
import { createDemoWorkspace, type DemoWorkspace } from '#src/demo/demo-workspace.ts';
import { type TestApp, testApp, useApp } from '../support/app.ts';
import { demoReads } from '../support/demo-reads.ts';
import { sendJson } from '../support/lists.ts';
import { optionDroppingProxy } from '../support/option-dropping-proxy.ts';
import { deal } from '../support/sales-factories.ts';

/** Two nodes over one database: of one the sessions have UTC, of the other the time zone of the database. */
const usual = await useApp();
const demo = (await createDemoWorkspace(usual.context)) as DemoWorkspace;
const session = await usual.session(demo);
await usual.sql(`DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET TimeZone = ''Pacific/Chatham''', current_database()); END $$`);
const proxy = await optionDroppingProxy(usual.databaseUrl);
const other = await useApp({ databaseUrl: proxy.url });
afterAll(async () => {
  await proxy.close();
});

const today = '2026-03-04';
const readsOf = (app: TestApp) =>
  demoReads(
    { ...app, send: (method, path, body, key) => sendJson(app, [method, path], body, { key }) },
    demo.key,
    session,
    today,
  );

/** An instant as the database has it, in UTC. */
async function stored(expression: string, from: string): Promise<string> {
  const [row] = await usual.sql<{ value: string }>(`SELECT ${expression} AS "value" FROM ${from}`);
  return String(row?.value);
}

describe('a node whose sessions have another time zone', () => {
  test('has it on every connection', async () => {
    const shown = `SELECT current_setting('TimeZone') AS "zone"`;
    const { pool, prisma, run } = other.context.db;
    const rows = [
      ...(await pool.query(shown)).rows,
      ...(await prisma.$queryRawUnsafe<object[]>(shown)),
      ...(await run(pipelinedStatement('test.zone', shown), [])),
      ...(await run(pipelinedStatement('test.zone', shown, { cost: 'page' }), [])),
    ];
    expect(rows.map(({ zone }) => zone)).toEqual(Array(4).fill('Pacific/Chatham'));
    expect((await usual.context.db.pool.query(shown)).rows).toEqual([{ zone: 'UTC' }]);
  });

  test('returns the same records', async () => {
    const reads = await readsOf(usual);
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    expect(await readsOf(other)).toEqual(reads);
  });

  test('books, moves and reports calls at the same instants', async () => {
    const input = { linkPrefix: 'demo/discovery-call', timeZone: 'America/New_York' };
    const dates = await sendJson(other, ['POST', '/v1/events/eventDates'], input, { key: demo.key });
    const [first, , , later] = dates.body.data.slots.map(({ dateTime }: { dateTime: string }) => dateTime);
    const booking = { ...input, dateTime: first, email: 'ira@example.com', firstName: 'Ira', lastName: 'Cole' };
    const booked = await sendJson(other, ['POST', '/v1/eventCalls'], booking, { key: demo.key });
    expect(booked.body.data).toMatchObject({ dateTime: first, createdAt: expect.stringMatching(/Z$/) });
    const { previewId } = booked.body.data;
    const read = async (app: TestApp) => (await app.get(`/v1/eventCalls?previewId=${previewId}`, demo.key)).body.data;
    expect(await read(other)).toEqual(await read(usual));
    const move = { id: booked.body.data.id, dateTime: later, timeZone: 'UTC' };
    const moved = await sendJson(other, ['PUT', '/v1/eventCalls/reschedule'], move, { key: demo.key });
    expect(moved.body.data.dateTime).toBe(later);
    const events = (app: TestApp) => app.get('/v1/webhooks/events?limit=5&orderBy=desc', demo.key);
    const { body } = await events(other);
    expect(body).toEqual((await events(usual)).body);
    expect(body.data.events[0]).toMatchObject({ type: 'call.rescheduled', data: { dateTime: later } });
  });

  test('begins and ends sessions and links at the same instants', async () => {
    const input = { email: demo.ownerEmail, password: demo.ownerPassword };
    const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';
    const { token } = (await other.graphql(signIn, undefined, { input })).body.data.signIn;
    const own = '{ sessions { isCurrent createdAt expiresAt } }';
    for (const app of [usual, other]) {
      const [current] = (await app.graphql(own, token)).body.data.sessions;
      const [createdAt, expiresAt] = ['2026-03-04T12:00:00.000Z', '2026-04-03T12:00:00.000Z'];
      expect(current).toEqual({ isCurrent: true, createdAt, expiresAt });
    }
    const mutation = `mutation { createInvitation(input: { email: "eve@example.com", role: CLOSER }) {
      invitation { id expiresAt } } }`;
    const { invitation } = (await other.graphql(mutation, session)).body.data.createInvitation;
    expect(invitation.expiresAt).toBe('2026-03-11T12:00:00.000Z');
    expect(await stored('"expiresAt"', `"Invitation" WHERE "id" = ${invitation.id}`)).toBe(invitation.expiresAt);
    // An instant is compared as one, too: a link of yesterday is not shown, one of tomorrow is.
    for (const [now, count] of [
      ['2026-03-11T11:59:00.000Z', 1],
      ['2026-03-11T12:01:00.000Z', 0],
    ] as const) {
      for (const app of [usual, other]) app.clock.set(now);
      const listed = await Promise.all([usual, other].map((app) => app.graphql('{ invitations { id } }', session)));
      expect(listed.map(({ body }) => body.data.invitations.length)).toEqual([count, count]);
    }
    for (const app of [usual, other]) app.clock.set('2026-03-04T12:00:00.000Z');
  });
});

test('a time before time zones had whole minutes is read at the same instant', async () => {
  const owner = await usual.workspace();
  await deal(usual, owner, { time: '1900-01-05T00:00:00.000Z' });
  await usual.sql(`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET TimeZone = ''Asia/Kolkata''', current_database()); END $$`);
  const kolkata = await testApp({ databaseUrl: proxy.url });
  const answer = await kolkata.get('/v1/deals', await usual.apiKey(owner));
  expect(answer.body.data.deals[0].time).toBe('1900-01-05T00:00:00.000Z');
  await kolkata.close();
});

test('the time zone and date style of a database do not reach a node that PostgreSQL asks directly', async () => {
  const reads = await readsOf(usual);
  for (const style of ['German', 'SQL']) {
    await usual.sql(`DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET DateStyle = ${style}', current_database()); END $$`);
    const fresh = await testApp({ databaseUrl: usual.databaseUrl });
    expect(await readsOf(fresh)).toEqual(reads);
    await fresh.close();
  }
});
