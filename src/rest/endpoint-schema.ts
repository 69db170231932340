import { MapperKind, mapSchema } from '@graphql-tools/utils';
import type { GraphQLFieldConfig, GraphQLSchema } from 'graphql';
import { isRelation } from '#src/graphql/browsing/beyond-records.ts';
import { endpointOf } from '#src/graphql/rest-endpoint.ts';

type Field = GraphQLFieldConfig<unknown, unknown>;

/** The schema as `/v1` knows it: the root fields that say that they are endpoints, and below them what a record holds. */
export function endpointSchema(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (field: Field) => (endpointOf({ extensions: field.extensions ?? {} }) ? field : null),
    [MapperKind.OBJECT_FIELD]: (field: Field) => (isRelation({ extensions: field.extensions ?? {} }) ? null : field),
  });
}
