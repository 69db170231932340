import { beforeEach, expect, test } from 'vitest';
import { removeMemberInput } from '#src/domain/members/member.ts';
import { removeMember } from '#src/services/members/remove-member.ts';
import { useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';

const minuteMs = 60_000;
const app = await useApp();
let leaver: Member;
let other: Member;
beforeEach(async () => {
  const { workspaceId } = await app.workspace();
  leaver = await app.member(workspaceId, 'CLOSER');
  other = await app.member(workspaceId, 'CLOSER');
});

const remove = (input: object) =>
  removeMember({ ...app.context, sendsMail: false }, removeMemberInput.parse({ ...leaver, ...input }));
const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * minuteMs).toISOString();

test.each([
  ['before', 30, 'SCHEDULED', 1],
  ['after', 90, 'SCHEDULED', 1],
  ['a minute into', 31, 'SCHEDULED', 0],
  ['from the last minute of', 89, 'SCHEDULED', 0],
  ['at the time of, but cancelled,', 60, 'CANCELLED', 1],
] as const)(
  'the call %s that of the leaver lets the other member take it or not',
  async (_name, minutes, status, transferred) => {
    const dateTime = inMinutes(60);
    await app.call(leaver, { dateTime, duration: 30 });
    await app.call(other, { dateTime: inMinutes(minutes), duration: 30, status });
    expect(await remove({ transferTo: other.userId, cancelCalls: true })).toMatchObject({
      ...{ callsTransferred: transferred, callsCancelled: 1 - transferred },
    });
  },
);

test.each([
  ['that runs', -29, 1],
  ['that ends now', -30, 0],
])('a call %s goes to the other member as long as it is not over', async (_name, minutes, transferred) => {
  await app.call(leaver, { dateTime: inMinutes(minutes), duration: 30 });
  expect(await remove({ transferTo: other.userId })).toMatchObject({
    callsTransferred: transferred,
    callsCancelled: 0,
  });
});
