import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface MigrationFolder {
  directory: string;
  /** Writes or overwrites the SQL of one migration. */
  write(name: string, sql: string): Promise<void>;
  remove(): Promise<void>;
}

/** A temporary folder of migrations: their names and their SQL. */
export async function migrationFolder(scripts: Record<string, string> = {}): Promise<MigrationFolder> {
  const directory = await mkdtemp(path.join(tmpdir(), 'slotline-migrations-'));
  const write = async (name: string, sql: string) => {
    await mkdir(path.join(directory, name), { recursive: true });
    await writeFile(path.join(directory, name, 'migration.sql'), sql);
  };
  for (const [name, sql] of Object.entries(scripts)) await write(name, sql);
  return { directory, write, remove: () => rm(directory, { recursive: true }) };
}
