import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';

/**
 * The query fields whose values a mutation may change beyond the records in its result, in the `extensions` of its field. By
 * default the lists of these records. Stated fields replace the default: a client reads each of them again.
 */
export interface Changes {
  readonly changes: readonly string[];
}

/**
 * Other query fields that show the same records in another form, in the `extensions` of a query field: a mutation that may change
 * one of these may change this one too.
 */
export interface Follows {
  readonly follows: readonly string[];
}

/** The field that identifies an object, if it is not `id`, in the `extensions` of its type. */
export interface Keyed {
  readonly keyField: string;
}

/** The field that identifies the objects of a type. Undefined for a type whose objects are part of others. */
export function keyFieldOf(type: GraphQLObjectType): string | undefined {
  const { keyField = 'id' } = type.extensions as Partial<Keyed>;
  return keyField in type.getFields() ? keyField : undefined;
}

/** The query fields that each mutation may change, by its name. Throws if a mutation states none, or one that does not exist. */
export function changesByMutation(schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> {
  const queries = schema.getQueryType()?.getFields() ?? {};
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  return new Map(
    mutations.map(({ name, type, extensions }) => {
      const { changes = listsIn(schema, type) } = extensions as Partial<Changes>;
      if (!changes) {
        throw new Error(`${name}: no query lists its result. State the query fields that it may change: changes: [].`);
      }
      const unknown = changes.find((field) => !(field in queries));
      if (unknown !== undefined) throw new Error(`${name}: there is no query field "${unknown}" that it may change.`);
      return [name, [...changes, ...followersOf(schema, changes)]];
    }),
  );
}

function followersOf(schema: GraphQLSchema, changes: readonly string[]): string[] {
  return Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ extensions }) => (extensions as Partial<Follows>).follows?.some((field) => changes.includes(field)))
    .map(({ name }) => name)
    .filter((name) => !changes.includes(name));
}

/** The query fields that list records of the result of a mutation. */
function listsIn(schema: GraphQLSchema, result: GraphQLOutputType): readonly string[] | undefined {
  const records = recordsIn(getNamedType(result));
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  const lists = queries.filter(({ type }) => {
    const listed = listedBy(type);
    return listed !== undefined && records.includes(listed);
  });
  return lists.length === 0 ? undefined : lists.map(({ name }) => name);
}

/** The type itself if it is of a record; else those of the fields of a payload. */
function recordsIn(type: GraphQLNamedType): readonly GraphQLNamedType[] {
  if (!isObjectType(type)) return [];
  if (keyFieldOf(type)) return [type];
  const fields = Object.values(type.getFields()).map((field) => getNamedType(field.type));
  return fields.filter((field) => isObjectType(field) && keyFieldOf(field));
}

/** The type of the items of a list, of a page of one, or of the columns of a board. */
function listedBy(type: GraphQLOutputType): GraphQLNamedType | undefined {
  const named = getNamedType(type);
  if (!isObjectType(named) || keyFieldOf(named)) return isList(type) ? named : undefined;
  const list = Object.values(named.getFields()).find((field) => isList(field.type));
  return list && getNamedType(list.type);
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}
