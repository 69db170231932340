import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inDocumentTurn } from '#src/graphql/limits/document-turns.ts';

/** Keeps the thread busy, as a large document does. */
function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('costly documents', () => {
  test('leave the thread time for others between them, whoever sends them', async () => {
    const gaps: number[] = [];
    let endedAt: number | undefined;
    await Promise.all(
      [1, 1, 2, 2, 3].map((workspaceId) =>
        inDocumentTurn(workspaceId, () => {
          if (endedAt !== undefined) gaps.push(performance.now() - endedAt);
          compute(20);
          endedAt = performance.now();
        }),
      ),
    );
    expect(gaps).toHaveLength(4);
    for (const gap of gaps) expect(gap).toBeGreaterThan(20);
  });

  test('wait until a thread that is behind has caught up', async () => {
    await inDocumentTurn(1, () => undefined);
    let isBehind = true;
    const busy = (async () => {
      for (let time = 0; time < 5; time++) {
        compute(30);
        await pause(0);
      }
      isBehind = false;
    })();
    const wasBehind = await inDocumentTurn(1, () => isBehind);
    await busy;
    expect(wasBehind).toBe(false);
  });

  test('of one workspace that read for long leave their turns to those of others', async () => {
    const { promise: reading, resolve: answer } = Promise.withResolvers<void>();
    const slow = Array.from({ length: 6 }, () => inDocumentTurn(1, () => reading));
    expect(await inDocumentTurn(2, async () => 'answered')).toBe('answered');
    answer();
    await Promise.all(slow);
  });

  test('that would wait behind fifty of their workspace are UNAVAILABLE', async () => {
    const { promise: reading, resolve: answer } = Promise.withResolvers<void>();
    const waiting = Array.from({ length: 52 }, () => inDocumentTurn(1, () => reading));
    await expect(inDocumentTurn(1, () => reading)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    answer();
    await Promise.all(waiting);
  });
});
