import { MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLFieldConfig,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { useSofa } from 'sofa-api';
import type { GraphQLContext } from '#src/graphql/context.ts';
import { type Relation, relationOf } from '#src/graphql/relations/selection.ts';
import { endpointOf, type RestEndpoint, type RestFields } from '#src/graphql/rest-endpoint.ts';
import { type RestRequest, requestArgument, restRequestType } from '#src/graphql/rest-request.ts';
import { withTextLeaves } from '#src/graphql/text-leaves.ts';
import { oncePer } from '#src/lib/once-per.ts';
import { type Route, routesOf } from './routes.ts';

type Field = GraphQLFieldConfig<unknown, unknown>;

/** Runs the operation of one endpoint, with the request as its variable. */
export type Operation = (context: GraphQLContext, request: RestRequest) => Promise<ExecutionResult> | ExecutionResult;

/** The routes of a schema with their operations, which sofa generates, compiled once for all servers of a process. */
export const operationsOf = oncePer(async (schema: GraphQLSchema): Promise<ReadonlyMap<Route, Operation>> => {
  const routes = routesOf(schema);
  const endpoints = withTexts(endpointSchema(schema));
  const documents = await sofaDocuments(endpoints, routes);
  return new Map(routes.map((route) => [route, compiled(endpoints, documents.get(route) as DocumentNode)]));
});

/**
 * The schema as `/v1` sees it: the root fields that are endpoints, with the request as their only argument, and records without
 * relations. An embedded related record keeps only its embedded fields.
 */
export const endpointSchema = oncePer(
  (schema: GraphQLSchema): GraphQLSchema =>
    mapSchema(schema, {
      [MapperKind.ROOT_FIELD]: (field: Field, name) => {
        if (field.args && requestArgument in field.args)
          throw new Error(`${name} must not have an argument "${requestArgument}": a document could send one.`);
        const endpoint = endpointOf({ extensions: field.extensions ?? {} });
        if (!endpoint) return null;
        const type = endpoint.includes ? withIncluded(field.type, endpoint) : field.type;
        return { ...field, type, args: { [requestArgument]: { type: restRequestType } } };
      },
      [MapperKind.OBJECT_FIELD]: (field: Field) => {
        const { restFields } = (field.extensions ?? {}) as RestFields;
        if (restFields) return restFields.length > 0 ? { ...field, type: summary(restFields, field.type) } : null;
        const relation = relationOf({ extensions: field.extensions ?? {} });
        if (!relation) return field;
        return relation.embeddedFields ? { ...embeddedField(field), type: embedded(relation, field.type) } : null;
      },
    }),
);

/** Types results that are already serialized as JSON, so that no fields are selected. */
function withTexts(schema: GraphQLSchema): GraphQLSchema {
  const json = schema.getType('JSON') as GraphQLScalarType;
  return mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (field: Field) =>
      endpointOf({ extensions: field.extensions ?? {} })?.isJsonBytes ? { ...field, type: json } : field,
  });
}

/** A field that the record already contains, so nothing is loaded for it. */
function embeddedField({ resolve: _resolve, extensions: _extensions, ...field }: Field): Field {
  return { ...field, args: {} };
}

function embedded({ embeddedFields = [], isRequired }: Relation, type: GraphQLOutputType): GraphQLOutputType {
  const part = summary(embeddedFields, type);
  return isRequired ? new GraphQLNonNull(part as GraphQLObjectType) : part;
}

function summary(names: readonly string[], type: GraphQLOutputType): GraphQLOutputType {
  return derived(type, 'Summary', (fields) => names.map((name) => [name, fields[name] as Field]));
}

/** The record with the relations that this endpoint includes. */
function withIncluded(
  type: GraphQLOutputType,
  { includes: names = [], readsIncluded }: RestEndpoint,
): GraphQLOutputType {
  return derived(type, 'Detail', (fields) =>
    Object.entries(fields)
      .filter(([name, { extensions }]) => {
        if (names.includes(name)) return true;
        return !relationOf({ extensions: extensions ?? {} }) && (extensions as RestFields).restFields?.length !== 0;
      })
      .map(([name, field]) => [name, names.includes(name) && readsIncluded ? embeddedField(field) : field]),
  );
}

function derived(
  type: GraphQLOutputType,
  suffix: string,
  choose: (fields: Record<string, Field>) => [string, Field][],
): GraphQLOutputType {
  if (isNonNullType(type)) return new GraphQLNonNull(derived(type.ofType, suffix, choose) as GraphQLObjectType);
  if (isListType(type)) return new GraphQLList(derived(type.ofType as GraphQLOutputType, suffix, choose));
  const { fields, ...config } = (getNamedType(type) as GraphQLObjectType).toConfig();
  return new GraphQLObjectType({
    ...config,
    name: `${config.name}${suffix}`,
    fields: Object.fromEntries(choose(fields as Record<string, Field>)),
  });
}

function compiled(schema: GraphQLSchema, document: DocumentNode): Operation {
  const query = compileQuery(withTextLeaves(schema), document, undefined, { disableLeafSerialization: true });
  if (!isCompiledQuery(query)) throw new AggregateError(query.errors ?? [], 'An operation of sofa does not compile');
  return (context, request) => query.query(undefined, context, { [requestArgument]: request });
}

/**
 * Sofa creates a route for every root field and selects everything reachable, so it gets only the schema of the endpoints. It
 * generates an operation when a request arrives, and passes it to its execute hook: one request to each route, at startup,
 * collects them all. Later requests bypass sofa's router, which coerces and drops input silently.
 */
async function sofaDocuments(schema: GraphQLSchema, routes: readonly Route[]): Promise<Map<Route, DocumentNode>> {
  const documents = new Map<Route, DocumentNode>();
  let current: Route | undefined;
  const sofa = useSofa({
    basePath: '/v1',
    schema,
    routes: Object.fromEntries(
      routes.map(({ kind, field, method, path, status }) => [
        `${kind}.${field}`,
        { method, path, responseStatus: status },
      ]),
    ),
    depthLimit: 8,
    swaggerUI: { endpoint: false },
    execute: async ({ document }: ExecutionArgs) => {
      if (current) documents.set(current, document);
      return { data: {} };
    },
  });
  for (const route of routes) {
    current = route;
    await sofa.fetch(`http://localhost/v1${route.path}`, { method: route.method, ...emptyBody(route) });
    if (!documents.has(route)) throw new Error(`Sofa made no operation for ${route.method} /v1${route.path}`);
  }
  return documents;
}

function emptyBody({ method }: Route): RequestInit {
  const hasBody = method === 'POST' || method === 'PUT';
  return hasBody ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
}
