import type { z } from 'zod';
import { relatedListInput } from '#src/domain/input.ts';
import { argumentsOf } from '../arguments.ts';
import { caller, type GraphQLContext } from '../context.ts';
import { withoutNulls } from '../validation.ts';
import type { Noun } from './noun.ts';

type RelatedListInput = z.output<typeof relatedListInput>;
type Nested = (selection: object) => object;
type Parent = Readonly<Record<string, unknown>>;

/** Pothos' field builder of whatever model, as far as relations need it: their types follow from the noun. */
interface Fields {
  readonly arg: Parameters<typeof argumentsOf>[0];
  validate(args: object, schema: z.ZodType): object;
  field(options: object): never;
}

interface Relation {
  /** The relation's name in the model. */
  readonly relation: string;
  readonly description: string;
}

interface OneRelation extends Relation {
  readonly nullable?: boolean;
}

interface IndirectRelation extends Relation {
  readonly through: 'customField' | 'event' | 'membership';
  readonly orderBy: readonly object[];
}

/** The records that belong to this one, a page at a time. */
export function listOf<Row extends object>(t: object, noun: Noun<Row>, { relation, description }: Relation) {
  return (t as Fields).field({
    ...common(t as Fields, noun, description),
    select: (args: RelatedListInput, context: GraphQLContext, nested: Nested) => ({
      [relation]: nested({
        ...including(noun),
        ...bounds(args),
        orderBy: noun.orderBy,
        ...visibleWhere(noun, context),
      }),
    }),
    resolve: (parent: Parent, _args: object, context: GraphQLContext) =>
      (parent[relation] as Row[]).map((row) => nodeOf(noun, row, context)),
  });
}

/** As `listOf`, over a table between the two: who hosts what, what asks for which custom field. */
export function listThrough<Row extends object>(t: object, noun: Noun<Row>, options: IndirectRelation) {
  const { relation, description, through, orderBy } = options;
  if (noun.visible)
    throw new Error(`Not everybody may see every ${through}, which a list through a table does not ask.`);
  return (t as Fields).field({
    ...common(t as Fields, noun, description),
    select: (args: RelatedListInput, _context: GraphQLContext, nested: Nested) => ({
      [relation]: { select: { [through]: nested(including(noun)) }, orderBy, ...bounds(args) },
    }),
    resolve: (parent: Parent, _args: object, context: GraphQLContext) =>
      (parent[relation] as Record<string, Row>[]).map((between) => nodeOf(noun, between[through] as Row, context)),
  });
}

/** The one record that this one names; null where the caller may not see it, as if it were not there. */
export function oneOf<Row extends object>(t: object, noun: Noun<Row>, options: OneRelation) {
  const { relation, description, nullable = false } = options;
  return (t as Fields).field({
    type: noun.type,
    nullable: nullable || noun.visible !== undefined,
    description,
    authScopes: noun.access,
    extensions: beyondRecord(noun),
    select: (_args: object, _context: GraphQLContext, nested: Nested) => ({ [relation]: nested(including(noun)) }),
    resolve: (parent: Parent, _args: object, context: GraphQLContext) => {
      const row = parent[relation] as Row | null;
      const isVisible = row !== null && (noun.visible?.(caller(context).principal)?.sees(row) ?? true);
      return isVisible ? nodeOf(noun, row, context) : null;
    },
  });
}

/** Marks what no record holds: `/v1` does not tell it, and a root field loads it only when it is asked for. */
function beyondRecord({ access }: Noun) {
  return { beyondRecord: true, access };
}

function common(t: Fields, noun: Noun, description: string) {
  return {
    type: [noun.type],
    description,
    authScopes: noun.access,
    extensions: beyondRecord(noun),
    args: t.validate(argumentsOf(t.arg, relatedListInput), withoutNulls(relatedListInput)),
  };
}

/** What is asked for is planned before the arguments of inner fields are checked: until then they are only kept in bounds. */
function bounds({ page, limit }: Partial<RelatedListInput>): { skip: number; take: number } {
  const { data } = relatedListInput.safeParse({ page: page ?? undefined, limit: limit ?? undefined });
  return data ? { skip: data.page * data.limit, take: data.limit } : { skip: 0, take: 0 };
}

function including({ parts }: Noun): object {
  return parts ? { include: parts } : {};
}

function visibleWhere(noun: Noun, context: GraphQLContext): object {
  const visible = context.principal && noun.visible?.(context.principal);
  return visible ? { where: visible.where } : {};
}

/** The row's relations stay at hand under the record. */
function nodeOf<Row extends object>(noun: Noun<Row>, row: Row, { clock }: GraphQLContext): object {
  return { ...row, ...noun.recordOf(row, clock.now()) };
}
