import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { sweepEnded } from '#src/services/sweep-ended.ts';
import { factories } from '../support/factories.ts';
import { nextSerial } from '../support/serial.ts';
import { useServices } from '../support/service-context.ts';

const services = await useServices();
const member = await services.workspace();
beforeEach(() => sql('TRUNCATE "IdempotencyRecord", "Session", "RateLimit"'));

const nothing = {
  ...{ IdempotencyRecord: 0, Session: 0, OAuthToken: 0, OAuthGrant: 0, RateLimit: 0 },
  ...{ WebhookEvent: 0, ApiRequest: 0, CallReminder: 0, Invitation: 0, AccountLink: 0 },
  ...{ CallFinish: 0, Mailbox: 0, BookingHold: 0, MergeUndo: 0, Notification: 0, CalendarEntry: 0 },
};

interface Sent {
  readonly name: string;
  readonly text: string;
}

/** The database, with the statements of the sweep seen before they are sent, and their results. */
function observed(
  seen: (statement: Sent, send: () => Promise<pg.QueryResult>) => Promise<unknown>,
): Pick<Database, 'write'> {
  const { db } = services.context;
  return {
    write: (work, options) =>
      db.write((client) => {
        const query = (statement: Sent) => seen(statement, () => client.query(statement));
        return work(Object.create(client, { query: { value: query } }));
      }, options),
  };
}

async function sql(text: string, values: unknown[] = []) {
  return (await services.context.db.pool.query(text, values)).rows;
}

async function left() {
  const [row] = await sql(`SELECT (SELECT count(*)::int FROM "IdempotencyRecord") AS "IdempotencyRecord",
    (SELECT count(*)::int FROM "Session") AS "Session", (SELECT count(*)::int FROM "RateLimit") AS "RateLimit"`);
  return row;
}

/** So many that ended so long ago; with a negative age, that will end. */
function records(count: number, age: string) {
  return sql(
    `INSERT INTO "IdempotencyRecord" ("workspaceId", "endpoint", "key", "requestHash", "result", "expiresAt")
     SELECT $1, 'createContact', gen_random_uuid(), '\\x00', '{}', now() - $3::interval FROM generate_series(1, $2)`,
    [member.workspaceId, count, age],
  );
}

function sessions(count: number, age: string) {
  return sql(
    `INSERT INTO "Session" ("tokenHash", "userId", "workspaceId", "expiresAt")
     SELECT uuid_send(gen_random_uuid()), $1, $2, now() - $4::interval FROM generate_series(1, $3)`,
    [member.userId, member.workspaceId, count, age],
  );
}

function windows(count: number, age: string) {
  return sql(
    `INSERT INTO "RateLimit" ("key", "points", "expire")
     SELECT gen_random_uuid(), 1, extract(epoch FROM now() - $2::interval) * 1000 FROM generate_series(1, $1::int)`,
    [count, age],
  );
}

/** So many connections, each with a token, that ended so long ago. */
async function connections(count: number, age: string) {
  await sql(
    `INSERT INTO "OAuthGrant" ("workspaceId", "id", "userId", "clientId", "expiresAt")
     SELECT $1, n, $2, 'ocl_x', now() - $4::interval FROM generate_series(1, $3::int) n`,
    [member.workspaceId, member.userId, count, age],
  );
  await sql(
    `INSERT INTO "OAuthToken" ("workspaceId", "hash", "kind", "grantId", "expiresAt")
     SELECT "workspaceId", uuid_send(gen_random_uuid()), 'ACCESS', "id", now() - $1::interval FROM "OAuthGrant"`,
    [age],
  );
}

async function connection(
  id: string,
  { expires, revoked, tokens }: { expires: string; revoked: string | null; tokens: string[] },
) {
  await sql(
    `INSERT INTO "OAuthGrant" ("workspaceId", "id", "userId", "clientId", "expiresAt", "revokedAt")
     VALUES ($1, $2, $3, 'ocl_x', now() - $4::interval, now() - $5::interval)`,
    [member.workspaceId, id, member.userId, expires, revoked],
  );
  await sql(
    `INSERT INTO "OAuthToken" ("workspaceId", "hash", "kind", "grantId", "expiresAt")
     SELECT $1, uuid_send(gen_random_uuid()), 'ACCESS', $2, now() - age::interval FROM unnest($3::text[]) age`,
    [member.workspaceId, id, tokens],
  );
}

/** So many events of so long ago, each with deliveries to an endpoint that were attempted once. */
async function webhookEvents(count: number, age: string, deliveriesOfEach = 1) {
  const [webhook] = await sql(
    `INSERT INTO "Webhook" ("workspaceId", "url", "secret") VALUES ($1, 'https://example.com', '') RETURNING "id"`,
    [member.workspaceId],
  );
  await sql(
    `WITH e AS (INSERT INTO "WebhookEvent" ("workspaceId", "kind", "payload", "createdAt")
       SELECT $1, 'contact.created', '{}', now() - $3::interval FROM generate_series(1, $2::int) RETURNING *)
     INSERT INTO "WebhookDelivery" ("workspaceId", "webhookId", "eventId", "sequence", "dueAt")
     SELECT $1, $4, e."id", row_number() OVER (), now() FROM e, generate_series(1, $5::int)`,
    [member.workspaceId, count, age, webhook?.id, deliveriesOfEach],
  );
  await sql(
    `INSERT INTO "WebhookAttempt" ("workspaceId", "webhookId", "deliveryId", "url", "sentAt", "latencyMs")
     SELECT "workspaceId", "webhookId", "id", 'https://example.com', now(), 1 FROM "WebhookDelivery" WHERE "webhookId" = $1`,
    [webhook?.id],
  );
}

/** So many mails about a call that ended so long ago, as they say it. */
async function mails(count: number, age: string) {
  await sql(
    `INSERT INTO "Notification" ("workspaceId", "eventCallId", "kind", "recipient", "status", "sequence", "userId", "dateTime",
       "endTime", "timeZone", "location", "dueAt")
     SELECT $1, $2, 'INVITATION', 'INVITEE', 'SENT', 0, $3, now(), now() - $5::interval, 'UTC', 'ZOOM', now()
     FROM generate_series(1, $4::int)`,
    [member.workspaceId, await factories(services.context).call(member), member.userId, count, age],
  );
}

/** So many entries of a call that ended so long ago, each in a calendar of its own. */
async function entries(count: number, age: string, dueAt: string | null = null) {
  const call = await factories(services.context).call(member);
  await sql(
    `WITH c AS (INSERT INTO "CalendarConnection" ("workspaceId", "userId", "kind", "name", "secret", "readableUntil", "nextReadAt")
         VALUES ($1, $2, 'CALDAV', 'x', '', now(), now()) RETURNING "id"),
       k AS (INSERT INTO "Calendar" ("workspaceId", "connectionId", "externalId", "name", "isWritable")
         SELECT $1, c."id", n, 'x', true FROM c, generate_series(1, $3::int) n RETURNING "id")
     INSERT INTO "CalendarEntry" ("workspaceId", "eventCallId", "calendarId", "status", "endTime", "dueAt")
     SELECT $1, $4, k."id", 'WRITTEN', now() - $5::interval, $6 FROM k`,
    [member.workspaceId, member.userId, count, call, age, dueAt],
  );
}

/** So many logged requests of so long ago. */
function requests(count: number, age: string) {
  return sql(
    `INSERT INTO "ApiRequest" ("workspaceId", "time", "userId", "method", "route", "status", "durationMs", "requestId", "represents")
     SELECT $1, now() - $4::interval, $2, 'GET', '/v1/contacts', 200, 1, 'r', 1 FROM generate_series(1, $3::int)`,
    [member.workspaceId, member.userId, count, age],
  );
}

/** So many bookings that wait for their confirmation, until so long from now. */
async function holds(count: number, left: string) {
  const { id: eventId } = await factories(services.context).insert('Event', {
    ...{ workspaceId: member.workspaceId, name: 'x', linkPrefix: `x/held-${nextSerial()}`, callType: 'STRATEGY_EVENT' },
    duration: 30,
  });
  await sql(
    `INSERT INTO "BookingHold" ("workspaceId", "id", "eventId", "email", "input", "expiresAt")
     SELECT $1, $2::int || '.' || n, $2::int, 'a@example.com', '{}', now() + $4::interval FROM generate_series(1, $3::int) n`,
    [member.workspaceId, eventId, count, left],
  );
}

describe('sweepEnded()', () => {
  test('finds what has ended without reading all that has not', async () => {
    await Promise.all([records(10_000, '-1 hour'), sessions(10_000, '-1 hour'), windows(10_000, '-1 hour')]);
    await connections(10_000, '-1 hour');
    await webhookEvents(10_000, '1 hour');
    await requests(10_000, '1 hour');
    await mails(10_000, '1 hour');
    await entries(10_000, '1 hour');
    await holds(10_000, '1 hour');
    await sql(
      `INSERT INTO "CallReminder" ("workspaceId", "eventCallId", "dateTime")
       SELECT $1, $2, now() + n * interval '1 minute' FROM generate_series(1, 10000) n`,
      [member.workspaceId, await factories(services.context).call(member)],
    );
    await sql(
      `INSERT INTO "AccountLink" ("tokenHash", "email", "expiresAt")
       SELECT n::text::bytea, n, now() + interval '1 hour' FROM generate_series(1, 10000) n`,
    );
    await sql(
      `INSERT INTO "Invitation" ("workspaceId", "email", "role", "tokenHash", "invitedBy", "expiresAt")
       SELECT $1, n, 'CLOSER', n::text::bytea, $2, now() + interval '1 hour' FROM generate_series(1, 10000) n`,
      [member.workspaceId, member.userId],
    );
    await sql(
      `INSERT INTO "Mailbox" ("key", "mails", "expiresAt")
       SELECT n::text::bytea, '[]', now() + interval '1 hour' FROM generate_series(1, 10000) n`,
    );
    await sql('ANALYZE "AccountLink", "Invitation", "Mailbox"');
    await sql(
      'ANALYZE "BookingHold", "IdempotencyRecord", "Session", "RateLimit", "OAuthGrant", "OAuthToken", "WebhookEvent", "ApiRequest", "CallReminder", "Notification", "CalendarEntry"',
    );
    const plans: Record<string, string[]> = {};
    const db = observed(async ({ name, text }, send) => {
      const rows = await sql(`EXPLAIN ${text}`);
      plans[name] = rows.map((row) => String(row['QUERY PLAN'])).filter((line) => line.includes('Seq Scan on'));
      return send();
    });
    expect(await sweepEnded({ db })).toEqual(nothing);
    const finding = Object.keys(nothing).map((table) => [`sweep.${table}`, []]);
    const nowhere = { 'sweep.lock': [], ...Object.fromEntries(finding) };
    expect(plans).toEqual(nowhere);
    await sql(
      'TRUNCATE "OAuthGrant", "WebhookEvent", "Webhook", "ApiRequest", "CallReminder", "Notification", "CalendarConnection" CASCADE',
    );
    await sql('TRUNCATE "AccountLink", "Invitation", "Mailbox", "BookingHold"');
  });

  test('deletes what has ended, and nothing else', async () => {
    for (const [count, age] of [
      [3, '8 days'],
      [2, '1 hour'],
      [1, '-1 hour'],
    ] as const) {
      await Promise.all([records(count, age), sessions(count, age), windows(count, age)]);
    }
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, IdempotencyRecord: 5, Session: 3, RateLimit: 5 });
    expect(await left()).toEqual({ IdempotencyRecord: 1, Session: 3, RateLimit: 1 });
    expect(await sweepEnded(services.context)).toEqual(nothing);
  });

  test('deletes tokens a week after their end, and connections with theirs a month after', async () => {
    await connection('one', { expires: '29 days', revoked: null, tokens: ['8 days', '6 days', '-1 hour'] });
    await connection('two', { expires: '31 days', revoked: null, tokens: [] });
    await connection('three', { expires: '-20 days', revoked: '31 days', tokens: ['-20 days'] });
    await connection('four', { expires: '-20 days', revoked: '29 days', tokens: ['-20 days'] });
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, OAuthToken: 1, OAuthGrant: 2 });
    const tokens = await sql('SELECT "grantId" FROM "OAuthToken" ORDER BY "grantId"');
    expect(tokens.map(({ grantId }) => grantId)).toEqual(['four', 'one', 'one']);
    await sql('TRUNCATE "OAuthGrant" CASCADE');
  });

  test('deletes events after 90 days, with their deliveries and attempts, few at a time', async () => {
    await webhookEvents(120, '91 days', 3);
    await webhookEvents(5, '89 days');
    const batches: number[] = [];
    const db = observed(async ({ name }, send) => {
      const result = await send();
      if (name === 'sweep.WebhookEvent.delete') batches.push(result.rowCount ?? 0);
      return result;
    });
    expect(await sweepEnded({ db })).toEqual({ ...nothing, WebhookEvent: 120 });
    expect(batches).toEqual([50, 50, 20]);
    const [rows] = await sql(`SELECT (SELECT count(*)::int FROM "WebhookEvent") AS "events",
      (SELECT count(*)::int FROM "WebhookDelivery") AS "deliveries", (SELECT count(*)::int FROM "WebhookAttempt") AS "attempts"`);
    expect(rows).toEqual({ events: 5, deliveries: 5, attempts: 5 });
    await sql('TRUNCATE "WebhookEvent", "Webhook" CASCADE');
  });

  test('deletes logged requests after 7 days, a thousand at a time', async () => {
    await requests(2100, '169 hours');
    await requests(3, '167 hours');
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, ApiRequest: 2100 });
    expect(await sql('SELECT count(*)::int FROM "ApiRequest"')).toEqual([{ count: 3 }]);
    await sql('TRUNCATE "ApiRequest"');
  });

  test('deletes mails about calls 90 days after the call', async () => {
    await mails(3, '91 days');
    await mails(2, '89 days');
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, Notification: 3 });
    expect(await sql('SELECT count(*)::int FROM "Notification"')).toEqual([{ count: 2 }]);
    await sql('TRUNCATE "Notification"');
  });

  test('deletes entries of calendars 90 days after the call, and none that is still to be written', async () => {
    await entries(3, '91 days');
    await entries(2, '89 days');
    await entries(1, '91 days', '2026-03-01T12:00:00.000Z');
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, CalendarEntry: 3 });
    expect(await sql('SELECT count(*)::int FROM "CalendarEntry"')).toEqual([{ count: 3 }]);
    await sql('TRUNCATE "CalendarConnection" CASCADE');
  });

  test('deletes the reminders of calls a day after the call', async () => {
    const factory = factories(services.context);
    const call = await factory.call(member, { dateTime: '2026-03-02T12:00:00.000Z' });
    await sql(
      `INSERT INTO "CallReminder" ("workspaceId", "eventCallId", "dateTime")
       SELECT $1, $2, now() - age::interval FROM unnest('{25 hours,23 hours,-10 minutes}'::text[]) age`,
      [member.workspaceId, call],
    );
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, CallReminder: 1 });
    await sql('TRUNCATE "CallReminder"');
  });

  test('deletes what undoes a merge an hour after it, and leaves where the ids of the contact lead', async () => {
    const { workspaceId } = member;
    const contactId = await factories(services.context).contact(workspaceId);
    for (const [id, left] of [[1, '-1 second'] as const, [2, '1 minute'] as const]) {
      const merged = { id, previewId: `merged_${nextSerial()}`, contactId, emails: [], phoneNumbers: [] };
      await factories(services.context).insert('MergedContact', { workspaceId, ...merged });
      await sql(
        `INSERT INTO "MergeUndo" ("workspaceId", "mergedContactId", "state", "expiresAt") VALUES ($1, $2, '{}', now() + $3::interval)`,
        [workspaceId, id, left],
      );
    }
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, MergeUndo: 1 });
    expect(await sql('SELECT "mergedContactId" FROM "MergeUndo"')).toEqual([{ mergedContactId: 2 }]);
    expect(await sql('SELECT "id" FROM "MergedContact" ORDER BY 1')).toEqual([{ id: 1 }, { id: 2 }]);
    await sql('TRUNCATE "MergedContact" CASCADE');
  });

  test('deletes bookings that nobody has confirmed in time, with what their forms said', async () => {
    await holds(3, '-1 second');
    await holds(2, '1 minute');
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, BookingHold: 3 });
    expect(await sql('SELECT count(*)::int FROM "BookingHold"')).toEqual([{ count: 2 }]);
    await sql('TRUNCATE "BookingHold"');
  });

  test('deletes invitations and links in e-mails when they end', async () => {
    const { workspaceId, userId } = member;
    for (const [name, end] of Object.entries({ ended: '-1 second', open: '1 hour' })) {
      await sql(`INSERT INTO "AccountLink" ("tokenHash", "email", "expiresAt") VALUES ($1, $2, now() + $3::interval)`, [
        Buffer.from(name),
        `${name}@example.com`,
        end,
      ]);
      await sql(
        `INSERT INTO "Invitation" ("workspaceId", "email", "role", "tokenHash", "invitedBy", "expiresAt")
         VALUES ($1, $2, 'CLOSER', $3, $4, now() + $5::interval)`,
        [workspaceId, `${name}@example.com`, Buffer.from(name), userId, end],
      );
    }
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, Invitation: 1, AccountLink: 1 });
    for (const table of ['AccountLink', 'Invitation']) {
      expect(await sql(`DELETE FROM "${table}" RETURNING "email"`)).toEqual([{ email: 'open@example.com' }]);
    }
  });

  test('deletes what a mailbox got a day ago, but not where it gets another mail meanwhile', async () => {
    for (const name of ['ended', 'used', 'open'])
      await sql(`INSERT INTO "Mailbox" ("key", "mails", "expiresAt") VALUES ($1, '[]', now() + $2::interval)`, [
        ...[Buffer.from(name), name === 'open' ? '1 hour' : '-1 second'],
      ]);
    const db = observed(async ({ name }, send) => {
      const result = await send();
      if (name === 'sweep.Mailbox')
        await sql(`UPDATE "Mailbox" SET "expiresAt" = now() + interval '1 day' WHERE "key" = 'used'`);
      return result;
    });
    expect(await sweepEnded({ db })).toEqual({ ...nothing, Mailbox: 1 });
    const left = await sql('DELETE FROM "Mailbox" RETURNING "key"');
    expect(left.map(({ key }) => String(key)).sort()).toEqual(['open', 'used']);
  });

  test('deletes more than one batch', async () => {
    await windows(2500, '1 second');
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, RateLimit: 2500 });
  });

  test('stops after the current batch when the signal aborts', async () => {
    await windows(2500, '1 second');
    const stopped = AbortSignal.abort();
    expect(await sweepEnded(services.context, stopped)).toEqual(nothing);
    const stopping = new AbortController();
    const db = observed(({ name }, send) => {
      if (name === 'sweep.RateLimit') stopping.abort();
      return send();
    });
    expect(await sweepEnded({ db }, stopping.signal)).toEqual({ ...nothing, RateLimit: 1000 });
  });

  test('goes on with the other tables where one fails', async () => {
    await Promise.all([records(3, '1 hour'), sessions(2, '8 days'), windows(4, '1 hour')]);
    const db = observed(({ name }, send) =>
      ['sweep.IdempotencyRecord', 'sweep.OAuthGrant'].includes(name)
        ? Promise.reject(new Error(`${name} takes too long`))
        : send(),
    );
    const failed = await sweepEnded({ db }).catch((error: AggregateError) => error.errors);
    expect(failed).toEqual([
      new Error('sweep.IdempotencyRecord takes too long'),
      new Error('sweep.OAuthGrant takes too long'),
    ]);
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, IdempotencyRecord: 3 });
  });

  test('skips rows that another transaction has locked, without waiting', async () => {
    await records(3, '1 hour');
    const writer = await services.context.db.pool.connect();
    await writer.query('BEGIN');
    await writer.query(
      `SELECT FROM "IdempotencyRecord" WHERE "workspaceId" = $1
         AND "key" = (SELECT min("key") FROM "IdempotencyRecord" WHERE "workspaceId" = $1) FOR UPDATE`,
      [member.workspaceId],
    );
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, IdempotencyRecord: 2 });
    await writer.query('ROLLBACK');
    writer.release();
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, IdempotencyRecord: 1 });
  });

  test('does nothing while another node sweeps', async () => {
    await records(3, '1 hour');
    const other = await services.context.db.pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(72707372)');
    expect(await sweepEnded(services.context)).toEqual(nothing);
    await other.query('COMMIT');
    other.release();
    expect(await sweepEnded(services.context)).toEqual({ ...nothing, IdempotencyRecord: 3 });
  });
});
