import type pg from 'pg';
import { generateSessionToken } from '../../../src/domain/principal/credentials.ts';
import { sha256 } from '../../../src/lib/secrets/crypto.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { type BenchWorkspace, benchWorkspace } from '../environment/workspaces.ts';

/** A seed has a contact for each seven calls. One call more than in other cases makes it a workspace of its own. */
const calls = 100_001;
const contacts = 100_000;

export interface LargeWorkspace extends BenchWorkspace {
  /** Ids of the options of the field of stages. */
  readonly stageIds: readonly number[];
  readonly stageFieldId: number;
}

/** A workspace with a hundred thousand calls and as many contacts, nine of ten with a stage. */
export async function largeWorkspace(database: BenchDatabase): Promise<LargeWorkspace> {
  const workspace = await benchWorkspace(database, calls);
  const { client } = database;
  const { workspaceId } = workspace;
  const stages = await stagesOf(client, workspaceId);
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS "count" FROM "Contact" WHERE "workspaceId" = $1',
    [workspaceId],
  );
  const missing = contacts - (rows[0]?.count ?? 0);
  if (missing > 0) await addContacts(client, workspaceId, missing);
  await client.query(
    `INSERT INTO "CustomFieldAnswer" ("workspaceId", "customFieldId", "contactId", "answer")
     SELECT c."workspaceId", $2::int, c."id", ARRAY[($3::text[])[1 + c."id" % cardinality($3::text[])]]
     FROM "Contact" c WHERE c."workspaceId" = $1 AND c."id" % 10 > 0 ON CONFLICT DO NOTHING`,
    [workspaceId, stages.stageFieldId, stages.names],
  );
  await client.query('VACUUM (ANALYZE) "Contact", "CustomFieldAnswer"');
  return { ...workspace, ...stages };
}

async function stagesOf(client: pg.Client, workspaceId: number) {
  const { rows } = await client.query<{ fieldId: number; id: number; name: string }>(
    `SELECT f."id" AS "fieldId", o."id", o."name" FROM "CustomField" f
     JOIN "CustomFieldOption" o ON o."workspaceId" = f."workspaceId" AND o."customFieldId" = f."id"
     WHERE f."workspaceId" = $1 AND f."identifier" = 'contact-stage' ORDER BY o."displayIndex"`,
    [workspaceId],
  );
  const [first] = rows;
  if (!first) throw new Error('The workspace has no field of stages.');
  return { stageFieldId: first.fieldId, stageIds: rows.map(({ id }) => id), names: rows.map(({ name }) => name) };
}

async function addContacts(client: pg.Client, workspaceId: number, count: number): Promise<void> {
  await client.query(
    `INSERT INTO "Contact" ("workspaceId", "previewId", "firstName", "lastName", "email", "phoneNumber", "userId", "createdAt", "updatedAt")
     SELECT $1::int, 'contact_many' || n, 'Given' || n % 997, 'Family' || n, 'many' || n || '@example.com',
       '+1415555' || lpad((n % 10000)::text, 4, '0'), m."userId", t, t
     FROM generate_series(1, $2::int) n
     CROSS JOIN LATERAL (SELECT now() - n * interval '7 minutes' AS t) times
     JOIN (SELECT "userId", row_number() OVER (ORDER BY "userId") - 1 AS "place", count(*) OVER () AS "members"
           FROM "Membership" WHERE "workspaceId" = $1) m ON m."place" = n % m."members"`,
    [workspaceId, count],
  );
}

/** The token of a session of the owner. */
export async function sessionIn({ client }: BenchDatabase, { workspaceId }: LargeWorkspace): Promise<string> {
  const token = generateSessionToken();
  await client.query(
    `INSERT INTO "Session" ("tokenHash", "workspaceId", "userId", "expiresAt")
     SELECT $1, m."workspaceId", m."userId", now() + interval '1 day' FROM "Membership" m
     WHERE m."workspaceId" = $2 AND m."role" = 'OWNER' LIMIT 1`,
    [sha256(token), workspaceId],
  );
  return token;
}
