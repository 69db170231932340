import pg from 'pg';
import { runScript } from './apply.ts';
import { catalogOf } from './catalog.ts';
import { MigrationError, type MigrationFile } from './files.ts';

const scratchSchema = 'slotline_expected';
const shownDifferences = 20;

/**
 * Throws if the tables of the current schema differ from those that the migrations create. It creates these in a scratch
 * schema, which is rolled back, so that the same PostgreSQL describes both. A transaction must be open.
 */
export async function requireTablesOf(
  client: pg.ClientBase,
  files: readonly MigrationFile[],
  expectation: string,
): Promise<void> {
  const [actual, expected] = [await catalogOf(client), await expectedCatalog(client, files)];
  const missing = without(expected, actual).map((line) => `  lacks ${line}`);
  const unexpected = without(actual, expected).map((line) => `  has ${line}`);
  const differences = [...missing, ...unexpected];
  if (differences.length === 0) return;
  const hidden = differences.length - shownDifferences;
  throw new MigrationError(
    [
      `Nothing was changed, because the tables of the database are not ${expectation}. In ${differences.length} parts it differs:`,
      ...differences.slice(0, shownDifferences),
      ...(hidden > 0 ? [`  and ${hidden} more`] : []),
      'Undo the manual changes, and run the command again.',
    ].join('\n'),
  );
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map(normalized));
  return lines.filter((line) => !known.has(normalized(line)));
}

/** PostgreSQL describes a condition with other casts and parentheses after a dump and restore. */
function normalized(line: string): string {
  return line.replace(/::(?:text|character varying)\b(?:\[\])?|[()]/g, '');
}

async function expectedCatalog(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(`SELECT quote_ident(current_schema()) AS "schema"`);
  const [found] = rows;
  await client.query('SAVEPOINT "expected"');
  await client.query(`CREATE SCHEMA ${scratchSchema}`).catch(explainRefusal);
  // Extensions stay in their schema, so the search path continues after the scratch schema.
  await client.query(`SELECT set_config('search_path', '${scratchSchema}, ' || current_setting('search_path'), true)`);
  for (const file of files) await runScript(client, file);
  const lines = await catalogOf(client);
  await client.query('ROLLBACK TO SAVEPOINT "expected"');
  return lines.map((line) => line.replaceAll(`${scratchSchema}.`, `${found?.schema}.`));
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
  throw new MigrationError(
    'Nothing was changed, because the user of the database may make no schema in it, and so cannot compare its tables. ' +
      'Run GRANT CREATE ON DATABASE … TO … as its owner, and the command again.',
    { cause: error },
  );
}
