import { setImmediate as othersFirst } from 'node:timers/promises';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { requireFound } from '#src/domain/errors.ts';
import type { CallerContext } from '#src/services/context.ts';
import { caller, type GraphQLContext } from '../context.ts';
import { toRecord, visibleWhere } from './relation-fields.ts';
import type { RelationTarget } from './relation-target.ts';
import { selectsRelations } from './selection.ts';

interface Identified {
  readonly id: number | string;
}

/** Loads the relations that the document selects on these records, in one query; `path` leads from the field to the records. */
export type LoadRelations = <Node extends Identified>(
  records: readonly Node[],
  target: RelationTarget,
  path?: readonly string[],
) => Promise<Node[]>;

/**
 * Reads the value of a root field and the relations selected below it from one snapshot of the database. A document without
 * relations needs only a plain read.
 */
export function readWithRelations<Value>(
  context: GraphQLContext,
  info: GraphQLResolveInfo,
  read: (caller: CallerContext) => Promise<Value>,
  addRelations: (value: Value, load: LoadRelations) => Promise<Value>,
): Promise<Value> {
  if (!selectsRelations(info)) return read(caller(context));
  return context.db.snapshot(async (db) => {
    const value = await read({ ...caller(context), db });
    return addRelations(value, (records, target, path = []) => related(records, target, { context, info, db, path }));
  });
}

interface RelationLoad {
  readonly context: GraphQLContext;
  readonly info: GraphQLResolveInfo;
  readonly db: CallerContext['db'];
  readonly path: readonly string[];
}

async function related<Node extends Identified>(
  records: readonly Node[],
  { model, key = 'id', storedId }: RelationTarget,
  { context, info, db, path }: RelationLoad,
): Promise<Node[]> {
  const query = queryFromInfo({ context, info, path: [...path] });
  if (records.length === 0 || (!query.include && !query.select)) return [...records];
  const { workspaceId } = caller(context).principal;
  const keyOf = (id: number | string) => (typeof id === 'number' ? id : BigInt(storedId?.(id) ?? 0));
  const rows = await delegate(db, model).findMany({
    ...query,
    where: { workspaceId, [key]: { in: records.map(({ id }) => keyOf(id)) } },
  });
  // Prisma has blocked the thread for as long as this document may: let other requests run in between.
  if (context.hasTurn) await othersFirst();
  const rowsById = new Map(rows.map((row) => [row[key], row]));
  return records.flatMap((record) => {
    const row = rowsById.get(keyOf(record.id));
    return row ? [{ ...row, ...record }] : [];
  });
}

type RecordRead = Pick<RelationLoad, 'context' | 'info'>;

/** Reads one record by identifying columns, with its relations; NOT_FOUND if the caller does not see it. */
export async function readOne<Row extends object>(
  target: RelationTarget<Row>,
  named: object,
  { context, info }: RecordRead,
): Promise<object> {
  const row = await rowOf(target, named, context, queryFromInfo({ context, info, include: target.include as never }));
  return toRecord(target, requireFound(row) as Row, context);
}

/**
 * The row of a record with the selected relations, for a mutation that deletes the record; undefined if the caller does not see
 * it. It omits the record's own data from other tables: including it could exclude relations over the same tables, which would
 * then be read after the deletion.
 */
export async function readRelations(
  target: RelationTarget,
  id: number,
  { context, info, path }: RecordRead & Pick<RelationLoad, 'path'>,
): Promise<object | undefined> {
  const named = { [target.key ?? 'id']: id };
  return (await rowOf(target, named, context, queryFromInfo({ context, info, path: [...path] }))) ?? undefined;
}

function rowOf(target: RelationTarget, named: object, context: GraphQLContext, query: object): Promise<object | null> {
  const { workspaceId } = caller(context).principal;
  const where = { workspaceId, ...named, ...visibleWhere(target, context).where };
  return delegate(context.db, target.model).findFirst({ ...query, where });
}

interface Delegate {
  findMany(query: object): Promise<Record<string, unknown>[]>;
  findFirst(query: object): Promise<object | null>;
}

function delegate({ prisma }: CallerContext['db'], model: RelationTarget['model']): Delegate {
  return prisma[model] as unknown as Delegate;
}
