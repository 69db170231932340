import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { readTables } from '#src/db/backup/catalog.ts';
import { succeeds } from '#src/db/succeeds.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { randomBase62 } from '#src/lib/secrets/crypto.ts';
import { hashPassword, verifyPassword } from '#src/lib/secrets/password.ts';
import { storeApiKey } from '#src/services/api-keys.ts';
import { demoAddress } from '#src/services/closed-demos.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';
import { type CredentialContext, resolveApiKey } from '#src/services/credentials.ts';
import { insertApp } from './app.ts';
import { demoPlan } from './demo-plan.ts';
import { generateContent, type InsertBatches } from './generate.ts';
import { insertRequests } from './requests.ts';
import { insertTeam, insertWorkspace } from './team.ts';
import { insertTimeAway } from './time-away.ts';
import { dayMs, iso, utcDay } from './wall-clock.ts';
import { insertWebhook } from './webhook.ts';

/** The owner's credentials. */
export interface DemoAccess {
  ownerEmail: string;
  ownerPassword: string;
  /** Undefined if the demo was created elsewhere: then only its hash is stored. */
  key: string | undefined;
}

export interface DemoWorkspace extends DemoAccess {
  key: string;
  workspaceId: number;
  userId: number;
}

/** The context for creating a demo. */
type DemoContext = ServiceContext & Pick<CallerContext, 'webhookSecrets'>;

const ownerEmail = demoAddress('demo');

/** The key for pg_advisory_xact_lock: only one node at a time looks for a demo workspace and creates one. */
const demoLock = 72707370;

const workspace = { name: 'Northwind Advisory (demo)', plan: 'BUSINESS', timeZone: 'America/New_York' } as const;

/**
 * Creates a workspace that looks like a sales team at work, once per installation. Returns null if one exists, or if one of its
 * addresses belongs to a member of another workspace. Everything follows from the date, except secrets, their times of use, and the results of the calls of the day, which follow from the hour.
 */
export async function createDemoWorkspace({ db, clock, webhookSecrets }: DemoContext): Promise<DemoWorkspace | null> {
  if (await hasDemo(db.pool)) return null;
  return db.write(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [demoLock]);
    if ((await hasDemo(client)) || !(await freeAddresses(client))) return null;
    return insertDemo(client, { now: clock.now(), webhookSecrets });
  });
}

async function insertDemo(
  client: pg.ClientBase,
  { now, webhookSecrets }: Pick<DemoContext, 'webhookSecrets'> & { now: Date },
): Promise<DemoWorkspace> {
  const todayMs = utcDay(now);
  const createdAt = iso(todayMs - (demoPlan.pastDays + demoPlan.futureDays) * dayMs);
  // Hashing takes a third of the time of everything else, but runs in its own thread.
  const ownerPassword = newPassword();
  const hashing = hashPassword(ownerPassword);
  const workspaceId = await insertWorkspace(client, { ...workspace, isDemo: true, createdAt });
  const team = await insertTeam(client, workspaceId, demoPlan, createdAt);
  const batchSize = demoPlan.calls;
  // Each kind has only one batch.
  const insertBatches: InsertBatches = async (batches, insert) => {
    for (const batch of batches) await insert(client, batch, true);
  };
  await generateContent({ workspaceId, plan: demoPlan, team, todayMs, nowMs: now.getTime(), insertBatches, batchSize });
  await client.query('UPDATE "User" SET "passwordHash" = $2 WHERE "id" = $1', [team.ownerId, await hashing]);
  const owner = { workspaceId, userId: team.ownerId };
  const draft = { ...owner, name: 'Demo', scopes: allScopes, expiresAt: null, createdAt: new Date(createdAt) };
  const { row: apiKey, secret } = await storeApiKey(client, draft);
  await insertWebhook(client, { workspaceId, todayMs, webhookSecrets });
  const [closerId] = team.closerIds as [number];
  const connections = await insertApp(client, { workspaceId, ownerId: team.ownerId, closerId, todayMs, now });
  await insertRequests(client, { ...owner, apiKeyId: apiKey.id, connections, now });
  await insertTimeAway(client, { ...owner, timeZone: workspace.timeZone, todayMs, now });
  return { ...owner, ownerEmail, ownerPassword, key: secret };
}

function newPassword(): string {
  return randomBase62(16);
}

async function hasDemo(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM "Workspace" WHERE "isDemo" LIMIT 1');
  return rows.length > 0;
}

/** Users outlive a deleted workspace, so those of a former demo are deleted. No other account is taken over. */
async function freeAddresses(client: pg.ClientBase): Promise<boolean> {
  const usernames = demoPlan.members.map(({ username }) => username);
  const { rows: users } = await client.query<{ id: number }>(
    'SELECT "id" FROM "User" WHERE "email" = ANY($1) OR "username" = ANY($2)',
    [usernames.map(demoAddress), usernames],
  );
  const ids = users.map(({ id }) => id);
  const { rows: memberships } = await client.query('SELECT FROM "Membership" WHERE "userId" = ANY($1) LIMIT 1', [ids]);
  if (memberships.length > 0) return false;
  await client.query('DELETE FROM "User" WHERE "id" = ANY($1)', [ids]);
  await freeLinks(client, usernames);
  return true;
}

/** Event links also outlive a deleted workspace, because they belong to the installation. */
async function freeLinks(client: pg.ClientBase, usernames: readonly string[]): Promise<void> {
  const { rows: links } = await client.query<{ leadsTo: number }>(
    `SELECT "leadsTo" FROM "BookingLink" WHERE split_part("linkPrefix", '/', 1) = ANY($1) GROUP BY "leadsTo"`,
    [usernames],
  );
  const { rows: workspaces } = await client.query<{ id: number }>('SELECT "id" FROM "Workspace" WHERE "id" = ANY($1)', [
    links.map(({ leadsTo }) => leadsTo),
  ]);
  const living = new Set(workspaces.map(({ id }) => id));
  const deleted = links.map(({ leadsTo }) => leadsTo).filter((id) => !living.has(id));
  await client.query('DELETE FROM "BookingLink" WHERE "leadsTo" = ANY($1)', [deleted]);
}

/**
 * Deletes the demo workspaces with all their data, and their members if they belong to no other workspace. Returns the ids of
 * the workspaces.
 */
export async function removeDemo({ db }: Pick<ServiceContext, 'db'>): Promise<number[]> {
  return db.write(async (client) => {
    const { rows } = await client.query<{ id: number }>('SELECT "id" FROM "Workspace" WHERE "isDemo" FOR UPDATE');
    // Deletes records before the records that they refer to.
    const tables = (await readTables(client)).filter(({ columns }) => columns.includes('workspaceId')).reverse();
    for (const { id } of rows) {
      for (const { name } of tables) await client.query(`DELETE FROM "${name}" WHERE "workspaceId" = $1`, [id]);
      await client.query('DELETE FROM "Workspace" WHERE "id" = $1', [id]);
    }
    await freeAddresses(client);
    return rows.map(({ id }) => id);
  });
}

/** Creates the demo workspace at the first start. Later starts read its stored credentials, if they are available. */
export async function openDemo(
  context: CredentialContext & DemoContext,
  dataDir: string,
): Promise<DemoAccess | undefined> {
  const created = await createDemoWorkspace(context);
  if (created) {
    const { ownerPassword, key } = created;
    await storeSecret(dataDir, files.password, ownerPassword);
    return { ownerEmail, ownerPassword, key: await storeSecret(dataDir, files.key, key) };
  }
  if (!(await hasDemo(context.db.pool))) return undefined;
  const [key, ownerPassword] = await Promise.all([findKey(context, dataDir), findPassword(context, dataDir)]);
  return { ownerEmail, ownerPassword, key };
}

async function findKey(context: CredentialContext, dataDir: string): Promise<string | undefined> {
  const stored = await storedSecret(dataDir, files.key);
  return (await succeeds(resolveApiKey(context, stored))) ? stored : undefined;
}

/**
 * Returns this installation's password. Creates a new one if no valid one is stored here: the demo came from elsewhere, or from
 * a version with a public password.
 */
async function findPassword({ db }: ServiceContext, dataDir: string): Promise<string> {
  const stored = await storedSecret(dataDir, files.password);
  const user = await db.prisma.user.findUnique({
    where: { email: ownerEmail },
    select: { id: true, passwordHash: true },
  });
  if (stored !== '' && (await verifyPassword(user?.passwordHash, stored))) return stored;
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  if (user) await db.pool.query('UPDATE "User" SET "passwordHash" = $2 WHERE "id" = $1', [user.id, passwordHash]);
  return storeSecret(dataDir, files.password, password);
}

/** The database has only hashes. These files, which only their owner can read, store the secrets to show them again. */
const files = { key: 'demo-api-key', password: 'demo-password' } as const;

async function storeSecret(dataDir: string, file: string, secret: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(path.join(dataDir, file), `${secret}\n`, { mode: 0o600 });
  return secret;
}

async function storedSecret(dataDir: string, file: string): Promise<string> {
  return (await readFile(path.join(dataDir, file), 'utf8').catch(() => '')).trim();
}
