import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';

/** Stores a request as if it had come. */
export function loggedRequest(app: TestApp, member: Member, row: object = {}): Promise<{ id: number }> {
  const call = { method: 'GET', route: '/v1/contacts', status: 200, durationMs: 5, requestId: 'r-1', represents: 1 };
  const { workspaceId, userId } = member;
  return app.insert('ApiRequest', {
    workspaceId,
    userId,
    time: '2026-03-04T11:00:00.000Z',
    apiKeyId: 1,
    ...call,
    ...row,
  });
}
