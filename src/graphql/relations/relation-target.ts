import type { ObjectRef } from '@pothos/core';
import { type RecordType, recordPolicies } from '#src/domain/principal/policy.ts';
import type { builder } from '../builder.ts';
import { caller, type GraphQLContext } from '../context.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Model = Uncapitalize<keyof Types['PrismaTypes'] & string>;

/**
 * A record type that relations lead to. Rows come from Prisma, as plugin-prisma plans them for the whole document, and
 * have what the records have that the root fields return, so a record is the same wherever it is met.
 */
export interface RelationTarget<Row extends object = never> {
  readonly type: ObjectRef<Types, unknown, unknown>;
  /** Its entry in the policy table: which scope a relation to it needs, and which rows the caller sees. */
  readonly record: RecordType;
  /** Prisma's delegate of its table, and the column that is the record's id there. */
  readonly model: Model;
  readonly key?: 'id' | 'userId';
  /** The stored bigint of a record whose public id is text. */
  readonly storedId?: (id: string) => string | undefined;
  /** What the record takes from other tables, as a Prisma `include`. */
  readonly include?: object;
  /**
   * Which rows are still records, as a Prisma `where`: a deleted event, or a member who left, keeps its row for
   * its calls, which still lead to it.
   */
  readonly where?: object;
  /** What the record has that the row has not, or has otherwise. */
  readonly toRecord?: (row: Row, now: Date) => object;
  /** Total, so that pages never share a row. */
  readonly orderBy: readonly object[];
}

/** The access that a relation to the target needs. */
export function accessTo({ record }: RelationTarget) {
  return recordPolicies[record].read;
}

/** How plugin-prisma finds the row of a record that came without one: always within the caller's workspace. */
export const byId = ({ id }: { id: number }, context: GraphQLContext) => ({
  workspaceId_id: { workspaceId: caller(context).principal.workspaceId, id },
});

/** As `byId`, of a record whose public id is text before a stored bigint. */
export const byStoredId =
  (storedId: (id: string) => string | undefined) =>
  ({ id }: { id: string }, context: GraphQLContext) => ({
    workspaceId_id: { workspaceId: caller(context).principal.workspaceId, id: BigInt(storedId(id) ?? 0) },
  });
