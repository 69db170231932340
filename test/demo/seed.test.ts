import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeededWorkspace, seedWorkspace } from '#src/demo/seed-workspace.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { forbidden } from './seed-rules.ts';
import { emptyStage, type Stage } from './support.ts';

/** As many as four closers have room for, in three batches. */
const calls = 16_000;
describe('seedWorkspace()', () => {
  let stage: Stage;
  let seeded: SeededWorkspace;
  const progress: number[] = [];

  beforeAll(async () => {
    stage = await emptyStage();
    seeded = await seedWorkspace(stage.context, {
      calls,
      batchSize: 6000,
      onProgress: (done) => progress.push(done),
    });
  });
  afterAll(() => stage.close());

  const countOf = (table: string, condition = 'true') =>
    stage.count(`SELECT count(*) FROM "${table}" WHERE "workspaceId" = $1 AND ${condition}`, [seeded.workspaceId]);

  test('makes exactly so many calls, with their contacts, closers, setters and events', async () => {
    expect(seeded.calls).toBe(calls);
    expect(progress.at(-1)).toBe(calls);
    expect(progress).toHaveLength(3);
    await expect(countOf('EventCall')).resolves.toBe(calls);
    await expect(countOf('InviteeAnswer')).resolves.toBe(2 * calls);
    await expect(countOf('Contact')).resolves.toBe(Math.ceil(calls / 6.7));
    await expect(countOf('Membership', `"role" = 'CLOSER'`)).resolves.toBe(4);
    await expect(countOf('Membership', `"role" = 'SETTER'`)).resolves.toBe(3);
    await expect(countOf('Event')).resolves.toBe(8);
    const won = await countOf('EventCall', `"outcome" = 'WON'`);
    await expect(countOf('Deal')).resolves.toBeGreaterThan(0.8 * won);
    await expect(countOf('CustomField', `"identifier" = 'contact-stage' AND "isSystemField"`)).resolves.toBe(1);
  });

  test.each(Object.entries(forbidden))('not %s', async (_, sql) => {
    await expect(stage.count(sql, [seeded.workspaceId])).resolves.toBe(0);
  });

  test.each([
    ['outcome', 'CallOutcome'],
    ['status', 'CallStatus'],
    ['callType', 'CallType'],
    ['noSaleReason', 'NoSaleReason'],
    ['location', 'EventLocation'],
  ])('calls take every %s', async (column, type) => {
    const unused = `SELECT count(*) FROM unnest(enum_range(NULL::"${type}")) v WHERE v NOT IN (
      SELECT "${column}" FROM "EventCall" WHERE "workspaceId" = $1 AND "${column}" IS NOT NULL)`;
    await expect(stage.count(unused, [seeded.workspaceId])).resolves.toBe(0);
  });

  test('the key is the owner’s and has all scopes', async () => {
    await expect(
      stage.rows('SELECT "userId", "hash", "scopes" FROM "ApiKey" WHERE "workspaceId" = $1', [seeded.workspaceId]),
    ).resolves.toEqual([{ userId: seeded.userId, hash: sha256(seeded.key), scopes: allScopes }]);
    await expect(countOf('Membership', `"role" = 'OWNER' AND "userId" = ${seeded.userId}`)).resolves.toBe(1);
  });

  test('the calls are vacuumed, so that their indexes can be read alone', async () => {
    const [pages] = await stage.rows(`SELECT relpages, relallvisible FROM pg_class WHERE relname = 'EventCall'`);
    expect(pages?.relallvisible).toBeGreaterThan(0.9 * pages?.relpages);
  });
});
