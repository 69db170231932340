import { expect, test } from 'vitest';
import { compactRollups } from '#src/db/writes/rollup-maintenance.ts';
import { seedWorkspace } from '#src/demo/seed-workspace.ts';
import { removeMemberInput } from '#src/domain/members/member.ts';
import { removeMember } from '#src/services/members/remove-member.ts';
import { checkAllRollups } from '#src/services/rollups.ts';
import { useApp } from '../support/app.ts';
import { sendJson } from '../support/lists.ts';

const app = await useApp();

test('counters are exact after members left while their calls were changed, others seeded, and all compacted', async () => {
  const owner = await app.workspace();
  const { workspaceId } = owner;
  const key = await app.apiKey(owner);
  const shared = { eventId: await app.event(owner), contactId: await app.contact(workspaceId) };
  const successor = await app.member(workspaceId, 'CLOSER');
  const leavers = await Promise.all([1, 2, 3].map(() => app.member(workspaceId, 'CLOSER')));
  const past = new Date(app.clock.now().getTime() - 3_600_000).toISOString();
  const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
  const upcoming: number[] = [];
  const over: number[] = [];
  for (const [turn, leaver] of leavers.entries()) {
    over.push(await app.call(leaver, { ...shared, dateTime: past, duration: 30 }));
    for (let hour = 0; hour < 10; hour++)
      upcoming.push(await app.call(leaver, { ...shared, dateTime: inHours(2 + turn + hour * 12) }));
  }
  const cancel = async () => {
    for (const id of upcoming) await sendJson(app, ['PUT', '/v1/eventCalls/cancel'], { id }, { key });
  };
  const setOutcomes = async () => {
    for (const outcome of ['WON', 'NO_SALE', 'WON'])
      for (const eventCallId of over)
        await sendJson(app, ['POST', '/v1/outcomes'], { eventCallId, outcome, noSaleReason: 'NO_SHOW' }, { key });
  };
  const leave = async () => {
    for (const leaver of leavers)
      await removeMember(
        { ...app.context, sendsMail: false },
        removeMemberInput.parse({ ...leaver, transferTo: successor.userId }),
      );
  };
  let isWriting = true;
  const compacting = (async () => {
    while (isWriting) await compactRollups(app.context.db.pool, workspaceId);
  })();
  const seeding = seedWorkspace(app.context, { calls: 60, batchSize: 10 });
  await Promise.all([cancel(), setOutcomes(), leave(), seeding]).finally(() => {
    isWriting = false;
  });
  await compacting;
  expect((await checkAllRollups(app.context)).wrong).toEqual([]);
  const rows = await app.sql<{ userId: number; status: string; outcome: string | null; count: number }>(
    'SELECT "userId", "status", "outcome", count(*)::int AS "count" FROM "EventCall" WHERE "workspaceId" = $1 GROUP BY 1, 2, 3',
    [workspaceId],
  );
  const sum = (isCounted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isCounted).reduce((total, { count }) => total + count, 0);
  // All of it took place: the outcomes and the cancellations, and no upcoming call is left with somebody who has left.
  expect(sum(({ outcome }) => outcome !== null)).toBe(3);
  expect(sum(({ status }) => status === 'CANCELLED')).toBe(30);
  expect(sum(() => true)).toBe(33);
});
