import { getIntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { inDocumentTurn, inListTurn } from '#src/graphql/limits/document-turns.ts';
import { useApp } from '../support/app.ts';
import { pause } from '../support/waiting.ts';

/** Keeps the thread busy, as a large document does. */
function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

const app = await useApp();

/** More documents of a workspace than run and wait, which is more on a machine with more cores. */
const tooMany = (workspaceId: number, reading: Promise<void>) =>
  Array.from({ length: 60 }, () => inDocumentTurn(workspaceId, 2_000, () => reading).catch(({ code }) => code));

describe('costly documents', () => {
  test('leave the thread time for others between them, whoever sends them', async () => {
    let [turnsOfOthers, isOver] = [0, false];
    const takeTurns = () => {
      turnsOfOthers++;
      if (!isOver) setImmediate(takeTurns);
    };
    takeTurns();
    const rests: { turns: number; sinceBeginMs: number }[] = [];
    let last: { begunAt: number; endedAfter: number } | undefined;
    await Promise.all(
      [1, 1, 2, 2, 3].map((workspaceId) =>
        inDocumentTurn(workspaceId, 2_000, () => {
          const begunAt = performance.now();
          if (last) rests.push({ turns: turnsOfOthers - last.endedAfter, sinceBeginMs: begunAt - last.begunAt });
          compute(20);
          last = { begunAt, endedAfter: turnsOfOthers };
        }),
      ),
    );
    isOver = true;
    expect(rests).toHaveLength(4);
    // One for each of the five steps that so costly a document makes the next one wait, or 100 ms of a machine that is behind.
    for (const { turns, sinceBeginMs } of rests) if (sinceBeginMs < 100) expect(turns).toBeGreaterThanOrEqual(5);
  });

  test('wait until a thread that is behind has caught up', async () => {
    const measured = async () => {
      const begunAt = performance.now();
      await inDocumentTurn(1, 2_000, () => undefined);
      let isBehind = true;
      const busy = (async () => {
        for (let time = 0; time < 3; time++) {
          compute(15);
          await pause(0);
        }
        isBehind = false;
      })();
      const wasBehind = await inDocumentTurn(1, 2_000, () => isBehind);
      const tookMs = performance.now() - begunAt;
      await busy;
      return { wasBehind, tookMs };
    };
    let last = await measured();
    // A thread that stays behind for a tenth of a second, as on a busy machine, is not waited for.
    while (last.tookMs > 100) last = await measured();
    expect(last.wasBehind).toBe(false);
  });

  test('rest the thread by what they cost', async () => {
    await inDocumentTurn(1, 2_000, () => undefined);
    const restAfter = async (cost: number) => {
      // The rest begins when the work ends, which a busy thread notices late.
      const endedAt = await inDocumentTurn(1, cost, () => performance.now());
      await inDocumentTurn(1, 400, () => undefined);
      return performance.now() - endedAt;
    };
    expect(await restAfter(2_000)).toBeGreaterThan(24);
    expect(await restAfter(102)).toBeGreaterThan(4);
  });

  test('with long lists wait when these are known, unless the document has waited', async () => {
    const principal = undefined;
    const list = (length: number) => Array.from({ length }, () => 1);
    expect(inListTurn({ principal }, list(1_000))).toHaveLength(1_000);
    expect(inListTurn({ principal, hasTurn: true }, list(1_001))).toHaveLength(1_001);
    const { promise: reading, resolve: answer } = Promise.withResolvers<void>();
    const others = Array.from({ length: 2 }, () => inDocumentTurn(0, 2_000, () => reading));
    const ends: string[] = [];
    const waiting = Promise.resolve(inListTurn({ principal }, list(1_001))).then(({ length }) =>
      ends.push(`${length}`),
    );
    await pause(100);
    ends.push('answered');
    answer();
    await Promise.all([...others, waiting]);
    expect(ends).toEqual(['answered', '1001']);
  });

  test('of one workspace that read for long leave their turns to those of others', async () => {
    const { promise: reading, resolve: answer } = Promise.withResolvers<void>();
    const slow = Array.from({ length: 6 }, () => inDocumentTurn(1, 2_000, () => reading));
    expect(await inDocumentTurn(2, 2_000, async () => 'answered')).toBe('answered');
    answer();
    await Promise.all(slow);
  });

  test('that would wait behind fifty of their workspace are UNAVAILABLE', async () => {
    const { promise: reading, resolve: answer } = Promise.withResolvers<void>();
    const waiting = tooMany(1, reading);
    await expect(inDocumentTurn(1, 2_000, () => reading)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    answer();
    await Promise.all(waiting);
  });

  test('cost the workspace nothing where they are refused', async () => {
    const { promise: reading, resolve: answer } = Promise.withResolvers<void>();
    const owner = await app.workspace();
    const key = await app.apiKey(owner);
    const waiting = tooMany(owner.workspaceId, reading);
    const costly = '{ contacts(limit: 50) { contacts { eventCalls { id } } } }';
    const refused = await app.graphql(costly, key);
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([503, 'UNAVAILABLE']);
    const { headers } = await app.graphql('{ contacts(limit: 1) { contacts { id } } }', key);
    const [limit, remaining] = ['limit', 'remaining'].map((name) => Number(headers.get(`x-graphql-cost-${name}`)));
    expect((limit as number) - (remaining as number)).toBeLessThan(5);
    answer();
    await Promise.all(waiting);
  });

  test('include those of the whole schema, also where its result is kept', async () => {
    const introspect = () => app.graphql(getIntrospectionQuery());
    expect((await introspect()).status).toBe(200);
    const { promise: reading, resolve: answer } = Promise.withResolvers<void>();
    const waiting = tooMany(0, reading);
    const refused = await introspect();
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([503, 'UNAVAILABLE']);
    answer();
    await Promise.all(waiting);
    expect((await introspect()).status).toBe(200);
  });
});
