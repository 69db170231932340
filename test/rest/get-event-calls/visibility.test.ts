import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { type CallFilters, expectedPage, queryString } from '../../support/call-model.ts';
import { type HandMade, handMadeCalls, now } from '../../support/hand-made-calls.ts';

const app = await useApp();
const made = await handMadeCalls(app);
const other = await handMadeCalls(app);
app.clock.set(now);

async function seen(key: string, filters: CallFilters = {}): Promise<{ ids: number[]; count: number }> {
  const { body } = await app.get(`/v1/eventCalls?${queryString(filters)}`, key);
  return { ids: body.data.eventCalls.map(({ id }: { id: number }) => id), count: body.data.count };
}

const filters: [string, (made: HandMade) => CallFilters][] = [
  ['no filter', () => ({})],
  ['a closer', ({ members }) => ({ userIds: [members[1]?.userId as number] })],
  ['a setter', ({ members }) => ({ setterIds: [members[3]?.userId as number] })],
  ['an outcome', () => ({ outcomes: ['WON', 'PENDING'] })],
  ['a search', () => ({ search: 'ira' })],
  ['ids', ({ calls }) => ({ ids: calls.map(({ id }) => id) })],
  ['the clock', () => ({ eventType: 'UPCOMING' })],
];

describe.each(['OWNER', 'ADMIN', 'CLOSER', 'SETTER'] as const)('with the role %s', (role) => {
  test.each(filters)('only what the role may see is found by %s', async (_, choose) => {
    // Members 1 and 3 are a closer and a setter who have calls of both kinds; a new admin has none.
    const member =
      role === 'OWNER' || role === 'ADMIN'
        ? await app.member(made.workspaceId, role)
        : made.members[role === 'CLOSER' ? 1 : 3];
    if (!member) throw new Error('The team is too small.');
    const only = role === 'OWNER' || role === 'ADMIN' ? undefined : member.userId;
    const expected = expectedPage(made.calls, choose(made), { now, timeZone: 'UTC', only });
    const key = await app.apiKey(member);
    expect(await seen(key, choose(made))).toEqual(expected);
    expect(await seen(key, choose(made))).toEqual(expected);
  });
});

describe('roles', () => {
  test('a closer sees the calls that they host and the calls that they set, and no others', async () => {
    const closer = made.members[1];
    if (!closer) throw new Error('The team is too small.');
    const own = made.calls.filter(({ userId, setterId }) => [userId, setterId].includes(closer.userId));
    const { ids, count } = await seen(await app.apiKey(closer));
    expect([...ids].sort()).toEqual(own.map(({ id }) => id).sort());
    expect(count).toBe(own.length);
    expect(own.some(({ userId }) => userId !== closer.userId)).toBe(true);
  });

  test('two members who search for the same words each find their own calls', async () => {
    const [, closer, another] = made.members;
    if (!closer || !another) throw new Error('The team is too small.');
    const first = await seen(await app.apiKey(closer), { search: 'ira' });
    const second = await seen(await app.apiKey(another), { search: 'ira' });
    expect(first.ids.filter((id) => second.ids.includes(id))).toEqual([]);
    expect([first.count, second.count]).toEqual([3, 1]);
  });

  test('a member without calls sees an empty list', async () => {
    const key = await app.apiKey(await app.member(made.workspaceId, 'SETTER'));
    expect(await seen(key)).toEqual({ ids: [], count: 0 });
  });

  test('a member of two workspaces sees the one that the credential is for', async () => {
    const member = { ...made.owner, workspaceId: other.workspaceId };
    await app.insert('Membership', { ...member, role: 'ADMIN' });
    const { ids } = await seen(await app.apiKey(member), { limit: 100 });
    expect([...ids].sort()).toEqual(other.calls.map(({ id }) => id).sort());
  });
});

describe('calls of another workspace', () => {
  test.each<[string, (other: HandMade) => CallFilters]>([
    ['ids', ({ calls }) => ({ ids: calls.map(({ id }) => id) })],
    ['userIds', ({ members }) => ({ userIds: members.map(({ userId }) => userId) })],
    ['setterIds', ({ members }) => ({ setterIds: members.map(({ userId }) => userId) })],
    ['eventIds', ({ eventIds }) => ({ eventIds })],
    ['contactId', ({ contactIds }) => ({ contactId: contactIds[0] as number })],
  ])('are not found by their %s', async (_, choose) => {
    expect(await seen(made.key, choose(other))).toEqual({ ids: [], count: 0 });
    expect((await seen(other.key, choose(other))).count).toBeGreaterThan(0);
  });

  test('are not found by a previewId that both workspaces have', async () => {
    const [own] = made.calls;
    expect(await seen(made.key, { previewId: own?.previewId as string })).toEqual({ ids: [own?.id], count: 1 });
  });
});
