import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { handMadeCalls, now } from '../../support/hand-made-calls.ts';
import { idsOf, idsOfAllLinks } from '../../support/lists.ts';

interface Call {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly callType: string;
}

const app = await useApp();
const made = await handMadeCalls(app);
app.clock.set(now);
await app.writeCalls(
  made.workspaceId,
  `UPDATE "EventCall" SET "createdAt" = timestamptz '2026-01-01Z' + ("id" % 5) * interval '1 millisecond',
     "updatedAt" = timestamptz '2026-02-01Z' + ("id" % 3) * interval '1 millisecond'`,
);
const calls: Call[] = (await app.get('/v1/eventCalls?limit=100', made.key)).body.data.eventCalls;

const cases: [string, (call: Call) => boolean][] = [
  ['createdFrom=2026-01-01T00:00:00.002Z', ({ createdAt }) => createdAt >= '2026-01-01T00:00:00.002Z'],
  ['createdTo=2026-01-01T00:00:00.002Z', ({ createdAt }) => createdAt <= '2026-01-01T00:00:00.002Z'],
  [
    'updatedFrom=2026-02-01T00:00:00.001Z&updatedTo=2026-02-01T00:00:00.001Z',
    ({ updatedAt }) => updatedAt.includes('.001'),
  ],
  ['updatedFrom=2026-02-02', () => false],
  [
    'createdTo=2026-01-01T00:00:00.003Z&callTypes=STRATEGY_EVENT',
    ({ createdAt, callType }) => createdAt <= '2026-01-01T00:00:00.003Z' && callType === 'STRATEGY_EVENT',
  ],
];

describe.each(cases)('%s', (query, matches) => {
  test('has both ends, is counted, and is paged through', async () => {
    const expected = calls.filter(matches).map(({ id }) => id);
    const found = await app.get(`/v1/eventCalls?limit=100&${query}`, made.key);
    expect(idsOf(found)).toEqual({ ids: expected, count: expected.length });
    expect(await idsOfAllLinks(app, `/v1/eventCalls?limit=2&${query}`, made.key)).toEqual(expected);
  });
});
