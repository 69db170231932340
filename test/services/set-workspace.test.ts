import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setWorkspaceInput } from '#src/domain/workspaces/workspace.ts';
import { setWorkspace } from '#src/services/workspaces.ts';
import { type TestServices, testServices } from '../support/service-context.ts';

describe('setWorkspace()', () => {
  let services: TestServices;
  const set = (input: object) => setWorkspace(services.context, setWorkspaceInput.parse(input));

  beforeAll(async () => {
    services = await testServices();
  });

  afterAll(() => services.close());

  test('changes only the fields of the input, and only in this workspace', async () => {
    const [one, other] = [await services.workspace(), await services.workspace()];
    const { workspaceId } = one;
    await expect(set({ workspaceId, rateLimitPoints: 500 })).resolves.toEqual({
      workspaceId,
      plan: 'STARTUP',
      rateLimitPoints: 500,
      graphqlCost: 10_000,
    });
    await expect(set({ workspaceId, plan: 'ENTERPRISE', graphqlCost: 50_000 })).resolves.toEqual({
      workspaceId,
      plan: 'ENTERPRISE',
      rateLimitPoints: 500,
      graphqlCost: 50_000,
    });
    const untouched = await services.context.db.prisma.workspace.findUnique({ where: { id: other.workspaceId } });
    expect(untouched).toMatchObject({ plan: 'STARTUP', rateLimitPoints: 20 });
  });

  test('refuses a workspace that does not exist', async () => {
    await expect(set({ workspaceId: 2_000_000_000, plan: 'BUSINESS' })).rejects.toMatchObject({
      details: { fieldErrors: { workspaceId: ['There is no workspace with this id'] } },
    });
  });

  test.each([0, 1_000_001, 1.5])('refuses %s points', (rateLimitPoints) => {
    const result = setWorkspaceInput.safeParse({ workspaceId: 1, rateLimitPoints });
    expect(result.error?.issues[0]?.path).toEqual(['rateLimitPoints']);
  });

  test.each([1999, 100_000_001, 1.5])('refuses a GraphQL cost of %s, which one document may have', (graphqlCost) => {
    const result = setWorkspaceInput.safeParse({ workspaceId: 1, graphqlCost });
    expect(result.error?.issues[0]?.path).toEqual(['graphqlCost']);
  });

  test('refuses to change nothing', () => {
    expect(setWorkspaceInput.safeParse({ workspaceId: 1 }).error?.issues).toMatchObject([
      { path: [], message: 'Nothing to change: specify a plan, rate limit points or a GraphQL cost' },
    ]);
    expect(setWorkspaceInput.safeParse({ workspaceId: 0 }).error?.issues).toHaveLength(2);
    expect(setWorkspaceInput.safeParse({ workspaceId: 0, plan: 'FREE' }).error?.issues).toHaveLength(2);
  });
});
