import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMigrationFiles } from '#src/db/migration/files.ts';
import { migrationsDirectory } from '#src/db/open.ts';

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

/** A migration as a later version may have it: a table of workspaces, a table of all nodes, a column and its values. */
const laterMigration = `
CREATE TABLE "CallNote" (
  "workspaceId" INTEGER NOT NULL,
  "id" SERIAL NOT NULL,
  "contactId" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  PRIMARY KEY ("workspaceId", "id")
);
SELECT "placeTable"('CallNote');
ALTER TABLE "CallNote" ADD FOREIGN KEY ("workspaceId", "contactId") REFERENCES "Contact"("workspaceId", "id") ON DELETE CASCADE;
CREATE TABLE "Currency" ("code" CHAR(3) PRIMARY KEY);
SELECT "placeTable"('Currency', true);
INSERT INTO "Currency" VALUES ('EUR'), ('USD');
ALTER TABLE "Contact" ADD COLUMN "nickname" VARCHAR(100);
UPDATE "Contact" SET "nickname" = lower("firstName");
INSERT INTO "CallNote" ("workspaceId", "contactId", "text") SELECT "workspaceId", "id", "nickname" FROM "Contact";
CREATE INDEX "Contact_nickname_idx" ON "Contact"("workspaceId", "nickname");
`;

export const laterName = '20990101000000_later';

/** The migrations of this version, and one of a later version: what an upgrade applies. */
export async function laterVersion(): Promise<MigrationFolder> {
  const files = await readMigrationFiles(migrationsDirectory);
  return migrationFolder({
    ...Object.fromEntries(files.map(({ name, script }) => [name, script])),
    [laterName]: laterMigration,
  });
}
