import {
  type DocumentNode,
  type GraphQLNamedType,
  getNamedType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { changesByMutation, keyFieldOf } from '#src/graphql/changes.ts';
import { schema } from '#src/graphql/schema.ts';

/** What the cache of the web application has to know of the schema, as far as its documents use it. */
export function cacheModule(documents: readonly DocumentNode[]): string {
  const { queries, mutations, types } = usedBy(documents);
  const objects = [...types].filter(isObjectType).sort((one, other) => (one.name < other.name ? -1 : 1));
  const embedded = objects.filter((type) => keyFieldOf(type) === undefined).map(({ name }) => name);
  const keyed = objects.map((type) => [type.name, keyFieldOf(type)] as const);
  const changed = [...changesByMutation(schema)]
    .filter(([mutation]) => mutations.has(mutation))
    .map(([mutation, fields]) => [mutation, fields.filter((field) => queries.has(field))]);
  return `/** Types of objects without an identity: each object is a part of the one that has it. */
export const embeddedTypes: readonly string[] = ${JSON.stringify(embedded, null, 2)};

/** The fields that identify objects, by type, where it is not \`id\`. */
export const keyFields: Readonly<Record<string, string>> = ${objectText(keyed.filter(([, field]) => field && field !== 'id'))};

/** The query fields that may have other values after a mutation, by its name. */
export const changedBy: Readonly<Record<string, readonly string[]>> = ${objectText(changed)};
`;
}

function objectText(entries: readonly (readonly unknown[])[]): string {
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** The root fields that the documents select, and the types that they read. */
function usedBy(documents: readonly DocumentNode[]) {
  const queries = new Set<string>();
  const mutations = new Set<string>();
  const types = new Set<GraphQLNamedType>();
  const info = new TypeInfo(schema);
  const Field = ({ name }: { readonly name: { readonly value: string } }) => {
    const parent = info.getParentType();
    if (parent === schema.getQueryType()) queries.add(name.value);
    if (parent === schema.getMutationType()) mutations.add(name.value);
    const type = getNamedType(info.getType());
    if (type) types.add(type);
  };
  for (const document of documents) visit(document, visitWithTypeInfo(info, { Field }));
  return { queries, mutations, types };
}
