import type pg from 'pg';
import { hashPassword } from '#src/lib/password.ts';
import type { ServiceContext } from '#src/services/context.ts';
import { emailOf, members } from './demo-members.ts';
import { demoOwner } from './demo-owner.ts';
import { fillDemoWorkspace } from './fill-demo-workspace.ts';
import { insertApiKey } from './insert-api-key.ts';
import { utcDay } from './wall-clock.ts';

export interface DemoWorkspace {
  workspaceId: number;
  userId: number;
  ownerEmail: string;
  ownerPassword: string;
  key: string;
}

/** For pg_advisory_xact_lock: one node at a time looks whether there is a demo, and makes it. */
const demoLock = 72707370;

/**
 * A workspace that looks like a sales team at work, once in an installation: null where there is one already, or
 * where one of its addresses belongs to a member of another workspace. All but its secrets follows from the clock's day.
 */
export async function createDemoWorkspace({ db, clock }: ServiceContext): Promise<DemoWorkspace | null> {
  if (await hasDemo(db.pool)) return null;
  return db.write(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [demoLock]);
    if ((await hasDemo(client)) || !(await freeAddresses(client))) return null;
    return makeDemo(client, clock.now());
  });
}

async function makeDemo(client: pg.ClientBase, now: Date): Promise<DemoWorkspace> {
  // Hashing takes as long as a third of all the rest, on a thread of its own.
  const [passwordHash, { workspaceId, userId, createdAt }] = await Promise.all([
    hashPassword(demoOwner.password),
    fillDemoWorkspace(client, utcDay(now)),
  ]);
  await client.query('UPDATE "User" SET "passwordHash" = $2 WHERE "id" = $1', [userId, passwordHash]);
  const key = await insertApiKey(client, 'Demo', { workspaceId, userId, createdAt });
  return { workspaceId, userId, ownerEmail: demoOwner.email, ownerPassword: demoOwner.password, key };
}

async function hasDemo(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM "Workspace" WHERE "isDemo" LIMIT 1');
  return rows.length > 0;
}

/** Users outlive a deleted workspace; those of a former demo make way. Nobody's account is taken over. */
async function freeAddresses(client: pg.ClientBase): Promise<boolean> {
  const taken = `("email" = ANY($1) OR "username" = ANY($2))`;
  const values = [members.map(emailOf), members.map(({ username }) => username)];
  await client.query(
    `DELETE FROM "User" u WHERE ${taken} AND NOT EXISTS (SELECT FROM "Membership" m WHERE m."userId" = u."id")`,
    values,
  );
  const { rows } = await client.query(`SELECT FROM "User" WHERE ${taken} LIMIT 1`, values);
  return rows.length === 0;
}
