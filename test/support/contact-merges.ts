import type { Answer, TestApp } from './app.ts';
import type { Factories } from './factories.ts';
import { sendJson } from './lists.ts';

export const mergePath = '/v1/contacts/merge';
export const undoMergePath = '/v1/contacts/undoMerge';

/** The requests that merge contacts with a key. */
export function merging(app: TestApp, key: string | (() => string)) {
  const current = () => (typeof key === 'string' ? key : key());
  const send = (path: string, body: object, as = current()): Promise<Answer> =>
    sendJson(app, ['POST', path], body, { key: as });
  return {
    merge: (contactId: number, mergedContactId: number, more: object = {}, as?: string) =>
      send(mergePath, { contactId, mergedContactId, ...more }, as),
    undo: (mergedContactId: number, as?: string) => send(undoMergePath, { mergedContactId }, as),
    detail: (query: string) => app.get(`/v1/contacts/detail?${query}`, current()),
  };
}

/** The rows of a workspace that name a contact, each as `table id` with the contact, in a fixed order. */
export async function contactsOfRows(app: Factories, workspaceId: number): Promise<Record<string, number | null>> {
  const tables = ['EventCall', 'InviteeAnswer', 'ContactNote', 'Deal', 'Transaction', 'MergedContact'];
  const rows = await app.sql<{ row: string; contactId: number | null }>(
    tables
      .map((table) => `SELECT '${table} ' || "id" AS "row", "contactId" FROM "${table}" WHERE "workspaceId" = $1`)
      .join(' UNION ALL '),
    [workspaceId],
  );
  return Object.fromEntries(rows.map(({ row, contactId }) => [row, contactId]).sort());
}
