import { type PipelinedStatement, pipelinedStatement, type StatementRunner } from '../statement.ts';

const between = pipelinedStatement(
  'webhookEvents.kindsBetween',
  `SELECT DISTINCT e."kind" FROM "WebhookEvent" e
   WHERE e."workspaceId" = $1 AND e."id" > $2::bigint AND e."id" <= $3::bigint`,
  { cost: 'row' },
);

const recent = pipelinedStatement(
  'webhookEvents.recentKinds',
  `SELECT DISTINCT e."kind" FROM "WebhookEvent" e
   WHERE e."workspaceId" = $1 AND e."createdAt" >= now() - $2::float8 * interval '1 second'`,
  { cost: 'row' },
);

/** Returns the kinds of the workspace's events after one id and up to another. */
export function readKindsBetween(
  db: StatementRunner,
  workspaceId: number,
  { afterId, untilId }: { readonly afterId: string; readonly untilId: string },
): Promise<string[]> {
  return kindsOf(db, between, [workspaceId, afterId, untilId]);
}

/** Returns the kinds of the workspace's events of the last seconds. */
export function readRecentKinds(db: StatementRunner, workspaceId: number, seconds: number): Promise<string[]> {
  return kindsOf(db, recent, [workspaceId, seconds]);
}

async function kindsOf(db: StatementRunner, statement: PipelinedStatement, values: unknown[]): Promise<string[]> {
  const rows = await db.run<{ kind: string }>(statement, values);
  return rows.map(({ kind }) => kind);
}
