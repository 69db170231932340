import type { z } from 'zod';
import { relatedListInput } from '#src/domain/list-input.ts';
import { isVisible, visibleRows } from '#src/domain/principal/policy.ts';
import { argumentsOf } from '../arguments.ts';
import { builder } from '../builder.ts';
import { caller, type GraphQLContext } from '../context.ts';
import { withoutNulls } from '../validation.ts';
import { accessTo, type RelationTarget } from './relation-target.ts';
import type { Relation } from './selection.ts';

type RelatedListInput = z.output<typeof relatedListInput>;
type RecordRef = Parameters<typeof builder.prismaObjectFields>[0];
type Nested = (selection: object) => object;
type Parent = Readonly<Record<string, unknown>>;

/** The part of Pothos' field builder that relations need, for any model: the types follow from the target. */
interface FieldBuilder {
  readonly arg: Parameters<typeof argumentsOf>[0];
  validate(args: object, schema: z.ZodType): object;
  field(options: object): never;
}

interface RelationOptions extends Relation {
  /** The relation's name in the Prisma model. */
  readonly relation: string;
  readonly description: string;
  readonly deprecationReason?: string;
  /** Lists every related record, without page and limit, because the list stays short. */
  readonly isWhole?: true;
}

interface IndirectOptions extends RelationOptions {
  readonly through: 'customField' | 'event' | 'membership';
  readonly orderBy: readonly object[];
}

/** The cost of reading a nested list, besides its objects: an empty list costs the database as much as a few objects. */
const listReadCost = 5;

type Added = Omit<RelationOptions, 'relation'> &
  Partial<RelationOptions & Pick<IndirectOptions, 'through' | 'orderBy'>>;

/** A relation to one record or to a list. The Prisma relation has the field's name by default. */
type AddedRelation = Added & ({ readonly one: RelationTarget } | { readonly many: RelationTarget });

/** Adds relations to a type after its definition, because types that refer to each other cannot all be defined first. */
export function addRelationFields(type: RecordRef, relations: Readonly<Record<string, AddedRelation>>): void {
  const fieldOf = (t: object, name: string, added: AddedRelation) => {
    const options = { relation: name, ...added };
    if ('one' in added) return oneOf(t, added.one, options);
    const { through, orderBy } = added;
    return through && orderBy
      ? listThrough(t, added.many, { ...options, through, orderBy })
      : listOf(t, added.many, options);
  };
  builder.prismaObjectFields(type, (t) =>
    Object.fromEntries(Object.entries(relations).map(([name, added]) => [name, fieldOf(t, name, added)])),
  );
}

// Every relation is nullable, so that a refused relation hides neither its record nor its sibling fields.

/** The records that belong to this one, a page at a time. */
function listOf<Row extends object>(t: object, target: RelationTarget<Row>, options: RelationOptions) {
  const { relation } = options;
  return (t as FieldBuilder).field({
    ...listField(t as FieldBuilder, target, options),
    select: (args: RelatedListInput, context: GraphQLContext, nested: Nested) => ({
      [relation]: nested({
        ...includeOf(target),
        ...(options.isWhole ? {} : bounds(args)),
        orderBy: target.orderBy,
        ...visibleWhere(target, context),
      }),
    }),
    resolve: (parent: Parent, _args: object, context: GraphQLContext) =>
      (parent[relation] as Row[]).map((row) => toRecord(target, row, context)),
  });
}

/** Like `listOf`, over a join table, such as the hosts of an event or the custom fields that it asks. */
export function listThrough<Row extends object>(t: object, target: RelationTarget<Row>, options: IndirectOptions) {
  const { relation, through, orderBy } = options;
  return (t as FieldBuilder).field({
    ...listField(t as FieldBuilder, target, options),
    select: (args: RelatedListInput, context: GraphQLContext, nested: Nested) => {
      if (context.principal && visibleRows(target.record, context.principal)) {
        throw new Error(`${through}: a relation through a table cannot hide rows of ${target.record}.`);
      }
      const page = options.isWhole ? {} : bounds(args);
      return { [relation]: { select: { [through]: nested(includeOf(target)) }, orderBy, ...page } };
    },
    resolve: (parent: Parent, _args: object, context: GraphQLContext) =>
      (parent[relation] as Record<string, Row>[]).map((between) => toRecord(target, between[through] as Row, context)),
  });
}

/** The record that this one refers to; null if the caller does not see it, as if it did not exist. */
export function oneOf<Row extends object>(t: object, target: RelationTarget<Row>, options: RelationOptions) {
  const { relation, description, deprecationReason, embeddedFields, isRequired } = options;
  return (t as FieldBuilder).field({
    type: target.type,
    nullable: true,
    description,
    deprecationReason,
    authScopes: accessTo(target),
    extensions: { relation: { embeddedFields, isRequired } satisfies Relation },
    select: (_args: object, _context: GraphQLContext, nested: Nested) => ({ [relation]: nested(includeOf(target)) }),
    resolve: (parent: Parent, _args: object, context: GraphQLContext) => {
      const row = parent[relation] as (Row & Parent) | null;
      return row && isVisible(target.record, caller(context).principal, row) ? toRecord(target, row, context) : null;
    },
  });
}

function listField(t: FieldBuilder, target: RelationTarget, { description, embeddedFields, isWhole }: RelationOptions) {
  return {
    type: [target.type],
    nullable: true,
    description,
    authScopes: accessTo(target),
    extensions: { relation: { embeddedFields } satisfies Relation, ...(!embeddedFields && { ownCost: listReadCost }) },
    ...(isWhole ? {} : { args: t.validate(argumentsOf(t.arg, relatedListInput), withoutNulls(relatedListInput)) }),
  };
}

/** plugin-prisma plans a relation before its arguments are validated, so invalid arguments select nothing here. */
function bounds({ page, limit }: Partial<RelatedListInput>): { skip: number; take: number } {
  const { data } = relatedListInput.safeParse({ page: page ?? undefined, limit: limit ?? undefined });
  return data ? { skip: data.page * data.limit, take: data.limit } : { skip: 0, take: 0 };
}

function includeOf({ include }: RelationTarget): object {
  return include ? { include } : {};
}

/** The rows that the caller sees, as a Prisma `where`. */
export function visibleWhere({ record, where }: RelationTarget, { principal }: GraphQLContext): { where?: object } {
  const own = principal && visibleRows(record, principal);
  if (!own) return where ? { where } : {};
  const named = own.columns.map((column) => ({ [column]: own.owner }));
  const unowned = Object.fromEntries(own.columns.map((column) => [column, null]));
  return { where: { ...where, OR: own.orNobody ? [...named, unowned] : named } };
}

/** The record together with the row's relations, for the resolvers below it. */
export function toRecord<Row extends object>(target: RelationTarget<Row>, row: Row, { clock }: GraphQLContext): object {
  return { ...row, ...target.toRecord?.(row, clock.now()) };
}
