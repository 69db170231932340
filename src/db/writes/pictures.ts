import type { ClientBase } from 'pg';
import type { StoredPicture } from '../reads/pictures.ts';

type Key = readonly [workspaceId: number, userId: number];

/** Stores a picture in place of the previous one. */
export async function storePicture(
  client: ClientBase,
  key: Key,
  { type, content, version }: StoredPicture,
): Promise<void> {
  await client.query(
    `INSERT INTO "Picture" ("workspaceId", "userId", "type", "content", "version") VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT ("workspaceId", "userId") DO UPDATE SET "type" = excluded."type", "content" = excluded."content",
       "version" = excluded."version", "updatedAt" = now()`,
    [...key, type, content, version],
  );
}

export async function deletePicture(client: ClientBase, key: Key): Promise<void> {
  await client.query('DELETE FROM "Picture" WHERE "workspaceId" = $1 AND "userId" = $2', [...key]);
}
