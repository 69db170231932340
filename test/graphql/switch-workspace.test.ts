import { describe, expect, test } from 'vitest';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { useApp } from '../support/app.ts';

const app = await useApp();
const here = await app.workspace();
const { workspaceId } = await app.workspace();
const there = { workspaceId, userId: here.userId };
await app.insert('Membership', { ...there, role: 'SETTER' });

const change = (credential: string, workspaceId: number) =>
  app.graphql(`mutation { switchWorkspace(input: { workspaceId: ${workspaceId} }) { id name } }`, credential);
const seen = async (credential: string) =>
  (await app.graphql('{ viewer { role workspace { id } memberships { workspaceId role } } }', credential)).body.data
    .viewer;

const both = () => [
  { workspaceId: here.workspaceId, role: 'OWNER' },
  { workspaceId: there.workspaceId, role: 'SETTER' },
];

test('a session changes to another workspace of its user, with the role there', async () => {
  const session = await app.session(here);
  expect(await seen(session)).toEqual({ role: 'OWNER', workspace: { id: here.workspaceId }, memberships: both() });
  const { body } = await change(session, there.workspaceId);
  expect(body.data.switchWorkspace).toEqual({ id: there.workspaceId, name: 'Acme' });
  expect(await seen(session)).toMatchObject({ role: 'SETTER', workspace: { id: there.workspaceId } });
  expect((await change(session, here.workspaceId)).body.errors).toBeUndefined();
  expect(await seen(session)).toMatchObject({ role: 'OWNER', workspace: { id: here.workspaceId } });
});

test('the pictures of the viewer in all workspaces are read at once', async () => {
  const picture = { type: 'image/png', content: Buffer.from('picture'), version: 'v1' };
  await app.insert('Picture', { workspaceId: there.workspaceId, userId: here.userId, ...picture });
  // Another person's picture in the same workspace.
  await app.insert('Picture', { workspaceId: here.workspaceId, userId: here.userId + 1_000_000, ...picture });
  app.statements.length = 0;
  const { body } = await app.graphql('{ viewer { memberships { pictureUrl } } }', await app.session(here));
  const [none, { pictureUrl }] = body.data.viewer.memberships;
  expect(none).toEqual({ pictureUrl: null });
  expect(new URL(pictureUrl).pathname).toBe(`/pictures/${there.workspaceId}/${here.userId}/v1`);
  expect(app.statements.filter((name) => name.startsWith('pictures.'))).toEqual([]);
});

test('a session that changes its workspace began when it was signed in, and ends 90 days later at the latest', async () => {
  const session = await app.session(here);
  const own = async () =>
    (await app.graphql('{ sessions { isCurrent createdAt expiresAt } }', session)).body.data.sessions[0];
  const [began, ends] = ['2025-12-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z'];
  await app.sql('UPDATE "Session" SET "createdAt" = $2, "expiresAt" = $3 WHERE "tokenHash" = $1', [
    ...[sha256(session), began, ends],
  ]);
  const before = await own();
  expect(before).toEqual({ isCurrent: true, createdAt: began, expiresAt: ends });
  await change(session, there.workspaceId);
  expect(await own()).toEqual(before);
});

describe('is refused, and does not change the session', () => {
  test('for a workspace of others, as for one that does not exist', async () => {
    const session = await app.session(here);
    const { workspaceId } = await app.workspace();
    for (const id of [workspaceId, 2_000_000_000]) {
      expect((await change(session, id)).body.errors[0]).toMatchObject({
        message: 'Resource not found!',
        extensions: { code: 'NOT_FOUND' },
      });
    }
    expect((await seen(session)).workspace).toEqual({ id: here.workspaceId });
  });

  test('for one that the user has left', async () => {
    const { workspaceId } = await app.workspace();
    const left = { workspaceId, userId: here.userId, role: 'OWNER', removedAt: '2026-03-01T12:00:00Z' };
    await app.insert('Membership', left);
    const session = await app.session(here);
    expect((await change(session, workspaceId)).body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect((await seen(session)).workspace).toEqual({ id: here.workspaceId });
  });

  test('for an API key, which sees no other workspace either', async () => {
    const key = await app.apiKey(here);
    expect((await change(key, there.workspaceId)).body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await seen(key)).memberships).toEqual([both()[0]]);
  });

  test('for an invalid id', async () => {
    const { body } = await change(await app.session(here), 0);
    expect(body.errors[0].extensions.details.fieldErrors).toEqual({ workspaceId: ['Must be at least 1'] });
  });
});
