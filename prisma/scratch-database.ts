import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface ScratchDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a database with a unique name beside the admin database: empty, or a copy of the template. */
export async function createScratchDatabase(adminUrl: string, template?: string): Promise<ScratchDatabase> {
  const name = `slotline_scratch_${randomUUID().replaceAll('-', '')}`;
  // template0: creating from template1 fails while any client is connected to it.
  const source = template === undefined ? `template0 encoding 'UTF8'` : `"${template}" strategy file_copy`;
  await runOnce(adminUrl, `create database ${name} template ${source}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnce(adminUrl, `drop database if exists ${name} with (force)`) };
}

export async function withScratchDatabase<T>(adminUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const scratch = await createScratchDatabase(adminUrl);
  try {
    return await work(scratch.url);
  } finally {
    await scratch.drop();
  }
}

async function runOnce(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
