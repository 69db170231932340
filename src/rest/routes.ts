import type { GraphQLSchema } from 'graphql';
import { endpointOf, type RestEndpoint } from '#src/graphql/rest-endpoint.ts';

/** A `/v1` endpoint from the schema: its root field, and the settings of the field. */
export interface Route extends RestEndpoint {
  readonly field: string;
  readonly kind: 'Query' | 'Mutation';
}

/** Every endpoint of the schema, in the order of definition. */
export function routesOf(schema: GraphQLSchema): Route[] {
  const roots = [
    { kind: 'Query' as const, type: schema.getQueryType() },
    { kind: 'Mutation' as const, type: schema.getMutationType() },
  ];
  return roots.flatMap(({ kind, type }) =>
    Object.entries(type?.getFields() ?? {}).flatMap(([field, definition]) => {
      const endpoint = endpointOf(definition);
      if (!endpoint) return [];
      return [{ ...endpoint, field, kind }];
    }),
  );
}
