import { beforeEach, describe, expect, test } from 'vitest';
import { removeMemberInput } from '#src/domain/members/member.ts';
import { resolveApiKey } from '#src/services/credentials.ts';
import { removeMember } from '#src/services/members/remove-member.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { eventsOf } from '../support/webhook-rows.ts';
import { problemsOf, removalsIn } from './removals.ts';

let owner: Member;
let leaver: Member;
let other: Member;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  leaver = await app.member(owner.workspaceId, 'ADMIN');
  other = await app.member(owner.workspaceId, 'CLOSER');
});

const remove = (input: object = {}) =>
  removeMember({ ...app.context, sendsMail: false }, removeMemberInput.parse({ ...leaver, ...input }));
const { inDays, rowOf } = removalsIn(app);

describe('upcoming calls', () => {
  test('keep their host in the workspace, unless somebody takes them or they are cancelled', async () => {
    const callId = await app.call(leaver, { dateTime: inDays(3) });
    const key = await app.apiKey(leaver);
    const { userId: [problem] = [] } = (await problemsOf(remove())) ?? {};
    expect(problem).toMatch(/^Has 1 upcoming call, the first at .*Z: transfer them to another member, or cancel them$/);
    await expect(resolveApiKey(app.context, key)).resolves.toMatchObject(leaver);
    expect(await remove({ cancelCalls: true })).toMatchObject({ callsTransferred: 0, callsCancelled: 1 });
    expect(await rowOf('EventCall', callId)).toMatchObject({ status: 'CANCELLED', userId: leaver.userId });
    expect(await eventsOf(app, owner.workspaceId)).toMatchObject([
      { kind: 'call.cancelled', payload: { id: callId }, previous: { status: 'SCHEDULED' } },
    ]);
  });

  test('go to the member who takes them, with an event', async () => {
    const dateTime = inDays(3);
    const [upcoming, past] = [await app.call(leaver, { dateTime }), await app.call(leaver, { dateTime: inDays(-3) })];
    expect(await remove({ transferTo: other.userId })).toMatchObject({ callsTransferred: 1, callsCancelled: 0 });
    expect(await rowOf('EventCall', upcoming)).toMatchObject({ userId: other.userId, status: 'SCHEDULED' });
    expect(await rowOf('EventCall', past)).toMatchObject({ userId: leaver.userId });
    expect(await eventsOf(app, owner.workspaceId)).toMatchObject([
      {
        kind: 'call.rescheduled',
        payload: { id: upcoming, userId: other.userId, dateTime },
        previous: { userId: leaver.userId, closer: { id: leaver.userId } },
      },
    ]);
  });

  test('stay where the other member has a call at that time, or are cancelled', async () => {
    const [busy, free] = [inDays(3), inDays(4)];
    const calls = [await app.call(leaver, { dateTime: busy }), await app.call(leaver, { dateTime: free })];
    await app.call(other, { dateTime: busy });
    const { transferTo: [problem] = [] } = (await problemsOf(remove({ transferTo: other.userId }))) ?? {};
    expect(problem).toBe(
      `Has other calls at the time of 1 upcoming call, the first at ${busy}: cancel or reschedule these first`,
    );
    expect(await remove({ transferTo: other.userId, cancelCalls: true })).toMatchObject({
      ...{ callsTransferred: 1, callsCancelled: 1 },
    });
    const rows = await Promise.all(calls.map((id) => rowOf('EventCall', id)));
    expect(rows).toMatchObject([{ status: 'CANCELLED' }, { status: 'SCHEDULED', userId: other.userId }]);
  });
});
