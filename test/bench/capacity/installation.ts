import { seedWorkspace } from '../../../src/demo/seed-workspace.ts';
import { generateApiKey } from '../../../src/domain/principal/credentials.ts';
import { allScopes } from '../../../src/domain/principal/scopes.ts';
import { allWebhookKinds } from '../../../src/domain/webhooks/kinds.ts';
import { generateWebhookSecret, webhookSecretPurpose } from '../../../src/domain/webhooks/secret.ts';
import { sha256 } from '../../../src/lib/secrets/crypto.ts';
import { SealedTexts } from '../../../src/lib/secrets/sealed-texts.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { secretKey } from '../webhooks/workspace.ts';

export interface SimulatedWorkspace {
  readonly workspaceId: number;
  readonly key: string;
}

interface Size {
  readonly workspaces: number;
  readonly calls: number;
  readonly webhookUrl: string;
}

/** Each table of workspaces, those first to which others refer. */
const copiedTables = [
  ...['Membership', 'CustomField', 'CustomFieldOption', 'Schedule', 'ScheduleDay', 'ScheduleTiming', 'Event'],
  ...['EventHost', 'InviteeQuestion', 'EventSecondaryQuestion', 'Contact', 'Invitee', 'EventCall', 'InviteeAnswer'],
  ...['CustomFieldAnswer', 'Deal', 'Transaction', 'EventCallRollup', 'Webhook'],
];

/** Seeds one workspace and copies its rows to the others, which takes a fraction of the time of seeding them all. */
export async function installation(
  { client, use }: BenchDatabase,
  { workspaces, calls, webhookUrl }: Size,
): Promise<SimulatedWorkspace[]> {
  const { workspaceId: first } = await use((context) => seedWorkspace(context, { calls }));
  const secret = new SealedTexts(secretKey, webhookSecretPurpose).seal(generateWebhookSecret());
  await client.query('INSERT INTO "Webhook" ("workspaceId", "url", "kinds", "secret") VALUES ($1, $2, $3, $4)', [
    ...[first, webhookUrl, allWebhookKinds, secret],
  ]);
  const others: number[] = [];
  for (let number = 1; number < workspaces; number++) {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO "Workspace" ("name", "plan") VALUES ($1, 'ENTERPRISE') RETURNING "id"`,
      [`Simulated ${number}`],
    );
    others.push(rows[0]?.id ?? 0);
  }
  for (const table of copiedTables) await copy(client, { table, first, others });
  const all = [first, ...others].map((workspaceId) => ({ workspaceId, key: generateApiKey() }));
  for (const { workspaceId, key } of all) {
    await client.query(
      `INSERT INTO "ApiKey" ("workspaceId", "userId", "name", "hash", "lastFour", "scopes")
       SELECT "workspaceId", "userId", 'Bench', $2, $3, $4 FROM "Membership" WHERE "workspaceId" = $1 AND "role" = 'OWNER'`,
      [workspaceId, sha256(key), key.slice(-4), allScopes],
    );
  }
  await client.query('VACUUM (ANALYZE)');
  return all;
}

/** The same ids in each workspace: an id is unique only in its own. */
async function copy(
  client: BenchDatabase['client'],
  { table, first, others }: { table: string; first: number; others: readonly number[] },
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident("attname") AS "name" FROM pg_attribute
     WHERE "attrelid" = $1::regclass AND "attnum" > 0 AND NOT "attisdropped" AND "attgenerated" = '' AND "attname" <> 'workspaceId'`,
    [`"${table}"`],
  );
  const columns = rows.map(({ name }) => name).join(', ');
  await client.query(
    `INSERT INTO "${table}" ("workspaceId", ${columns})
     SELECT w, ${columns} FROM "${table}", unnest($2::int[]) w WHERE "workspaceId" = $1`,
    [first, others],
  );
}
