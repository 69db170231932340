import type { TestApp } from './app.ts';

/** A mail to the invitee of a stored call, which has failed. */
export function notification(
  app: Pick<TestApp, 'insert'>,
  call: Readonly<Record<string, unknown>>,
  changes: object = {},
): Promise<{ id: number }> {
  const { workspaceId, id: eventCallId, userId, dateTime, endTime, timeZone, location } = call;
  const snapshot = { eventCallId, userId, dateTime, endTime, timeZone, location, sequence: 0 };
  const state = { kind: 'INVITATION', recipient: 'INVITEE', status: 'FAILED', attempts: 6, dueAt: dateTime };
  return app.insert('Notification', { workspaceId, ...snapshot, ...state, lastError: 'No such user', ...changes });
}
