import type pg from 'pg';
import { seedWorkspace } from '../../../src/demo/seed-workspace.ts';
import { generateApiKey } from '../../../src/domain/principal/credentials.ts';
import { allScopes } from '../../../src/domain/principal/scopes.ts';
import { sha256 } from '../../../src/lib/secrets/crypto.ts';
import type { BenchDatabase } from './database.ts';

export interface BenchWorkspace {
  readonly workspaceId: number;
  readonly calls: number;
  /** An API key of the owner with all scopes. */
  readonly key: string;
  /** A contact with answers to custom fields. */
  readonly contact: BenchContact;
}

interface BenchContact {
  readonly id: number;
  readonly email: string;
}

/** The workspace with this number of calls: from an earlier run, or newly seeded. */
export async function benchWorkspace(database: BenchDatabase, calls: number): Promise<BenchWorkspace> {
  const { client } = database;
  const workspaceId = (await findSeeded(client, calls)) ?? (await seed(database, calls));
  await client.query('UPDATE "Workspace" SET "rateLimitPoints" = 1000000, "graphqlCost" = 100000000 WHERE "id" = $1', [
    workspaceId,
  ]);
  return {
    workspaceId,
    calls,
    key: await freshKey(client, workspaceId),
    contact: await contactOf(client, workspaceId),
  };
}

/** The seed creates its API key last, so seeding a workspace without one was interrupted. */
async function findSeeded(client: pg.Client, calls: number): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT w."id" FROM "Workspace" w WHERE w."name" = $1
       AND EXISTS (SELECT FROM "ApiKey" k WHERE k."workspaceId" = w."id" AND k."name" = 'Seed') ORDER BY w."id" LIMIT 1`,
    [`Seed of ${calls} calls`],
  );
  return rows[0]?.id;
}

async function seed(database: BenchDatabase, calls: number): Promise<number> {
  const started = performance.now();
  console.error(`seeding a workspace with ${calls} calls …`);
  const { workspaceId } = await database.use((context) => seedWorkspace(context, { calls }));
  console.error(`… seeded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return workspaceId;
}

/** A new API key of the owner with all scopes. The database stores only the hash of a key, so each run creates a new key and deletes that of the run before. */
export async function freshKey(client: pg.Client, workspaceId: number): Promise<string> {
  const key = generateApiKey();
  await client.query(`DELETE FROM "ApiKey" WHERE "workspaceId" = $1 AND "name" = 'Bench'`, [workspaceId]);
  await client.query(
    `INSERT INTO "ApiKey" ("workspaceId", "userId", "name", "hash", "lastFour", "scopes")
     SELECT "workspaceId", "userId", 'Bench', $2, $3, $4 FROM "Membership" WHERE "workspaceId" = $1 AND "role" = 'OWNER'`,
    [workspaceId, sha256(key), key.slice(-4), allScopes],
  );
  return key;
}

/** The first contact with a deal, the same in each run, with an answer to every custom field of contacts. */
async function contactOf(client: pg.Client, workspaceId: number): Promise<BenchContact> {
  const { rows } = await client.query<BenchContact>(
    `SELECT "id", "email" FROM "Contact" c WHERE "workspaceId" = $1 AND "email" IS NOT NULL
       AND EXISTS (SELECT FROM "Deal" d WHERE d."workspaceId" = $1 AND d."contactId" = c."id") ORDER BY "id" LIMIT 1`,
    [workspaceId],
  );
  const [contact] = rows;
  if (!contact) throw new Error('The workspace has no contact with a deal.');
  await client.query(
    `INSERT INTO "CustomFieldAnswer" ("workspaceId", "customFieldId", "contactId", "answer")
     SELECT "workspaceId", "id", $2, ARRAY['an answer'] FROM "CustomField" WHERE "workspaceId" = $1 AND "type" = 'CONTACT'
     ON CONFLICT DO NOTHING`,
    [workspaceId, contact.id],
  );
  return contact;
}
