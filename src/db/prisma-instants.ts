import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQuery, SqlQueryable } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { isoInstant } from './types.ts';

/**
 * Prisma's adapter assumes that the session's time zone is UTC: it writes instants without an offset, and drops the offset when
 * it reads them. A session has another time zone if a pooler ignores its options. So this adapter writes offsets.
 */
export class ZonedPrismaPg extends PrismaPg {
  readonly #readSql: ((text: string) => string) | undefined;

  /** `readSql` rewrites the SQL of a read. */
  constructor(pool: pg.Pool, readSql?: (text: string) => string) {
    super(pool);
    this.#readSql = readSql;
  }

  override async connect() {
    const adapter = completed(await super.connect(), this.#readSql);
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => completed(await startTransaction(level), this.#readSql);
    return adapter;
  }
}

function completed<Target extends SqlQueryable>(target: Target, readSql = (text: string) => text): Target {
  const queryRaw = target.queryRaw.bind(target);
  const executeRaw = target.executeRaw.bind(target);
  target.queryRaw = ({ sql, ...query }) => queryRaw(withInstantsAsText({ ...query, sql: readSql(sql) }));
  target.executeRaw = (query) => executeRaw(withInstantsAsText(query));
  return target;
}

/** The adapter passes text on unchanged. Instants in filters are text already, those in writes may be a Date. */
function withInstantsAsText({ sql, args, argTypes }: SqlQuery): SqlQuery {
  const areInstants = argTypes.map(({ scalarType, dbType }) => scalarType === 'datetime' && dbType !== 'DATE');
  return {
    sql,
    args: args.map((value, index) => (areInstants[index] ? asText(value) : value)),
    argTypes: argTypes.map((type, index) => (areInstants[index] ? { ...type, scalarType: 'string' } : type)),
  };
}

function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  return value instanceof Date ? value.toISOString() : value;
}

/** A client for Prisma's pool that keeps the offset of instants, whatever type parsers a query has. */
export function readingInstants(Client: new (config?: pg.ClientConfig) => pg.Client = pg.Client): typeof Client {
  return class extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver are passed on.
    override query(...[first, ...rest]: any[]): any {
      return super.query(hasTypes(first) ? { ...first, types: withIsoInstants(first.types) } : first, ...rest);
    }
  };
}

function hasTypes(query: unknown): query is { types: pg.CustomTypesConfig } {
  return typeof query === 'object' && query !== null && 'types' in query && 'text' in query;
}

function withIsoInstants(types: pg.CustomTypesConfig): pg.CustomTypesConfig {
  return {
    getTypeParser: (oid, format) =>
      oid === pg.types.builtins.TIMESTAMPTZ ? (isoInstant as never) : types.getTypeParser(oid, format as 'text'),
  };
}
