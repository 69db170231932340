import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseClock } from '#src/db/database-clock.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { compactAllRollups } from '#src/services/rollups.ts';
import { sweepEnded } from '#src/services/sweep-ended.ts';
import { demoReads } from '../support/demo-reads.ts';
import { connect, refresh } from '../support/oauth.ts';
import { fromNow } from '../support/present.ts';
import { webhookReceiver } from '../support/webhook-receiver.ts';
import { type Installation, poolSize, startInstallation } from './installation.ts';
import { missing } from './pgbouncer.ts';

const reason = missing === undefined ? '' : ` (skipped: ${missing})`;

describe.skipIf(missing)(`a node behind PgBouncer in transaction mode${reason}`, () => {
  let at: Installation;
  beforeAll(async () => {
    at = await startInstallation();
  });
  afterAll(() => at?.close());

  test('returns the same records as a node that PostgreSQL serves directly', async () => {
    const session = await at.signIn(at.pooled);
    const today = fromNow();
    const reads = await demoReads(at.direct, at.key, session, today);
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    // Twice, so that prepared statements are used on whatever session comes.
    for (let round = 0; round < 2; round++) expect(await demoReads(at.pooled, at.key, session, today)).toEqual(reads);
  });

  test('serves fifty clients over eight sessions', async () => {
    const slots = { linkPrefix: 'demo/discovery-call', timeZone: 'UTC' };
    const { body } = await at.pooled.send('POST', '/v1/events/eventDates', slots, at.key);
    // The last one: the notice of the first may begin between the reading and the booking.
    const { dateTime, hostIds } = body.data.slots.at(-1);
    const session = await at.signIn(at.pooled);
    const person = (index: number) => ({ firstName: 'Ira', lastName: 'Cole', email: `ira-${index}@example.com` });
    const query = '{ contacts(limit: 5) { contacts { email eventCalls { dateTime deals { value } } } } }';
    const [read, created, repeated, booked]: number[][] = [[], [], [], []];
    const client = async (index: number) => {
      for (const page of [0, 1, 2]) {
        read?.push((await at.pooled.get(`/v1/eventCalls?page=${page}`, at.key)).status);
        read?.push((await at.pooled.graphql(query, session)).status);
        read?.push((await at.pooled.get('/v1/userAvailabilities', at.key)).status);
      }
      const once = { 'Idempotency-Key': `contact-${index}` };
      for (const answers of [created, repeated])
        answers?.push((await at.pooled.send('POST', '/v1/contacts', person(index), at.key, once)).status);
      const call = { ...slots, dateTime, ...person(index) };
      booked?.push((await at.pooled.send('POST', '/v1/eventCalls', call, at.key)).status);
    };
    await Promise.all(Array.from({ length: 50 }, (_, index) => client(index)));
    expect([read, created, repeated]).toEqual([Array(450).fill(200), Array(50).fill(201), Array(50).fill(201)]);
    expect(booked?.filter((status) => status === 201)).toHaveLength(hostIds.length);
    expect(booked?.filter((status) => status === 400)).toHaveLength(50 - hostIds.length);
    const people = await at.sql(`SELECT FROM "Contact" WHERE "email" LIKE 'ira-%@example.com'`);
    expect(people).toHaveLength(50);
    const pools = await at.pgbouncer.show('SERVERS');
    expect(pools.length).toBeLessThanOrEqual(poolSize);
  });

  test('connects an app by OAuth, and sends webhooks', async () => {
    const session = await at.signIn(at.pooled);
    const redirectUri = 'https://dialer.example/callback';
    const input = {
      name: 'Dialer',
      redirectUris: [redirectUri],
      allowedScopes: ['eventCalls:read'],
      clientType: 'CONFIDENTIAL',
    };
    const register = `mutation ($input: CreateOAuthClientInput!) {
      createOAuthClient(input: $input) { client { clientId } clientSecret } }`;
    const { client, clientSecret } = (await at.pooled.graphql(register, session, { input })).body.data
      .createOAuthClient;
    const app = { workspaceId: 0, clientId: client.clientId, secret: clientSecret, redirectUri };
    const pair = await connect(at.pooled, session, app, { scope: 'eventCalls:read' });
    const next = (await refresh(at.pooled, app, pair.refresh_token)).body;
    expect((await at.pooled.get('/v1/eventCalls', next.access_token)).status).toBe(200);

    const receiver = await webhookReceiver();
    const webhook = { url: receiver.url, kinds: ['contact.created'] };
    const create = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
    expect((await at.pooled.graphql(create, session, { input: webhook })).body.errors).toBeUndefined();
    const contact = { firstName: 'Eve', lastName: 'Moss', email: 'eve@example.com' };
    expect((await at.pooled.send('POST', '/v1/contacts', contact, at.key)).status).toBe(201);
    await expect
      .poll(() => receiver.bodies().map(({ type, data }) => ({ type, data })))
      .toEqual([{ type: 'contact.created', data: expect.objectContaining({ email: 'eve@example.com' }) }]);
    await receiver.close();
  });

  test('deletes expired rows and adds up counters', async () => {
    const db = openDatabase({ connection: { connectionString: at.pgbouncer.url }, isServing: true });
    await at.sql(`UPDATE "IdempotencyRecord" SET "expiresAt" = now() - interval '1 hour'`);
    const context = { db, clock: await DatabaseClock.open(db.admin) };
    await compactAllRollups(context);
    await sweepEnded(context, new AbortController().signal);
    expect(await at.sql('SELECT FROM "IdempotencyRecord"')).toEqual([]);
    await db.close();
  });

  test('has sessions with what the nodes ask PostgreSQL for', async () => {
    const db = openDatabase({ connection: { connectionString: at.pgbouncer.url }, isServing: true });
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout', 'jit', 'TimeZone', 'DateStyle'];
    const shown = `SELECT ${names.map((name) => `current_setting('${name}') AS "${name}"`).join(', ')}`;
    const expected = {
      ...{ statement_timeout: '30s', idle_in_transaction_session_timeout: '30s', jit: 'off' },
      ...{ TimeZone: 'UTC', DateStyle: 'ISO, MDY' },
    };
    for (const pool of [db.pool, db.admin]) expect((await pool.query(shown)).rows).toEqual([expected]);
    expect(await db.prisma.$queryRawUnsafe(shown)).toEqual([expected]);
    await db.close();
  });
});
