import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';

const app = await useApp();

test('a person of two workspaces is browsed to in the one that the credential is for', async () => {
  const here = await app.workspace();
  const there = await app.workspace();
  await app.insert('Membership', { workspaceId: there.workspaceId, userId: here.userId, role: 'ADMIN' });
  for (const workspaceId of [here.workspaceId, there.workspaceId]) {
    await app.schedule({ workspaceId, userId: here.userId });
    await app.call({ workspaceId, userId: here.userId });
  }
  const query = '{ users { users { id role schedules { id } closerCalls { id } } } workspace { id } }';
  const { body } = await app.graphql(query, await app.apiKey(here));
  expect(body.errors).toBeUndefined();
  const { users, workspace } = body.data;
  expect(workspace.id).toBe(here.workspaceId);
  expect(users.users).toHaveLength(1);
  expect(users.users[0]).toMatchObject({ id: here.userId, role: 'OWNER' });
  expect([users.users[0].schedules.length, users.users[0].closerCalls.length]).toEqual([1, 1]);
});
