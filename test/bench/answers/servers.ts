import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { generateApiKey, generateSessionToken } from '../../../src/domain/principal/credentials.ts';
import { allScopes, type Scope } from '../../../src/domain/principal/scopes.ts';
import { sha256 } from '../../../src/lib/secrets/crypto.ts';
import { hashPassword } from '../../../src/lib/secrets/password.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { type ServerKind, type ServerProcess, startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';

/** The owner of the demo, whose own address and password no server in production accepts. */
export const demoOwner = { email: 'owner@example.com', password: 'a password of the comparison' };

/** Credentials by the name that a report shows. */
export type Callers = Readonly<Record<string, string>>;

export interface AnsweringServers {
  readonly before: ServerProcess;
  readonly now: ServerProcess;
  readonly callers: Callers;
  /** The workspace beside that of the demo. */
  readonly elsewhereId: number;
}

/**
 * Starts the server of another checkout and that of this one over two databases with the same content. The older code
 * makes the content, and the newer migrates its own copy.
 */
export async function startBoth(
  { url, client }: BenchDatabase,
  repository: string,
  stack: AsyncDisposableStack,
): Promise<AnsweringServers> {
  const [before, now] = ['slotline_answers_before', 'slotline_answers_now'] as const;
  for (const name of [before, now]) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${before} TEMPLATE template0 ENCODING 'UTF8'`);
  const addressOf = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await fillWithDemo({ ...serverOf(addressOf(before)), repository });
  const added = await withClient(addressOf(before), addCallers);
  await client.query(`CREATE DATABASE ${now} TEMPLATE ${before}`);
  const start = async (kind: ServerKind) => stack.adopt(await startServerProcess(kind), ({ stop }) => stop());
  return {
    before: await start({ ...serverOf(addressOf(before)), name: 'before', repository }),
    now: await start({ ...serverOf(addressOf(now)), name: 'now' }),
    ...added,
  };
}

/** Without the worker, nothing changes but by requests. Both have the addresses of one installation. */
function serverOf(databaseUrl: string): ServerKind {
  const kind = ours(databaseUrl);
  const address = { BASE_URL: 'http://localhost:3000', CORS_ORIGINS: 'https://app.example.com' };
  return { ...kind, env: { ...kind.env, ...address, WORKER: 'off', SIGN_UP: 'on', LOG_LEVEL: 'error' } };
}

/** A server in development migrates an empty database and adds the demo workspace. */
async function fillWithDemo(kind: ServerKind): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slotline-answers-'));
  const env = { ...kind.env, NODE_ENV: 'development', DEMO: 'on', DATA_DIR: folder };
  const server = await startServerProcess({ ...kind, name: 'demo', env });
  await server.stop();
  await rm(folder, { recursive: true });
}

async function withClient<Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Member {
  readonly workspaceId: number;
  readonly userId: number;
  readonly role: string;
  readonly isDemo: boolean;
}

/** Keys and sessions of each role, a key with one scope, expired ones, and those of a workspace elsewhere. Each member has the owner's password. */
async function addCallers(client: pg.Client): Promise<Pick<AnsweringServers, 'callers' | 'elsewhereId'>> {
  const { email, password } = demoOwner;
  await client.query(`UPDATE "User" SET "email" = $1, "passwordHash" = $2 WHERE "email" = 'demo@slotline.example'`, [
    email,
    await hashPassword(password),
  ]);
  const { rows: added } = await client.query<{ id: number }>(
    `INSERT INTO "Workspace" ("name") VALUES ('Elsewhere') RETURNING "id"`,
  );
  const elsewhereId = added[0]?.id ?? 0;
  await client.query('UPDATE "Workspace" SET "rateLimitPoints" = 1000000, "graphqlCost" = 100000000');
  await client.query(
    'UPDATE "User" u SET "passwordHash" = o."passwordHash" FROM "User" o WHERE o."email" = $1 AND u."id" <> o."id"',
    [email],
  );
  await client.query(
    `INSERT INTO "Membership" ("workspaceId", "userId", "role") SELECT $1, "id", 'OWNER' FROM "User" WHERE "email" = $2`,
    [elsewhereId, email],
  );
  const { rows: members } = await client.query<Member>(
    `SELECT DISTINCT ON (m."workspaceId", m."role") m."workspaceId", m."userId", m."role", w."isDemo"
     FROM "Membership" m JOIN "Workspace" w ON w."id" = m."workspaceId" ORDER BY m."workspaceId", m."role", m."userId"`,
  );
  const callers: Record<string, string> = {};
  const addKey = async (name: string, member: Member, scopes: readonly Scope[] = allScopes, expiresAt?: string) => {
    const key = generateApiKey();
    callers[name] = key;
    await client.query(
      `INSERT INTO "ApiKey" ("workspaceId", "userId", "name", "hash", "lastFour", "scopes", "expiresAt")
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [member.workspaceId, member.userId, name, sha256(key), key.slice(-4), scopes, expiresAt],
    );
  };
  const addSession = async (name: string, { workspaceId, userId }: Member, lasts = '10 days') => {
    const token = generateSessionToken();
    callers[name] = token;
    await client.query(
      `INSERT INTO "Session" ("workspaceId", "userId", "tokenHash", "expiresAt") VALUES ($1, $2, $3, now() + $4::interval)`,
      [workspaceId, userId, sha256(token), lasts],
    );
  };
  for (const member of members) {
    const { role, isDemo } = member;
    await addKey(isDemo ? `${role} key` : 'key elsewhere', member);
    await addSession(isDemo ? `${role} session` : 'session elsewhere', member);
    if (role !== 'OWNER' || !isDemo) continue;
    await addKey('key for contacts', member, ['contacts:read']);
    await addKey('expired key', member, allScopes, '2020-01-01T00:00:00Z');
    await addSession('expired session', member, '-1 day');
  }
  return { callers, elsewhereId };
}
