import type { ObjectRef } from '@pothos/core';
import type { Principal } from '#src/domain/access/principal.ts';
import type { Scope } from '#src/domain/access/scopes.ts';
import type { builder } from '../builder.ts';

type Model =
  | 'apiKey'
  | 'contact'
  | 'customField'
  | 'customFieldAnswer'
  | 'deal'
  | 'event'
  | 'eventCall'
  | 'membership'
  | 'schedule'
  | 'transaction';
type Types = (typeof builder)['$inferSchemaTypes'];

/**
 * What a relation leads to. Rows come from Prisma, as plugin-prisma plans them for the whole document, and become the
 * records that the root fields tell, so that a noun is the same wherever it is met.
 */
export interface Noun<Row extends object = never> {
  readonly type: ObjectRef<Types, unknown, unknown>;
  /** Where Prisma has its rows, and the column that is the record's id there. */
  readonly model: Model;
  readonly key?: 'id' | 'userId';
  /** Who may follow a relation to it. */
  readonly access: { readonly scope: Scope } | { readonly developerArea: true };
  /** What the record takes from other tables, as an `include`. */
  readonly parts?: object;
  readonly recordOf: (row: Row, now: Date) => object;
  /** Total, so that pages never share a row. */
  readonly orderBy: readonly object[];
  /** Which rows this caller may see of those of the workspace; undefined for all. */
  readonly visible?: (principal: Principal) => Visible<Row> | undefined;
}

/** One rule told twice: for lists as Prisma's `where`, for a single row as a test. */
export interface Visible<Row extends object> {
  readonly where: object;
  readonly sees: (row: Row) => boolean;
}
