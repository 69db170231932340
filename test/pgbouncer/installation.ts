import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { developmentSecretKey } from '#src/config/variables.ts';
import { createScratchDatabase } from '../../prisma/scratch-database.ts';
import { type Node, startNode } from './nodes.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';

/** Two server processes over one database with the demo workspace: one goes through PgBouncer, one does not. */
export interface Installation {
  readonly databaseUrl: string;
  readonly pgbouncer: PgBouncer;
  readonly pooled: Node;
  readonly direct: Node;
  /** The API key of the demo workspace. */
  readonly key: string;
  /** A session of the owner of the demo workspace, from this node. */
  signIn(node: Node): Promise<string>;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export const poolSize = 8;

/** The database is empty at first: the node behind PgBouncer migrates it, by DIRECT_DATABASE_URL, and fills it. */
export async function startInstallation(): Promise<Installation> {
  const endings: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    return { ...(await start(endings)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(endings: (() => Promise<unknown>)[]): Promise<Omit<Installation, 'close'>> {
  const { url: databaseUrl, drop } = await createScratchDatabase(inject('embeddedPostgres'));
  endings.push(drop);
  const folder = await mkdtemp(path.join(tmpdir(), 'slotline-pgbouncer-node-'));
  endings.push(() => rm(folder, { recursive: true }));
  const pgbouncer = await startPgBouncer(databaseUrl, { poolSize });
  endings.push(pgbouncer.close);
  const env = {
    ...{ SECRET_KEY: developmentSecretKey, DATA_DIR: folder, LOG_LEVEL: 'silent' },
    ...{ NODES: '2', RATE_LIMIT_STORE: 'postgres' },
  };
  const pooled = await startNode({ ...env, DATABASE_URL: pgbouncer.url, DIRECT_DATABASE_URL: databaseUrl });
  endings.push(pooled.stop);
  const direct = await startNode({ ...env, DATABASE_URL: databaseUrl, WORKER: 'off' });
  endings.push(direct.stop);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  endings.push(() => client.end());
  const sql: Installation['sql'] = async (text, values = []) => (await client.query(text, values)).rows;
  await sql('UPDATE "Workspace" SET "rateLimitPoints" = 1000000, "graphqlCost" = 100000000');
  const stored = async (file: string) => (await readFile(path.join(folder, file), 'utf8')).trim();
  const [key, password] = [await stored('demo-api-key'), await stored('demo-password')];
  return { databaseUrl, pgbouncer, pooled, direct, sql, key, signIn: (node) => signIn(node, password) };
}

async function signIn(node: Node, password: string): Promise<string> {
  const mutation = 'mutation ($input: SignInInput!) { signIn(input: $input) { token } }';
  const input = { email: 'demo@slotline.example', password };
  return (await node.graphql(mutation, undefined, { input })).body.data.signIn.token;
}
