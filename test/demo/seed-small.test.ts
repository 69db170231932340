import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedWorkspace } from '#src/demo/seed-workspace.ts';
import { forbidden } from './seed-rules.ts';
import { emptyStage, type Stage } from './support.ts';

describe('seedWorkspace() with few calls', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await emptyStage();
  });
  afterAll(() => stage.close());

  test('makes the same calls again, but for ids', async () => {
    const pair = [
      await seedWorkspace(stage.context, { calls: 200 }),
      await seedWorkspace(stage.context, { calls: 200 }),
    ];
    const [one, other] = await Promise.all(
      pair.map(({ workspaceId }) =>
        stage.rows(
          `SELECT to_jsonb(c) - '{workspaceId,id,eventId,contactId,userId,setterId}'::text[] AS "call" FROM "EventCall" c
           WHERE "workspaceId" = $1 ORDER BY "previewId"`,
          [workspaceId],
        ),
      ),
    );
    expect(one).toHaveLength(200);
    expect(one).toEqual(other);
  });

  test.each([0, 1])('makes a sound workspace with %i calls', async (few) => {
    const { workspaceId } = await seedWorkspace(stage.context, { calls: few });
    await expect(stage.count('SELECT count(*) FROM "EventCall" WHERE "workspaceId" = $1', [workspaceId])).resolves.toBe(
      few,
    );
    for (const sql of Object.values(forbidden)) await expect(stage.count(sql, [workspaceId]), sql).resolves.toBe(0);
  });

  test('interrupted, it leaves a sound workspace with fewer calls', async () => {
    const interrupt = () => {
      throw new Error('interrupted');
    };
    await expect(seedWorkspace(stage.context, { calls: 250, batchSize: 100, onProgress: interrupt })).rejects.toThrow(
      'interrupted',
    );
    const workspaceId = await stage.count('SELECT max("id") FROM "Workspace"');
    await expect(stage.count('SELECT count(*) FROM "EventCall" WHERE "workspaceId" = $1', [workspaceId])).resolves.toBe(
      100,
    );
    for (const sql of Object.values(forbidden)) await expect(stage.count(sql, [workspaceId]), sql).resolves.toBe(0);
  });
});
