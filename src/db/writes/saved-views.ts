import type { ClientBase } from 'pg';
import { type ContactData, mentions } from '#src/domain/saved-views/mentions.ts';
import type { SavedView, SaveViewInput } from '#src/domain/saved-views/saved-view.ts';
import type { MemberKey } from '../keys.ts';
import { savedViews } from '../reads/saved-views.ts';

interface OtherViews {
  readonly ofList: number;
  readonly ofMember: number;
}

/** Counts the views of a member besides the one of this list and name. Lock the member before. */
export async function countOtherViews(
  client: ClientBase,
  key: MemberKey,
  { list, name }: Pick<SaveViewInput, 'list' | 'name'>,
): Promise<OtherViews> {
  const { rows } = await client.query<OtherViews>(
    `SELECT count(*) FILTER (WHERE "list" = $3)::int AS "ofList", count(*)::int AS "ofMember" FROM "SavedView"
     WHERE "workspaceId" = $1 AND "userId" = $2 AND ("list", "name") <> ($3, $4)`,
    [...key, list, name],
  );
  return rows[0] as OtherViews;
}

/** Inserts a view, or replaces the search of the one that the member has by this name. */
export async function upsertView(
  client: ClientBase,
  key: MemberKey,
  { list, name, search }: SaveViewInput,
): Promise<SavedView> {
  const { rows } = await client.query<SavedView>(
    `INSERT INTO "SavedView" AS r ("workspaceId", "userId", "list", "name", "search") VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT ("userId", "workspaceId", "list", "name") DO UPDATE SET "search" = excluded."search", "updatedAt" = excluded."updatedAt"
     RETURNING ${savedViews.columns}`,
    [...key, list, name, search],
  );
  return rows[0] as SavedView;
}

/** Deletes a view of a member. */
export async function removeView(
  client: ClientBase,
  [workspaceId, userId]: MemberKey,
  id: number,
): Promise<SavedView | undefined> {
  const { rows } = await client.query<SavedView>(
    `DELETE FROM "SavedView" r WHERE r."workspaceId" = $1 AND r."userId" = $2 AND r."id" = $3 RETURNING ${savedViews.columns}`,
    [workspaceId, userId, id],
  );
  return rows[0];
}

/** A view has at most 2,100 characters, and a large workspace a hundred thousand views. */
const readAtOnce = 1_000;

/** Deletes the views of all members of a workspace that mention a contact. */
export async function eraseViews(client: ClientBase, workspaceId: number, contact: ContactData): Promise<void> {
  let last = 0;
  for (;;) {
    const { rows } = await client.query<Pick<SavedView, 'id' | 'name' | 'search'>>(
      `SELECT "id", "name", "search" FROM "SavedView" WHERE "workspaceId" = $1 AND "id" > $2 ORDER BY "id" LIMIT ${readAtOnce}`,
      [workspaceId, last],
    );
    const ids = rows.filter((view) => mentions(view, contact)).map(({ id }) => id);
    if (ids.length > 0)
      await client.query('DELETE FROM "SavedView" WHERE "workspaceId" = $1 AND "id" = ANY($2::int[])', [
        workspaceId,
        ids,
      ]);
    if (rows.length < readAtOnce) return;
    last = rows.at(-1)?.id ?? last;
  }
}
