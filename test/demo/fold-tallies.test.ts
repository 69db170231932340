import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { foldTallies } from '#src/db/writes/tallies.ts';
import { seedWorkspace } from '#src/demo/seed-workspace.ts';
import { seededRandom } from '#src/lib/random.ts';
import { foldAllTallies } from '#src/services/event-calls/fold-tallies.ts';
import { emptyStage, type Stage, wrongTallies } from './support.ts';

const stateRows = `SELECT count(*) FROM "EventCallTally" WHERE "workspaceId" = $1
  AND "dimension" = 0 AND "value" = 0 AND "day" = '-infinity'`;
const crowded = `SELECT count(*) FROM (SELECT FROM "EventCallTally" WHERE "workspaceId" = $1
  GROUP BY "dimension", "value", "day" HAVING count(*) > 1) c`;

/** A cancelled copy of a call, another status for one, and the end of a copy: all that changes the tallies. */
const writes = [
  `INSERT INTO "EventCall" SELECT (jsonb_populate_record(c, jsonb_build_object('id', nextval('"EventCall_id_seq"'),
     'previewId', gen_random_uuid()::text, 'status', 'CANCELLED'))).* FROM "EventCall" c WHERE "workspaceId" = $1 AND "id" = $2`,
  `UPDATE "EventCall" SET "outcome" = CASE WHEN "outcome" IS NULL THEN 'WON'::"CallOutcome" END WHERE "workspaceId" = $1 AND "id" = $2`,
  `DELETE FROM "EventCall" c WHERE "workspaceId" = $1 AND "id" = (
     SELECT max("id") FROM "EventCall" WHERE "workspaceId" = $1 AND "previewId" NOT LIKE 'call%') AND $2::int > 0`,
] as const;

/** What a snapshot sees: the name of the state, the sum of the tallies, the calls themselves. */
const glance = `SELECT
  (SELECT count(*) || ':' || max("sequence") FROM "EventCallTally"
    WHERE "workspaceId" = $1 AND "dimension" = 0 AND "value" = 0 AND "day" = '-infinity') AS "state",
  (SELECT sum("amount")::int FROM "EventCallTally"
    WHERE "workspaceId" = $1 AND "dimension" = 0 AND "value" = 0 AND "day" = '-infinity') AS "tallied",
  (SELECT sum("amount")::int FROM "EventCallTally"
    WHERE "workspaceId" = $1 AND "dimension" = 0 AND "value" = 0 AND "day" > '-infinity') AS "talliedByDay",
  (SELECT count(*)::int FROM "EventCall" WHERE "workspaceId" = $1) AS "counted",
  (SELECT md5(string_agg("id" || ':' || coalesce("outcome"::text, ''), ',' ORDER BY "id")) FROM "EventCall"
    WHERE "workspaceId" = $1) AS "calls"`;

interface Glance {
  state: string;
  tallied: number;
  talliedByDay: number;
  counted: number;
  calls: string;
}

describe('folding the tallies', () => {
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

  /** Each of these adds one row of state. */
  async function update(count: number): Promise<void> {
    for (let done = 0; done < count; done++) await stage.rows(writes[1], [workspaceId, callIds[done % callIds.length]]);
  }

  test('leaves one row for each value and day, and every sum as it was', async () => {
    await update(50);
    await expect(stage.count(stateRows, [workspaceId])).resolves.toBe(51);
    await foldTallies(stage.db.pool, workspaceId);
    await expect(stage.count(wrongTallies, [workspaceId])).resolves.toBe(0);
    await expect(stage.count(crowded, [workspaceId])).resolves.toBe(0);
    await expect(stage.count(`${stateRows} AND "sequence" > 1::bigint << 52`, [workspaceId])).resolves.toBe(1);
  });

  test('touches nothing when there is nothing to fold, and no other workspace', async () => {
    const other = await seedWorkspace(stage.context, { calls: 0 });
    await update(5);
    const rows = () => stage.rows('SELECT * FROM "EventCallTally" ORDER BY "sequence"');
    const before = await rows();
    await foldTallies(stage.db.pool, other.workspaceId);
    await expect(rows()).resolves.toEqual(before);
    await foldTallies(stage.db.pool, workspaceId);
    const folded = await rows();
    await foldTallies(stage.db.pool, workspaceId);
    await expect(rows()).resolves.toEqual(folded);
  });

  test('folds a workspace of its own accord once there are more than 64 rows of state', async () => {
    await update(63);
    await foldAllTallies(stage.context);
    await expect(stage.count(stateRows, [workspaceId])).resolves.toBe(64);
    await update(1);
    await foldAllTallies(stage.context);
    await expect(stage.count(stateRows, [workspaceId])).resolves.toBe(1);
  });

  test('is exact in every snapshot, beside writers and other folds, and a state never has two contents', async () => {
    const writeAnything = async (seed: number) => {
      const random = seededRandom(seed);
      for (let done = 0; done < 60; done++) {
        await stage.rows(random.pick(writes), [workspaceId, random.pick(callIds)]);
      }
    };
    const contents = new Map<string, string>();
    let isWriting = true;
    const folding = [1, 2].map(async () => {
      while (isWriting) await foldTallies(stage.db.pool, workspaceId);
    });
    const reading = (async () => {
      while (isWriting) {
        const [seen] = await stage.rows<Glance>(glance, [workspaceId]);
        expect(seen).toMatchObject({ tallied: seen?.counted, talliedByDay: seen?.counted });
        const { state, calls } = seen as Glance;
        expect(contents.get(state) ?? calls).toBe(calls);
        contents.set(state, calls);
      }
    })();
    const writing = Promise.all([11, 12, 13, 14].map(writeAnything)).finally(() => {
      isWriting = false;
    });
    await Promise.all([writing, reading, ...folding]);
    await expect(stage.count(wrongTallies, [workspaceId])).resolves.toBe(0);
    await foldTallies(stage.db.pool, workspaceId);
    await expect(stage.count(wrongTallies, [workspaceId])).resolves.toBe(0);
    await expect(stage.count(crowded, [workspaceId])).resolves.toBe(0);
    expect(contents.size).toBeGreaterThan(10);
  });

  test('a writer that drew its sequence before the fold and commits after it makes a new state', async () => {
    await update(3);
    const states = async () => (await stage.rows<Glance>(glance, [workspaceId]))[0]?.state;
    const client = await stage.db.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(writes[1], [workspaceId, callIds.at(-1)]);
      await update(1);
      const before = await states();
      await foldTallies(stage.db.pool, workspaceId);
      await client.query('COMMIT');
      await update(3);
      expect(new Set([before, await states()]).size).toBe(2);
    } finally {
      client.release();
    }
    await expect(stage.count(wrongTallies, [workspaceId])).resolves.toBe(0);
  });
});
