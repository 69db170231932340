import { type GraphQLSchema, getNamedType, getNullableType, isListType, isObjectType } from 'graphql';
import { scopeSentences } from '#src/domain/principal/scopes.ts';
import type { EventExample, EventExamples } from '#src/domain/webhooks/event.ts';
import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { version } from '#src/lib/version.ts';
import { endpointSchema } from '../operations.ts';
import { type Route, routesOf } from '../routes.ts';
import { errorSchemas } from './error-schemas.ts';
import { appPaths } from './oauth/apps.ts';
import { consentPaths } from './oauth/consent.ts';
import { oauthSchemas, oauthTag } from './oauth/parts.ts';
import { idempotencyKey, operation, prefer, rootField, tagOf } from './operation.ts';
import { type JsonSchema, OutputSchemas } from './output-schemas.ts';
import { headers } from './response-headers.ts';
import { eventExamples, webhooksOf } from './webhooks.ts';

/** The addresses of this server: of the API and of the application. */
interface DocumentAddresses {
  readonly baseUrl: string;
  readonly appUrl: string;
}

/**
 * The `/v1` API and the webhook events as an OpenAPI 3.1 document, from the route table. OAuth is not in the GraphQL schema, so
 * its part is written by hand; tests call each of its endpoints and validate the responses against the document.
 */
export function openApiDocument(wholeSchema: GraphQLSchema, addresses: DocumentAddresses): JsonSchema {
  const { schema, routes, paths, outputs, inputs } = endpoints(wholeSchema);
  const events = webhooksOf(outputs.components);
  return {
    openapi: '3.1.0',
    info: info(addresses),
    servers: [{ url: addresses.baseUrl, description: 'This server.' }],
    tags: sorted([...tags(schema, routes), oauthTag]),
    security: [{ bearerAuth: [] }, { oauth2: [] }],
    paths: { ...paths, ...appPaths, ...consentPaths },
    webhooks: events.webhooks,
    components: {
      schemas: { ...outputs.components, ...inputs, ...errorSchemas, ...oauthSchemas, ...events.schemas },
      headers,
      parameters: { IdempotencyKey: idempotencyKey, Prefer: prefer },
      securitySchemes: securitySchemes(addresses),
    },
  };
}

/** The documented example of each kind of event. Examples are created at the first use, which few servers see. */
export function documentedExamples(schema: GraphQLSchema): EventExamples {
  let examples: Readonly<Record<EventKind, EventExample>> | undefined;
  return (kind) => {
    examples ??= eventExamples(endpoints(schema).outputs.components);
    return examples[kind];
  };
}

function endpoints(wholeSchema: GraphQLSchema) {
  const schema = endpointSchema(wholeSchema);
  const outputs = new OutputSchemas();
  const inputs: Record<string, JsonSchema> = {};
  const routes = routesOf(schema);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = `/v1${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(schema, route, { outputs, inputs }) };
  }
  return { schema, routes, paths, outputs, inputs };
}

function info({ baseUrl }: DocumentAddresses): JsonSchema {
  return {
    title: 'Slotline',
    version,
    description: `Scheduling and sales calls: bookable events, calls with outcomes, contacts, deals and transactions.

Every request carries \`Authorization: Bearer service_…\`, every response \`X-Request-Id\`. Each workspace can send 20 requests
per second to each endpoint, unless the operator has raised the limit. Instants are ISO 8601, UTC, with milliseconds. Unknown
query parameters are ignored and listed in the response header \`Unknown-Parameters\`, and so are unknown body keys, as \`body.nickname\`. With \`Prefer: handling=strict\` they are a 400. A body key that looks like a typo of a known key that is absent, such as \`fristName\`, is always a 400.

More: [getting started](${baseUrl}/docs/getting-started.md), [authentication](${baseUrl}/docs/authentication.md),
[errors](${baseUrl}/docs/errors.md), [booking](${baseUrl}/docs/booking.md), [pagination](${baseUrl}/docs/pagination.md), [rate
limits](${baseUrl}/docs/rate-limits.md), [idempotency](${baseUrl}/docs/idempotency.md), [GraphQL](${baseUrl}/docs/graphql.md), [OAuth](${baseUrl}/docs/oauth.md).`,
    contact: { name: 'Slotline', url: `${baseUrl}/docs` },
    license: { name: 'MIT', identifier: 'MIT' },
  };
}

/** Describes each tag by the record of its first endpoint. */
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

/** The two kinds of credentials, which have the same scopes, and the authentication of an app. */
function securitySchemes({ baseUrl, appUrl }: DocumentAddresses): Record<string, JsonSchema> {
  const scopes = scopeSentences;
  const tokenUrl = `${baseUrl}/v1/oauth/token`;
  const authorizationCode = { authorizationUrl: `${appUrl}/oauth/authorize`, tokenUrl, refreshUrl: tokenUrl, scopes };
  return {
    bearerAuth: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'An API key or a session: `service_…`. It is opaque and must not be parsed: despite the name of the format, it is not a JWT.',
    },
    clientAuthentication: {
      type: 'http',
      scheme: 'basic',
      description:
        'For the token and revocation endpoints: the client id and secret of a confidential app. Both can be sent in the body instead.',
    },
    oauth2: {
      type: 'oauth2',
      description: 'An access token that a user granted to an app, for one workspace.',
      flows: { authorizationCode },
    },
  };
}
