import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface ScratchDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database with a unique name beside the admin database: empty, or a copy of the template. With several nodes
 * of a cluster each gets one, and the URL is that on the first.
 */
export async function createScratchDatabase(
  admin: string | readonly string[],
  template?: string,
): Promise<ScratchDatabase> {
  const name = `slotline_scratch_${randomUUID().replaceAll('-', '')}`;
  // template0: creating from template1 fails while any client is connected to it.
  const source = template === undefined ? `template0 encoding 'UTF8'` : `"${template}" strategy file_copy`;
  const nodes = typeof admin === 'string' ? [admin] : admin;
  const onEach = (sql: string) => Promise.all(nodes.map((node) => runOnce(node, sql)));
  await onEach(`create database ${name} template ${source}`);
  const [url = ''] = nodes.map((node) => sameNamed(name, node));
  return {
    url,
    drop: async () => {
      await onEach(`drop database if exists ${name} with (force)`);
    },
  };
}

/** The URL of the database with this name beside another. */
export function sameNamed(name: string, adminUrl: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function withScratchDatabase<T>(adminUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const scratch = await createScratchDatabase(adminUrl);
  try {
    return await work(scratch.url);
  } finally {
    await scratch.drop();
  }
}

export async function runOnce(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
