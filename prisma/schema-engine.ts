// Prisma's schema engine as WebAssembly, because its binary has to be downloaded. For development only.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

/** The compiler's library for Node alone does not declare it. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let loaded: Promise<void> | undefined;

/** Runs the work with an engine that is connected to the database and knows the schema. */
export async function withSchemaEngine<T>(
  { url, schema }: { url: string; schema: string },
  work: (engine: glue.SchemaEngine) => Promise<T>,
): Promise<T> {
  loaded ??= load();
  await loaded;
  const pool = new pg.Pool({ connectionString: url, options: '-c TimeZone=UTC' });
  // end() resolves before its connections close, and dropping the database then terminates them.
  pool.on('error', () => undefined);
  const datamodels: [string, string][] = [['schema.prisma', schema]];
  try {
    const factory = bindMigrationAwareSqlAdapterFactory(adapterFactory(pool));
    using engine = await glue.SchemaEngine.new({ datamodels }, () => undefined, factory);
    return await work(engine);
  } finally {
    await pool.end();
  }
}

/** The package has no loader for Node, so this does what Prisma's own command does with it. */
async function load(): Promise<void> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const bytes = readFileSync(path.join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...glue } });
  glue.__wbg_set_wasm(instance.exports);
  const { __wbindgen_start: start } = instance.exports;
  if (typeof start === 'function') start();
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: failWith } });
}

/** Without this the engine fails with a bare "unreachable". */
function failWith(message: string): never {
  throw new Error(`Prisma's schema engine: ${message}`);
}

const provider = 'postgres';
const UNDEFINED_TABLE = '42P01';
const adapterName = 'slotline-schema-engine';

/**
 * An adapter of our own. Prisma's adapter for pg is made for its client: it cuts a script at every semicolon, also
 * inside the body of a function, and does not know PostgreSQL's type "char", which the catalogue is full of.
 */
function adapterFactory(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const connect = async () => adapterOf(pool);
  return { provider, adapterName, connect, connectToShadowDb: connect };
}

function adapterOf(pool: pg.Pool): SqlDriverAdapter {
  return {
    provider,
    adapterName,
    queryRaw: async (query) => withoutIncludedColumns(resultSet(await run(pool, query))),
    executeRaw: async (query) => (await run(pool, query)).rowCount ?? 0,
    executeScript: async (script) => {
      await pool.query(script).catch(fail);
    },
    startTransaction: () => Promise.reject(new Error('The schema engine is not expected to start a transaction.')),
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: false }),
    dispose: async () => undefined,
  };
}

function run(pool: pg.Pool, { sql, args }: SqlQuery): Promise<pg.QueryArrayResult<unknown[]>> {
  const types = { getTypeParser: (oid: number) => timestamps.get(oid) ?? pg.types.getTypeParser(oid) };
  return pool.query<unknown[]>({ text: sql, values: args, rowMode: 'array', types }).catch(fail);
}

/** The engine reads the table of migrations to learn whether it exists. All other errors keep their text. */
function fail(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  if (error.code === UNDEFINED_TABLE) throw new DriverAdapterError({ kind: 'TableDoesNotExist' });
  const { code = '', severity = 'ERROR', message, detail, column, hint } = error;
  throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}

/** PostgreSQL's time as RFC 3339. The session's time zone is UTC, so the offset is always +00. */
const rfc3339 = (text: string) => text.replace(' ', 'T').replace(/\+00$/, '+00:00');
const timestamps: ReadonlyMap<number, (text: string) => string> = new Map([[1184, rfc3339]]);

/** By the type's OID in the catalogue. The engine's queries return no other types. */
const columnTypes: ReadonlyMap<number, ColumnType> = new Map<number, ColumnType>([
  [16, ColumnTypeEnum.Boolean],
  [18, ColumnTypeEnum.Character],
  [20, ColumnTypeEnum.Int64],
  [21, ColumnTypeEnum.Int32],
  [23, ColumnTypeEnum.Int32],
  [26, ColumnTypeEnum.Int64],
  [1009, ColumnTypeEnum.TextArray],
  [1184, ColumnTypeEnum.DateTime],
]);
const texts: ReadonlySet<number> = new Set([19, 25, 1042, 1043]);

function resultSet({ fields, rows }: pg.QueryArrayResult<unknown[]>): SqlResultSet {
  const columnNames = fields.map(({ name }) => name);
  return { columnNames, columnTypes: fields.map(columnType), rows };
}

function columnType({ name, dataTypeID }: pg.FieldDef): ColumnType {
  if (texts.has(dataTypeID)) return ColumnTypeEnum.Text;
  const type = columnTypes.get(dataTypeID);
  if (type === undefined) throw new Error(`The schema engine read ${name}, whose type ${dataTypeID} is unknown here.`);
  return type;
}

/** The engine takes the INCLUDE columns of an index for parts of its key. Unlike those they have no operator class. */
function withoutIncludedColumns(result: SqlResultSet): SqlResultSet {
  if (!result.columnNames.includes('index_name')) return result;
  const operatorClass = result.columnNames.indexOf('opclass');
  return { ...result, rows: result.rows.filter((row) => row[operatorClass] !== null) };
}
