import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { succeeds } from '#src/db/succeeds.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { hashPassword } from '#src/lib/secrets/password.ts';
import { storeApiKey } from '#src/services/api-keys.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { type CredentialContext, resolveApiKey } from '#src/services/credentials.ts';
import { demoPlan } from './demo-plan.ts';
import { generateContent, type InsertBatches } from './generate.ts';
import { emailOf, insertTeam, insertWorkspace } from './team.ts';
import { dayMs, iso, utcDay } from './wall-clock.ts';

/** The owner's credentials. */
export interface DemoAccess {
  ownerEmail: string;
  ownerPassword: string;
  /** Undefined where the demo was made elsewhere: only its hash came along. */
  key: string | undefined;
}

export interface DemoWorkspace extends DemoAccess {
  key: string;
  workspaceId: number;
  userId: number;
}

/** Production has no demo workspace, so the password is no secret. */
const signIn = { ownerEmail: 'demo@slotline.example', ownerPassword: 'slotline-demo' };

/** For pg_advisory_xact_lock: one node at a time looks for a demo workspace and makes one. */
const demoLock = 72707370;

const workspace = { name: 'Northwind Advisory (demo)', plan: 'BUSINESS', timeZone: 'America/New_York' } as const;

/**
 * Makes a workspace that looks like a sales team at work, once in an installation. Returns null where there is one
 * already, or where one of its addresses belongs to a member of another workspace. Everything but the secrets follows
 * from the clock's day.
 */
export async function createDemoWorkspace({ db, clock }: ServiceContext): Promise<DemoWorkspace | null> {
  if (await hasDemo(db.pool)) return null;
  return db.write(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [demoLock]);
    if ((await hasDemo(client)) || !(await freeAddresses(client))) return null;
    return insertDemo(client, utcDay(clock.now()));
  });
}

async function insertDemo(client: pg.ClientBase, todayMs: number): Promise<DemoWorkspace> {
  const createdAt = iso(todayMs - (demoPlan.pastDays + demoPlan.futureDays) * dayMs);
  // Hashing takes as long as a third of all the rest, on a thread of its own.
  const hashing = hashPassword(signIn.ownerPassword);
  const workspaceId = await insertWorkspace(client, { ...workspace, isDemo: true, createdAt });
  const team = await insertTeam(client, workspaceId, demoPlan, createdAt);
  const batchSize = demoPlan.calls;
  // There is a single batch of each kind.
  const insertBatches: InsertBatches = async (batches, insert) => {
    for (const batch of batches) await insert(client, batch, true);
  };
  await generateContent({ workspaceId, plan: demoPlan, team, todayMs, insertBatches, batchSize });
  await client.query('UPDATE "User" SET "passwordHash" = $2 WHERE "id" = $1', [team.ownerId, await hashing]);
  const owner = { workspaceId, userId: team.ownerId };
  const draft = { ...owner, name: 'Demo', scopes: allScopes, expiresAt: null, createdAt: new Date(createdAt) };
  const { secret } = await storeApiKey(client, draft);
  return { ...owner, ...signIn, key: secret };
}

async function hasDemo(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM "Workspace" WHERE "isDemo" LIMIT 1');
  return rows.length > 0;
}

/** Users outlive a deleted workspace; those of a former demo are deleted. No other account is taken over. */
async function freeAddresses(client: pg.ClientBase): Promise<boolean> {
  const usernames = demoPlan.members.map(({ username }) => username);
  const { rows: users } = await client.query<{ id: number }>(
    'SELECT "id" FROM "User" WHERE "email" = ANY($1) OR "username" = ANY($2)',
    [usernames.map(emailOf), usernames],
  );
  const ids = users.map(({ id }) => id);
  const { rows: memberships } = await client.query('SELECT FROM "Membership" WHERE "userId" = ANY($1) LIMIT 1', [ids]);
  if (memberships.length > 0) return false;
  await client.query('DELETE FROM "User" WHERE "id" = ANY($1)', [ids]);
  await freeLinks(client, usernames);
  return true;
}

/** The links of events outlive a deleted workspace too, because they belong to the installation. */
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

/** Makes the demo workspace at the first start. At each later one it finds the key again, where it is stored. */
export async function openDemo(context: CredentialContext, dataDir: string): Promise<DemoAccess | undefined> {
  const created = await createDemoWorkspace(context);
  if (created) return { ...signIn, key: await storeKey(dataDir, created.key) };
  return (await hasDemo(context.db.pool)) ? { ...signIn, key: await findKey(context, dataDir) } : undefined;
}

async function findKey(context: CredentialContext, dataDir: string): Promise<string | undefined> {
  const stored = (await readFile(keyFile(dataDir), 'utf8').catch(() => '')).trim();
  return (await succeeds(resolveApiKey(context, stored))) ? stored : undefined;
}

/** The database has only the key's hash. The key itself is stored beside it, readable by its owner, to be shown again. */
async function storeKey(dataDir: string, key: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(keyFile(dataDir), `${key}\n`, { mode: 0o600 });
  return key;
}

function keyFile(dataDir: string): string {
  return path.join(dataDir, 'demo-api-key');
}
