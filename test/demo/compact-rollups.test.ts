import type pg from 'pg';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertCall, updateCall } from '#src/db/writes/event-calls.ts';
import { compactRollups } from '#src/db/writes/rollup-maintenance.ts';
import { type Random, seededRandom } from '#src/demo/random.ts';
import { seedWorkspace } from '#src/demo/seed-workspace.ts';
import { compactAllRollups } from '#src/services/rollups.ts';
import { emptyStage, type Stage, wrongRollups } from './support.ts';

const stateRows = `SELECT count(*) FROM "EventCallRollup" WHERE "workspaceId" = $1
  AND "dimension" = 0 AND "value" = 0 AND "day" = '-infinity'`;
const uncompacted = `SELECT count(*) FROM (SELECT FROM "EventCallRollup" WHERE "workspaceId" = $1
  GROUP BY "dimension", "value", "day" HAVING count(*) > 1) c`;

type Write = (client: ClientBase, key: readonly [workspaceId: number, id: number], random: Random) => Promise<unknown>;

const setOutcome: Write = (client, key, random) => updateCall(client, key, { outcome: random.pick(['WON', null]) });

/** A cancelled call on another day, its copy, and an outcome of a call that nobody has locked: all that changes the rollups. */
const writes: readonly Write[] = [
  setOutcome,
  async (client, key, random) => {
    const dateTime = new Date(Date.UTC(2026, 0, random.integer(1, 28), 9)).toISOString();
    const endTime = new Date(Date.parse(dateTime) + 30 * 60_000).toISOString();
    await updateCall(client, key, { status: 'CANCELLED', dateTime, endTime, duration: 30 });
  },
  async (client, key) => {
    const text = 'SELECT * FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $2';
    const { rows } = await client.query<Parameters<typeof insertCall>[1]>(text, [...key]);
    const [call] = rows;
    if (call) await updateCall(client, [key[0], await insertCall(client, farAway(call))], { status: 'CANCELLED' });
  },
];

let copies = 0;

/** At a time that no other call has. */
function farAway<Call extends object>(call: Call): Call & { dateTime: string } {
  return { ...call, dateTime: new Date(Date.UTC(2030, 0, 1) + copies++ * 86_400_000).toISOString() };
}

/** What a snapshot sees: the name of the state, the sum of the rollups, the calls themselves. */
const glance = `SELECT
  (SELECT count(*) || ':' || max("sequence") FROM "EventCallRollup"
    WHERE "workspaceId" = $1 AND "dimension" = 0 AND "value" = 0 AND "day" = '-infinity') AS "state",
  (SELECT sum("amount")::int FROM "EventCallRollup"
    WHERE "workspaceId" = $1 AND "dimension" = 0 AND "value" = 0 AND "day" = '-infinity') AS "rolledUp",
  (SELECT sum("amount")::int FROM "EventCallRollup"
    WHERE "workspaceId" = $1 AND "dimension" = 0 AND "value" = 0 AND "day" > '-infinity') AS "rolledUpByDay",
  (SELECT count(*)::int FROM "EventCall" WHERE "workspaceId" = $1) AS "counted",
  (SELECT md5(string_agg("id" || ':' || coalesce("outcome"::text, ''), ',' ORDER BY "id")) FROM "EventCall"
    WHERE "workspaceId" = $1) AS "calls"`;

interface Glance {
  state: string;
  rolledUp: number;
  rolledUpByDay: number;
  counted: number;
  calls: string;
}

describe('compacting the rollups', () => {
  let stage: Stage;
  let workspaceId: number;
  let callIds: number[];

  beforeAll(async () => {
    stage = await emptyStage();
  });
  beforeEach(async () => {
    ({ workspaceId } = await seedWorkspace(stage.context, { calls: 40 }));
    const calls = await stage.rows<{ id: number }>('SELECT "id" FROM "EventCall" WHERE "workspaceId" = $1', [
      workspaceId,
    ]);
    callIds = calls.map(({ id }) => id);
  });
  afterAll(() => stage.close());

  function write(change: Write, id: number, random: Random): Promise<unknown> {
    return stage.db.write((client) => change(client, [workspaceId, id], random));
  }

  /** Each of these adds one row of state. */
  async function update(count: number): Promise<void> {
    const random = seededRandom(count);
    for (let done = 0; done < count; done++) await write(setOutcome, callIds[done % callIds.length] as number, random);
  }

  test('leaves one row for each value and day, and every sum as it was', async () => {
    await update(50);
    await expect(stage.count(stateRows, [workspaceId])).resolves.toBe(51);
    await compactRollups(stage.db.pool, workspaceId);
    await expect(stage.count(wrongRollups, [workspaceId])).resolves.toBe(0);
    await expect(stage.count(uncompacted, [workspaceId])).resolves.toBe(0);
    await expect(stage.count(`${stateRows} AND "sequence" > 1::bigint << 60`, [workspaceId])).resolves.toBe(1);
  });

  test('touches nothing when there is nothing to compact, and no other workspace', async () => {
    const other = await seedWorkspace(stage.context, { calls: 0 });
    await update(5);
    const rows = () => stage.rows('SELECT * FROM "EventCallRollup" ORDER BY "sequence"');
    const before = await rows();
    await compactRollups(stage.db.pool, other.workspaceId);
    await expect(rows()).resolves.toEqual(before);
    await compactRollups(stage.db.pool, workspaceId);
    const compacted = await rows();
    await compactRollups(stage.db.pool, workspaceId);
    await expect(rows()).resolves.toEqual(compacted);
  });

  test('runs by itself in a workspace that has more than 64 rows of state', async () => {
    await update(63);
    await compactAllRollups(stage.context);
    await expect(stage.count(stateRows, [workspaceId])).resolves.toBe(64);
    await update(1);
    await compactAllRollups(stage.context);
    await expect(stage.count(stateRows, [workspaceId])).resolves.toBe(1);
  });

  test('begins with no workspace after the signal to stop', async () => {
    await update(64);
    await compactAllRollups(stage.context, AbortSignal.abort());
    await expect(stage.count(stateRows, [workspaceId])).resolves.toBe(65);
    await compactAllRollups(stage.context);
    await expect(stage.count(stateRows, [workspaceId])).resolves.toBe(1);
  });

  test('is exact in every snapshot, beside writers and other compactions, and a state never has two contents', async () => {
    const writeAnything = async (seed: number) => {
      const random = seededRandom(seed);
      for (let done = 0; done < 60; done++) {
        await write(random.pick(writes), random.pick(callIds), random);
      }
    };
    const contents = new Map<string, string>();
    let isWriting = true;
    const compacting = [1, 2].map(async () => {
      while (isWriting) await compactRollups(stage.db.pool, workspaceId);
    });
    const reading = (async () => {
      while (isWriting) {
        const [seen] = await stage.rows<Glance>(glance, [workspaceId]);
        expect(seen).toMatchObject({ rolledUp: seen?.counted, rolledUpByDay: seen?.counted });
        const { state, calls } = seen as Glance;
        expect(contents.get(state) ?? calls).toBe(calls);
        contents.set(state, calls);
      }
    })();
    const writing = Promise.all([11, 12, 13, 14].map(writeAnything)).finally(() => {
      isWriting = false;
    });
    await Promise.all([writing, reading, ...compacting]);
    await expect(stage.count(wrongRollups, [workspaceId])).resolves.toBe(0);
    await compactRollups(stage.db.pool, workspaceId);
    await expect(stage.count(wrongRollups, [workspaceId])).resolves.toBe(0);
    await expect(stage.count(uncompacted, [workspaceId])).resolves.toBe(0);
    expect(contents.size).toBeGreaterThan(10);
  });

  test('counts each amount once, also where another process compacts the same rows and the lock does not keep it away', async () => {
    await update(3);
    const other = await stage.db.pool.connect();
    const query = other.query.bind(other) as (...args: unknown[]) => Promise<unknown>;
    // As on another node of a distributed PostgreSQL, whose locks are its own.
    other.query = (async (text: unknown, ...rest: unknown[]) => {
      if (String(text).includes('pg_try_advisory_xact_lock')) return { rows: [{ isOurs: true }] };
      if (String(text).startsWith('DELETE')) await compactRollups(stage.db.pool, workspaceId);
      return query(text, ...rest);
    }) as unknown as typeof other.query;
    const pool = { connect: async () => other } as unknown as pg.Pool;
    await expect(compactRollups(pool, workspaceId)).rejects.toThrow('Another process compacted these rollups.');
    await expect(stage.count(wrongRollups, [workspaceId])).resolves.toBe(0);
  });

  test('a writer that took its sequence number before the compaction and commits after it makes a new state', async () => {
    await update(3);
    const states = async () => (await stage.rows<Glance>(glance, [workspaceId]))[0]?.state;
    const client = await stage.db.pool.connect();
    try {
      await client.query('BEGIN');
      await setOutcome(client, [workspaceId, callIds.at(-1) as number], seededRandom(1));
      await update(1);
      const before = await states();
      await compactRollups(stage.db.pool, workspaceId);
      await client.query('COMMIT');
      await update(3);
      expect(new Set([before, await states()]).size).toBe(2);
    } finally {
      client.release();
    }
    await expect(stage.count(wrongRollups, [workspaceId])).resolves.toBe(0);
  });
});
