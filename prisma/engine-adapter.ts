import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';

// Not a dependency of ours by name: it must be the copy that the adapter uses.
const adapterRequire = createRequire(createRequire(import.meta.url).resolve('@prisma/adapter-pg'));
const { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory }: typeof import('@prisma/driver-adapter-utils') =
  adapterRequire('@prisma/driver-adapter-utils');

/** Connects the schema engine to the databases of the pool. */
export function engineAdapter(pool: pg.Pool): object {
  return bindMigrationAwareSqlAdapterFactory(new EngineAdapter(pool));
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** What the schema engine needs beyond what the adapter does for the client. */
class EngineAdapter extends PrismaPg {
  override async connect(): Promise<Adapter> {
    return ignoresIncludedColumns(readsChars(runsWholeScripts(await super.connect())));
  }
}

/** The adapter splits a script at every semicolon, which tears the bodies of functions apart. */
function runsWholeScripts(adapter: Adapter): Adapter {
  adapter.executeScript = async (script) => {
    await adapter.underlyingDriver().query(script);
  };
  return adapter;
}

/** The one function of the adapter that sees the types of the columns before it refuses them. */
interface AdapterInternals {
  performIO(query: unknown): Promise<pg.QueryResult>;
}

const charOid = 18;
const textOid = 25;

/** The adapter does not know PostgreSQL's "char", which the engine asks the catalogue for and wants as a character. */
function readsChars(adapter: Adapter): Adapter {
  const names = new Set<string>();
  const internals = adapter as unknown as AdapterInternals;
  const performIO = internals.performIO.bind(adapter);
  internals.performIO = async (query) => {
    const result = await performIO(query);
    for (const field of result.fields.filter(({ dataTypeID }) => dataTypeID === charOid)) {
      names.add(field.name);
      field.dataTypeID = textOid;
    }
    return result;
  };
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const types = result.columnTypes.map((type, column) =>
      names.has(result.columnNames[column] ?? '') ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes: types };
  };
  return adapter;
}

/** The engine takes the INCLUDE columns of an index for parts of its key; unlike those they have no operator class. */
function ignoresIncludedColumns(adapter: Adapter): Adapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    if (!result.columnNames.includes('index_name')) return result;
    const operatorClass = result.columnNames.indexOf('opclass');
    return { ...result, rows: result.rows.filter((row) => row[operatorClass] !== null) };
  };
  return adapter;
}
