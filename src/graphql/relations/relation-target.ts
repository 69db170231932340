import type { ObjectRef } from '@pothos/core';
import { type RecordType, recordPolicies } from '#src/domain/principal/policy.ts';
import type { builder } from '../builder.ts';
import { caller, type GraphQLContext } from '../context.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Model = Uncapitalize<keyof Types['PrismaTypes'] & string>;

/**
 * A record type that relations refer to. plugin-prisma reads the rows for the whole document. They have the same data as the
 * records of root fields, so a record is the same wherever it appears.
 */
export interface RelationTarget<Row extends object = never> {
  readonly type: ObjectRef<Types, unknown, unknown>;
  /** Its entry in the policy table: the scope that a relation needs, and the rows that the caller sees. */
  readonly record: RecordType;
  /** Prisma's delegate of its table, and the column with the record's id. */
  readonly model: Model;
  readonly key?: 'id' | 'userId';
  /** Converts a public text id to the stored bigint. */
  readonly storedId?: (id: string) => string | undefined;
  /** The record's data from other tables, as a Prisma `include`. */
  readonly include?: object;
  /**
   * Which rows count as records, as a Prisma `where`: a deleted event or a former member keeps its row for its calls, which
   * still refer to it.
   */
  readonly where?: object;
  /** Adds or converts the fields that differ between row and record. */
  readonly toRecord?: (row: Row, now: Date) => object;
  /** A total order, so that pages never share a row. */
  readonly orderBy: readonly object[];
}

/** The access that a relation to the target needs. */
export function accessTo({ record }: RelationTarget) {
  return recordPolicies[record].read;
}

/** How plugin-prisma finds the row of a record that came without one, always within the caller's workspace. */
export const byId = ({ id }: { id: number }, context: GraphQLContext) => ({
  workspaceId_id: { workspaceId: caller(context).principal.workspaceId, id },
});

/** Like `byId`, for a record whose public id is text and whose stored id is a bigint. */
export const byStoredId =
  (storedId: (id: string) => string | undefined) =>
  ({ id }: { id: string }, context: GraphQLContext) => ({
    workspaceId_id: { workspaceId: caller(context).principal.workspaceId, id: BigInt(storedId(id) ?? 0) },
  });
