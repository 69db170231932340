import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Access } from '../../src/domain/principal/access.ts';
import { type RecordType, recordPolicies } from '../../src/domain/principal/policy.ts';
import type { Scope } from '../../src/domain/principal/scopes.ts';
import { relationOf } from '../../src/graphql/relations/selection.ts';
import type { RestFields } from '../../src/graphql/rest-endpoint.ts';
import { schema } from '../../src/graphql/schema.ts';
import type { Body } from './app.ts';
import { lists } from './root-fields/registry.ts';

export interface Relation {
  readonly from: string;
  readonly field: string;
  readonly to: string;
  readonly isList: boolean;
  readonly isPaged: boolean;
}

type Field = GraphQLField<unknown, unknown>;

/** Every relation of the schema. */
export const relations: Relation[] = objectTypes().flatMap(({ name: from, fields }) =>
  fields.filter(relationOf).map(({ name: field, type, args }) => ({
    ...{ from, field, to: getNamedType(type).name },
    isList: isListType(getNullableType(type)),
    isPaged: args.some(({ name }) => name === 'limit'),
  })),
);

interface RecordRoot {
  /** A document's way to the records, around what it selects of them. */
  readonly root: (inner: string) => string;
  /** The field names on that way. */
  readonly path: readonly string[];
  readonly access: Scope | 'developerArea' | 'person' | 'signedIn';
}

/** For each type with relations: a root field that returns its records, or a relation below one, and the access that it needs. */
export const recordRoots: Readonly<Record<string, RecordRoot>> = Object.fromEntries(
  [...new Set(relations.flatMap(({ from, to }) => [from, to]))].map((type) => [type, rootOf(type)]),
);

function rootOf(type: string): RecordRoot {
  if (!Object.hasOwn(recordPolicies, type)) {
    return { root: (inner) => `workspace { ${inner} }`, path: ['workspace'], access: 'signedIn' };
  }
  const read: Access = recordPolicies[type as RecordType].read;
  const access = 'scope' in read ? read.scope : 'person' in read ? 'person' : 'developerArea';
  const list = listOf(type);
  if (list) return { access, ...list };
  const ways = relations.filter(({ to }) => to === type);
  const way = ways.find(({ from }) => from === 'Workspace') ?? ways.find(({ from }) => listOf(from));
  if (!way) throw new Error(`No list leads to ${type}, nor a relation of the records of one`);
  const above = rootOf(way.from);
  const page = way.isPaged ? `(limit: ${way.from === 'Workspace' ? 100 : 5})` : '';
  const root = (inner: string) => above.root(`${way.field}${page} { ${inner} }`);
  return { access, root, path: [...above.path, way.field] };
}

/** The list of all records of a type. */
function listOf(type: string): Pick<RecordRoot, 'root' | 'path'> | undefined {
  const found = Object.entries(lists).find(
    ([, { record, paths, where }]) => record === type && paths.length === 1 && !where,
  );
  if (!found) return undefined;
  const [name, { paths, args = {} }] = found;
  const path = paths[0] ?? [];
  const page = 'limit' in args ? '(limit: 100)' : '';
  const root = (inner: string) =>
    `${name}${page} { ${path.reduceRight((below, step) => `${step} { ${below} }`, inner)} }`;
  return { root, path: [name, ...path] };
}

/** The selection of every field that a record of the type holds, embedded parts of other records included. */
export function wholeRecord(type: string): string {
  return (
    fieldsOf(schema.getType(type))
      .filter((field) => !relationOf(field) || relationOf(field)?.embeddedFields)
      // What only the graph has, such as the usage of a field, may need another scope.
      .filter(({ extensions }) => (extensions as RestFields).restFields?.length !== 0)
      .map((field) => {
        const { name, type } = field;
        const embedded = relationOf(field)?.embeddedFields;
        if (embedded) return `${name} { ${embedded.join(' ')} }`;
        const inner = getNamedType(type);
        return isObjectType(inner) ? `${name} { ${wholeRecord(inner.name)} }` : name;
      })
      .join(' ')
  );
}

/** The objects of a response at the end of a path of field names, through every list on the path. */
export function nodesAt(data: Body, ...path: readonly string[]): Body[] {
  const [name, ...rest] = path;
  if (Array.isArray(data)) return data.flatMap((item) => nodesAt(item, ...path));
  if (data === null || data === undefined) return [];
  return name === undefined ? [data] : nodesAt(data[name], ...rest);
}

/** The path of field names from a root field to its records. */
export function pathOf(type: string): readonly string[] {
  return recordRoots[type]?.path ?? [];
}

export function objectTypes(): { name: string; fields: Field[] }[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .map((type) => ({ name: type.name, fields: fieldsOf(type) }));
}

function fieldsOf(type: GraphQLNamedType | undefined): Field[] {
  return isObjectType(type) ? Object.values(type.getFields()) : [];
}
