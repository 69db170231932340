import type { Database } from '#src/db/database.ts';
import { preparedStatement } from '#src/db/statement.ts';

/** The user id of a workspace's logo. */
export const logoOwner = 0;

export interface StoredPicture {
  readonly type: string;
  readonly content: Buffer;
  readonly version: string;
}

/** SQL for the version of a picture of workspace $1; null if there is none. */
export const pictureVersion = (userId: string) =>
  `(SELECT p."version" FROM "Picture" p WHERE p."workspaceId" = $1 AND p."userId" = ${userId})`;

/** $1 workspace, $2 user. A picture may have some hundred kilobytes. */
const content = preparedStatement(
  'pictures.content',
  'SELECT "type", "content", "version" FROM "Picture" WHERE "workspaceId" = $1 AND "userId" = $2',
);

export async function readPicture(
  { run }: Pick<Database, 'run'>,
  key: readonly [workspaceId: number, userId: number],
): Promise<StoredPicture | undefined> {
  const [picture] = await run<StoredPicture>(content, [...key]);
  return picture;
}

const version = preparedStatement(
  'pictures.version',
  'SELECT "version" FROM "Picture" WHERE "workspaceId" = $1 AND "userId" = $2',
);

export async function readPictureVersion(
  { run }: Pick<Database, 'run'>,
  key: readonly [workspaceId: number, userId: number],
): Promise<string | undefined> {
  const [row] = await run<{ version: string }>(version, [...key]);
  return row?.version;
}
