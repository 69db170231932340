import { type GraphQLSchema, getNamedType, getNullableType, isListType, isObjectType } from 'graphql';
import { endpointSchema } from '../operations.ts';
import { type Route, routesOf } from '../routes.ts';
import { errorSchemas } from './error-schemas.ts';
import { headers } from './headers.ts';
import { idempotencyKey } from './inputs.ts';
import { oauthDocument } from './oauth/document.ts';
import { operation, rootField, tagOf } from './operation.ts';
import { type JsonSchema, OutputSchemas } from './output-schemas.ts';
import { type DocumentAddresses, securitySchemes } from './security.ts';

/** The `/v1` API as an OpenAPI 3.1 document: made from the route table, with OAuth beside it. */
export function openApiDocument(wholeSchema: GraphQLSchema, addresses: DocumentAddresses): JsonSchema {
  const schema = endpointSchema(wholeSchema);
  const outputs = new OutputSchemas();
  const routes = routesOf(schema);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = `/v1${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(schema, route, outputs) };
  }
  return {
    openapi: '3.1.0',
    info: info(addresses),
    servers: [{ url: addresses.baseUrl, description: 'This server.' }],
    tags: sorted([...tags(schema, routes), oauthDocument.tag]),
    security: [{ bearerAuth: [] }, { oauth2: [] }],
    paths: { ...paths, ...oauthDocument.paths },
    components: {
      schemas: { ...outputs.components, ...errorSchemas, ...oauthDocument.schemas },
      headers,
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: securitySchemes(addresses),
    },
  };
}

function info({ baseUrl }: DocumentAddresses): JsonSchema {
  return {
    title: 'Slotline',
    version: '1.0.0',
    description: `Scheduling and sales calls: bookable events, calls with outcomes, contacts, deals and transactions.

Every request carries \`Authorization: Bearer service_…\`, every answer \`X-Request-Id\`. Each workspace has 20 requests a
second for each endpoint, unless its operator has raised that. Instants are ISO 8601, UTC, with milliseconds. Query
parameters that are not named here are ignored.

More: [getting started](${baseUrl}/docs/getting-started.md), [authentication](${baseUrl}/docs/authentication.md),
[errors](${baseUrl}/docs/errors.md), [pagination](${baseUrl}/docs/pagination.md), [rate
limits](${baseUrl}/docs/rate-limits.md), [idempotency](${baseUrl}/docs/idempotency.md), [GraphQL](${baseUrl}/docs/graphql.md), [OAuth](${baseUrl}/docs/oauth.md).`,
    contact: { name: 'Slotline', url: `${baseUrl}/docs` },
    license: { name: 'MIT', identifier: 'MIT' },
  };
}

/** A tag is described as the record that its first endpoint is about. */
function tags(schema: GraphQLSchema, routes: readonly Route[]): JsonSchema[] {
  const first = new Map<string, Route>();
  for (const route of routes) if (!first.has(tagOf(route))) first.set(tagOf(route), route);
  return [...first].map(([name, route]) => ({ name, description: recordDescription(schema, route) }));
}

function sorted(named: JsonSchema[]): JsonSchema[] {
  return named.sort((one, other) => (String(one.name) < String(other.name) ? -1 : 1));
}

function recordDescription(schema: GraphQLSchema, route: Route): string {
  const type = getNamedType(rootField(schema, route).type);
  const fields = isObjectType(type) && type.name.endsWith('Page') ? Object.values(type.getFields()) : [];
  const list = fields.find((field) => isListType(getNullableType(field.type)));
  const record = list ? getNamedType(list.type) : type;
  return `${record.description ?? record.name}`;
}
