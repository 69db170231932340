import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import {
  answerable,
  answering,
  answerPath,
  bulkPath,
  manyContacts,
  poster,
  type StoredAnswer,
  storedAnswers,
} from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';

const app = await useApp();
// A test server has four connections for writing; two of them make eight at once.
const other = await useApp({ databaseUrl: app.databaseUrl });

async function place() {
  const fixture = await answering(app, bulkPath);
  const field = await answerable(app, fixture.workspaceId);
  const contactIds = await manyContacts(app, fixture.workspaceId, 3_000);
  const posters = Array.from({ length: 8 }, (_, turn) => poster(turn % 2 ? app : other, bulkPath, fixture.key));
  return { ...fixture, field, contactIds, posters };
}

/** What `work` gives, and how often a transaction began: one that ends in a deadlock begins anew. */
async function counted<Result>(work: () => Promise<Result>): Promise<{ result: Result; begun: number }> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const result = await work();
  const begun = query.mock.calls.filter(([statement]) => (statement as unknown) === 'BEGIN').length;
  query.mockRestore();
  return { result, begun };
}

const answersOf = (stored: readonly StoredAnswer[], contactIds: readonly number[]) => {
  const expected = new Set(contactIds);
  return new Set(stored.filter(({ contactId }) => expected.has(contactId as number)).map(({ answer }) => answer[0]));
};

describe('eight bulk answers at once on contacts that overlap', () => {
  test.each([
    ['that have no answer', []],
    ['that all have one', ['old']],
  ])('%s end without a deadlock, each as a whole', async (_, before) => {
    const { owner, post, field, contactIds, posters } = await place();
    if (before.length > 0) await post({ customFieldId: field.id, contactIds, answer: before });
    const { result, begun } = await counted(() =>
      Promise.all(
        posters.map((send, turn) => {
          const some = contactIds.slice(turn * 100, turn * 100 + 2_000);
          const named = turn % 2 ? some : [...some].reverse();
          return send({ customFieldId: field.id, contactIds: named, answer: [`${turn}`] });
        }),
      ),
    );
    expect(result.map(({ status, body }) => [status, body.data.count])).toEqual(Array(8).fill([200, 2_000]));
    expect(begun).toBe(8);
    const created = result.reduce((sum, { body }) => sum + body.data.created, 0);
    const stored = await storedAnswers(app, owner);
    expect(created).toBe(before.length > 0 ? 0 : stored.length);
    // All of them wrote to these, so the last one wrote them all.
    expect(answersOf(stored, contactIds.slice(700, 2_000)).size).toBe(1);
  });

  test('that answer, clear, keep and answer one by one end without a deadlock as well', async () => {
    const { owner, key, field, contactIds, posters } = await place();
    const single = poster(app, answerPath, key);
    const { result, begun } = await counted(() =>
      Promise.all([
        ...posters.map((send, turn) => {
          const answer = turn % 3 === 1 ? [] : [`${turn}`];
          const named = turn % 2 ? contactIds : [...contactIds].reverse();
          return send({ customFieldId: field.id, contactIds: named, answer, overrideExisting: turn % 3 !== 2 });
        }),
        ...contactIds.slice(0, 12).map((contactId) => single({ customFieldId: field.id, contactId, answer: ['one'] })),
      ]),
    );
    expect(result.slice(0, 8).map(({ status }) => status)).toEqual(Array(8).fill(200));
    for (const { status } of result.slice(8)) expect([200, 201]).toContain(status);
    expect(begun).toBe(20);
    for (const { body } of result.slice(0, 8)) {
      const { count, created, updated, skipped } = body.data;
      expect([count, created + updated + skipped]).toEqual([3_000, 3_000]);
    }
    expect(answersOf(await storedAnswers(app, owner), contactIds.slice(12)).size).toBeLessThanOrEqual(1);
  });
});
