import type { ShapeFromTypeParam, TypeParam } from '@pothos/core';
import { type GraphQLResolveInfo, isScalarType } from 'graphql';
import { z } from 'zod';
import { requireFound } from '#src/domain/errors.ts';
import { id } from '#src/domain/input.ts';
import type { Access } from '#src/domain/principal/access.ts';
import type { CallerContext } from '#src/services/context.ts';
import { argumentsOf, type InputTypeOptions, inputNameOf, inputTypeOf } from './arguments.ts';
import { builder } from './builder.ts';
import type { Changes, Follows } from './changes.ts';
import { type Caller, caller } from './context.ts';
import { type LoadRelations, readOne, readRelations, readWithRelations } from './relations/load-relations.ts';
import { accessTo, type RelationTarget } from './relations/relation-target.ts';
import { selectsRelations } from './relations/selection.ts';
import { type EndpointOptions, restEndpoint } from './rest-endpoint.ts';
import { parsed, withoutNulls } from './validation.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type ValueOf<Type extends TypeParam<Types>> = ShapeFromTypeParam<Types, Type, false>;

interface RootField<Type extends TypeParam<Types>> {
  readonly type: Type;
  readonly description: string;
  readonly access: Access | { readonly signedIn: true };
  /** Also makes it a `/v1` endpoint, with the field's scope and input. */
  readonly rest?: Omit<EndpointOptions, 'scope' | 'input'>;
}

interface QueryOptions<Type extends TypeParam<Types>, Input extends z.ZodObject>
  extends RootField<Type>,
    Partial<Follows> {
  readonly input: Input;
  /** The GraphQL types of arguments that are not plain scalars, by name. */
  readonly types?: Parameters<typeof argumentsOf>[2];
  /** The number of items that the document cost assumes for a list without `limit`. */
  readonly assumedLength?: number;
  /** The document cost of an object that is slow to compute; 1 by default. */
  readonly ownCost?: number;
  /** Null if there is nothing to return; a value with relations is never null. */
  readonly read: (
    caller: CallerContext,
    input: z.output<Input>,
    info: GraphQLResolveInfo,
  ) => Promise<ValueOf<Type> | null>;
  /** Reads the body of the endpoint as bytes of JSON, if another thread produces the long response. */
  readonly readJson?: (caller: CallerContext, input: z.output<Input>) => Promise<Uint8Array>;
  /** Adds the relations that a document selects below the value. */
  readonly addRelations?: (value: ValueOf<Type>, load: LoadRelations) => Promise<ValueOf<Type>>;
}

/** Adds a root field that reads. Its input is validated, and its value and the relations below come from one snapshot. */
export function query<Type extends TypeParam<Types>, Input extends z.ZodObject>(
  name: string,
  {
    input,
    types,
    read,
    readJson,
    addRelations = async (value) => value,
    assumedLength,
    ownCost,
    follows,
    ...field
  }: QueryOptions<Type, Input>,
): void {
  builder.queryField(name, (t) =>
    t.field({
      ...rootField(field),
      extensions: {
        assumedLength,
        ownCost,
        follows,
        ...endpointOf(
          { ...field, rest: field.rest && { ...field.rest, ...(readJson && { isJsonBytes: true }) } },
          input,
        ),
      },
      args: hasFields(input) ? t.validate(argumentsOf(t.arg, input, types), withoutNulls(input)) : {},
      resolve: (_root, args, context, info) => {
        // In `/v1` the value is text, so there are no relations to select.
        if (readJson && isScalarType(info.returnType)) return readJson(caller(context), parsed(input, args)) as never;
        const readValue = (who: CallerContext) => read(who, parsed(input, args), info) as Promise<ValueOf<Type>>;
        return readWithRelations(context, info, readValue, addRelations) as never;
      },
    }),
  );
}

function hasFields(input: z.ZodObject): boolean {
  return Object.keys(input.shape).length > 0;
}

/** Adds relations to a page of records. */
export function relationsOfPage<Key extends string>(key: Key, target: RelationTarget) {
  return async <Page extends Readonly<Record<Key, readonly { readonly id: number | string }[]>>>(
    page: Page,
    load: LoadRelations,
  ): Promise<Page> => ({ ...page, [key]: await load(page[key], target, [key]) });
}

/** Adds relations to one record. If the record is deleted meanwhile, throws NOT_FOUND. */
export function relationsOfRecord(target: RelationTarget) {
  return async <Node extends { readonly id: number | string }>(record: Node, load: LoadRelations): Promise<Node> => {
    const [found] = await load([record], target);
    return requireFound(found);
  };
}

interface MutationOptions<Type extends TypeParam<Types>, Input extends z.ZodObject, Prepared>
  extends RootField<Type>,
    Partial<Changes> {
  readonly input: InputTypeOptions & {
    /** The name of the input type, if it does not follow from the mutation's name. */
    readonly name?: string;
    readonly schema: Input;
    /** Describes the argument `input`. */
    readonly argument: string;
  };
  readonly perform: (caller: Caller, input: z.output<Input>, prepared: Prepared) => Promise<ValueOf<Type>>;
  /** Slow work before the transaction of an Idempotency-Key; `perform` gets its result. */
  readonly prepare?: (caller: CallerContext, input: z.output<Input>) => Promise<Prepared>;
  /**
   * The response has a secret, which is never stored: so the mutation refuses an Idempotency-Key, unless the value contains the
   * secret `sealed` and only a response reveals it.
   */
  readonly hasSecret?: true | 'sealed';
  /** The mutation concerns a session or a password, so it refuses an Idempotency-Key. */
  readonly refusesKey?: true;
  /** Deletes the record of this type whose `id` is in the input, so the relations below it are read before. */
  readonly deletes?: RelationTarget;
  /** The payload field with the deleted record, if the record is not itself the result. */
  readonly deletedField?: string;
}

/** Adds a root field that changes data, with one argument `input`. */
export function mutation<Type extends TypeParam<Types>, Input extends z.ZodObject, Prepared = undefined>(
  name: string,
  {
    input: { name: inputName = inputNameOf(name), schema, argument, ...options },
    perform,
    prepare,
    deletes,
    deletedField,
    hasSecret,
    refusesKey,
    changes,
    ...field
  }: MutationOptions<Type, Input, Prepared>,
): void {
  const type = inputTypeOf<z.output<Input>>(inputName, schema, options);
  builder.mutationField(name, (t) =>
    t.field({
      ...rootField(field),
      extensions: {
        ...endpointOf(
          { ...field, rest: field.rest && { ...field.rest, ...(hasSecret && { hasSecret: true }) } },
          schema,
        ),
        ...((hasSecret ?? refusesKey) && { idempotencyKey: hasSecret === 'sealed' ? 'sealed' : 'refused' }),
        ...(prepare && { prepare }),
        ...(changes && { changes }),
      },
      args: { input: t.arg({ type, required: true, description: argument }) },
      resolve: (_root, args, context, info) => {
        const { input, prepared } = args as { input: z.output<Input> & { id?: number }; prepared?: Prepared };
        const work = () => perform(caller(context), input, prepared as Prepared);
        if (!deletes || !selectsRelations(info)) return work() as never;
        const path = deletedField === undefined ? [] : [deletedField];
        return withRelations(
          deletes,
          Number(input.id),
          { context: context.committed ?? context, info, path },
          work,
        ) as never;
      },
    }),
  );
}

/** The result of a deletion, with the relations that the record had before. */
async function withRelations(
  target: RelationTarget,
  id: number,
  at: Parameters<typeof readRelations>[2],
  work: () => Promise<unknown>,
): Promise<object> {
  const before = await readRelations(target, id, at);
  const result = (await work()) as Readonly<Record<string, object>>;
  const [field] = at.path;
  return field === undefined ? { ...before, ...result } : { ...result, [field]: { ...before, ...result[field] } };
}

interface RecordOptions<Row extends object> extends Pick<RootField<RelationTarget<Row>['type']>, 'description'> {
  /** Also makes it a `/v1` endpoint. */
  readonly rest?: Omit<EndpointOptions, 'method' | 'input'>;
}

/** Adds the root field that reads one record by id, beside its list. */
export function recordById<Row extends object>(
  name: string,
  target: RelationTarget<Row>,
  options: RecordOptions<Row>,
): void {
  const input = z.object({ id: id().describe('Its id.') });
  recordBy(name, target, { ...options, input, where: ({ id }) => ({ [target.key ?? 'id']: id }) });
}

interface LookupOptions<Row extends object, Input extends z.ZodObject> extends RecordOptions<Row> {
  readonly input: Input;
  /** The columns that identify the record. */
  readonly where: (input: z.output<Input>) => object;
}

/** Adds the root field that reads one record by identifying columns. */
export function recordBy<Row extends object, Input extends z.ZodObject>(
  name: string,
  target: RelationTarget<Row>,
  { input, where, description, rest }: LookupOptions<Row, Input>,
): void {
  const access = accessTo(target);
  builder.queryField(name, (t) =>
    t.field({
      ...rootField({ type: target.type, access, description }),
      extensions: endpointOf({ access, rest: rest && { ...rest, method: 'GET', notFound: 'NOT_FOUND' } }, input),
      args: t.validate(argumentsOf(t.arg, input), withoutNulls(input)),
      resolve: (_root, args, context, info) => readOne(target, where(parsed(input, args)), { context, info }) as never,
    }),
  );
}

function rootField<Type extends TypeParam<Types>>({ type, description, access }: RootField<Type>) {
  return { type, description, authScopes: { $all: access } };
}

function endpointOf({ access, rest }: Pick<RootField<never>, 'access' | 'rest'>, input: z.ZodObject) {
  if (!rest) return {};
  if ('signedIn' in access) return restEndpoint({ ...rest, input });
  if (!('scope' in access)) throw new Error(`${rest.path}: an endpoint of /v1 has no access but a scope.`);
  return restEndpoint({ ...rest, scope: access.scope, input });
}
