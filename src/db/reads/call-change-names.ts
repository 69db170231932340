import { preparedStatement } from '#src/db/statement.ts';
import type { ChangeNames } from '#src/domain/event-calls/call-history.ts';
import type { Database } from '../database.ts';

export interface NamesQuery {
  readonly workspaceId: number;
  readonly memberIds: readonly number[];
  readonly apiKeyIds: readonly number[];
  readonly clientIds: readonly string[];
}

type Names = Readonly<Record<string, string>> | null;

/** Includes members who left. An app may belong to another workspace: it is looked up by its client id in all of them. */
const namesStatement = preparedStatement(
  'eventCallChanges.names',
  `SELECT (SELECT json_object_agg(u."id", trim(u."firstName" || ' ' || u."lastName")) FROM "Membership" m
       JOIN "User" u ON u."id" = m."userId" WHERE m."workspaceId" = $1 AND m."userId" = ANY ($2::int[])) AS "members",
     (SELECT json_object_agg(k."id", k."name") FROM "ApiKey" k
       WHERE k."workspaceId" = $1 AND k."id" = ANY ($3::int[])) AS "apiKeys",
     (SELECT json_object_agg(c."clientId", c."name") FROM "OAuthClient" c
       WHERE c."clientId" = ANY ($4::text[])) AS "clients"`,
);

/** Reads, in one statement, the names for the ids in the call history. */
export async function readChangeNames(
  { run }: Pick<Database, 'run'>,
  { workspaceId, memberIds, apiKeyIds, clientIds }: NamesQuery,
): Promise<ChangeNames> {
  const values = [workspaceId, memberIds, apiKeyIds, clientIds];
  const [row] = await run<Record<keyof ChangeNames, Names>>(namesStatement, values);
  const byId = (names: Names | undefined) =>
    new Map(Object.entries(names ?? {}).map(([id, name]) => [Number(id), name]));
  return {
    members: byId(row?.members),
    apiKeys: byId(row?.apiKeys),
    clients: new Map(Object.entries(row?.clients ?? {})),
  };
}
