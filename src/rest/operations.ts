import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { useSofa } from 'sofa-api';
import type { GraphQLContext } from '#src/graphql/context.ts';
import { endpointSchema } from './endpoint-schema.ts';
import type { Route } from './routes.ts';

/** Runs the operation of one endpoint over the schema, with the parsed input as its variables. */
export type Operation = (context: GraphQLContext, variables: object) => Promise<ExecutionResult> | ExecutionResult;

/** The operation that sofa generates for each route, compiled once. */
export async function operationsOf(schema: GraphQLSchema, routes: readonly Route[]): Promise<Map<Route, Operation>> {
  const documents = await sofaDocuments(schema, routes);
  return new Map(routes.map((route) => [route, compiled(schema, documents.get(route) as DocumentNode)]));
}

function compiled(schema: GraphQLSchema, document: DocumentNode): Operation {
  const query = compileQuery(schema, document, undefined, { disableLeafSerialization: true });
  if (!isCompiledQuery(query)) throw new AggregateError(query.errors ?? [], 'An operation of sofa does not compile');
  return (context, variables) => query.query(undefined, context, variables);
}

/**
 * Sofa makes a route of every root field and asks for all that it can reach, so it is shown the endpoints' schema only.
 * It generates an operation when a request comes in, and hands it to its execute hook: one request to each route, at
 * start, catches them all. Requests proper go around sofa's router, which coerces, swallows and adds what we must not.
 */
async function sofaDocuments(schema: GraphQLSchema, routes: readonly Route[]): Promise<Map<Route, DocumentNode>> {
  const documents = new Map<Route, DocumentNode>();
  let current: Route | undefined;
  const sofa = useSofa({
    basePath: '/v1',
    schema: endpointSchema(schema),
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
