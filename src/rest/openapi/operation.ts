import {
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import { z } from 'zod';
import { emailForm } from '#src/lib/network/email-address.ts';
import type { Route } from '../routes.ts';
import { wireInput } from '../wire/from-wire.ts';
import { errorResponses } from './errors.ts';
import { Examples } from './examples.ts';
import type { JsonSchema, OutputSchemas } from './output-schemas.ts';
import { requestExamples } from './request-examples.ts';
import { type ResponseKind, responseHeaders } from './response-headers.ts';

type Field = GraphQLField<unknown, unknown>;

/** Describes one endpoint as an operation of the document. Request bodies are collected in `inputs`, by name. */
export function operation(
  schema: GraphQLSchema,
  route: Route,
  { outputs, inputs }: { readonly outputs: OutputSchemas; readonly inputs: Record<string, JsonSchema> },
): JsonSchema {
  const field = rootField(schema, route);
  const operationId = operationIdOf(route, field);
  const examples = new Examples(outputs.components);
  const scopes = route.scope ? [route.scope, ...(route.otherScopes ?? [])] : [];
  const version = route.version === undefined ? '' : ` Version ${route.version}.`;
  const data = outputs.of(new GraphQLNonNull(dataType(field, route)), route.wire);
  return {
    operationId,
    tags: [tagOf(route)],
    summary: summaryOf(operationId),
    description: `${field.description ?? ''}${scopes.map((scope) => ` Scope: \`${scope}\`.`).join('')}${version}`,
    security: [{ bearerAuth: scopes }, { oauth2: scopes }],
    ...inputOf(route, operationId, inputs),
    responses: { ...successes(route, data, examples), ...errorResponses(route) },
  };
}

export function rootField(schema: GraphQLSchema, { kind, field }: Route): Field {
  const root = kind === 'Query' ? schema.getQueryType() : schema.getMutationType();
  return root?.getFields()[field] as Field;
}

export function tagOf({ path }: Route): string {
  return path.split('/')[1] as string;
}

/** The type of `data`: a result with additional fields, such as whether it was created, has the resource in its first field. */
function dataType(field: Field, route: Route): GraphQLNullableType & GraphQLOutputType {
  const type = getNullableType(field.type);
  if (!isObjectType(type)) return type;
  if (route.merges !== undefined) return mergedType(type, route.merges);
  if (route.unwraps !== undefined) return getNullableType((type.getFields()[route.unwraps] as Field).type);
  if (!route.respond) return type;
  const [resource] = Object.values(type.getFields());
  return resource ? getNullableType(resource.type) : type;
}

/** A record and its sibling fields, as one object. */
function mergedType(type: GraphQLObjectType, name: string): GraphQLObjectType {
  const { fields, ...config } = type.toConfig();
  const { [name]: record, ...others } = fields;
  const { fields: ofRecord } = (record && (getNamedType(record.type) as GraphQLObjectType))?.toConfig() ?? {};
  return new GraphQLObjectType({ ...config, fields: { ...ofRecord, ...others } });
}

function successes(route: Route, data: JsonSchema, examples: Examples): Record<string, JsonSchema> {
  const content = {
    'application/json': enveloped(route, data, examples.of(data, 'data')),
    ...(route.csv && { 'text/csv': { schema: { type: 'string' } } }),
  };
  const headers = responseHeaders(kindOf(route));
  const statuses = route.respond ? [200, 201] : [route.status];
  return Object.fromEntries(
    statuses.map((status) => [String(status), { description: descriptionOf(route, status), headers, content }]),
  );
}

function kindOf({ idempotent, input }: Route): ResponseKind {
  if (idempotent) return 'replayable';
  return 'cursor' in input.shape ? 'list' : 'plain';
}

function enveloped({ envelope }: Route, data: JsonSchema, example: unknown): JsonSchema {
  if (envelope === 'none') return { schema: data, example };
  return { schema: { type: 'object', required: ['data'], properties: { data } }, example: { data: example } };
}

function descriptionOf(route: Route, status: number): string {
  if (status === 201) return 'Created.';
  return route.respond ? 'The record existed and has been updated.' : 'Success.';
}

/** Returns names that suit the functions of a client: listEventCalls, getContact, createContact. */
function operationIdOf({ kind, field }: Route, { type }: Field): string {
  if (kind === 'Mutation') return field;
  const shape = getNullableType(type);
  const isList = isListType(shape) || String(shape).endsWith('Page');
  return `${isList ? 'list' : 'get'}${capitalised(field)}`;
}

function capitalised(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** `listEventCalls` → `List event calls`. */
function summaryOf(operationId: string): string {
  const words = operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of 1 to 255 visible ASCII characters. The same key and body within 24 hours return the first response again, with `Idempotent-Replayed: true`. The same key with another body, by another caller, or while the first request is still running, is a 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

export const prefer = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`handling=strict` (RFC 7240): unknown query parameters and body keys are a 400 that names the most similar known one. Without it, they are ignored and listed in `Unknown-Parameters`, except that an unknown body key of at least six letters that differs by at most two letters from a known key that is absent is also a 400.',
  schema: { type: 'string' },
};

const preferReference = { $ref: '#/components/parameters/Prefer' };

/** The query parameters of a route, or its request body, from the input that validates them. */
function inputOf(
  route: Route,
  operationId: string,
  inputs: Record<string, JsonSchema>,
): { parameters?: JsonSchema[]; requestBody?: JsonSchema } {
  const schema = jsonSchema(wireInput(route));
  const example = requestExamples[operationId];
  if (route.method === 'GET' || route.method === 'DELETE')
    return { parameters: [...parameters(schema, example), preferReference] };
  const name = `${capitalised(route.field)}Input`;
  inputs[name] = withDefaultsInWords(schema) as JsonSchema;
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example } };
  return {
    parameters: [...(route.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []), preferReference],
    requestBody: { required: true, content },
  };
}

interface ObjectSchema extends JsonSchema {
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: readonly string[];
}

function jsonSchema(input: z.ZodObject): ObjectSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', override: simplify });
  return schema as ObjectSchema;
}

/** Replaces the pattern of e-mails by `format`, and a choice between a type and null by two types, which is shorter. */
function simplify({ jsonSchema: schema }: { jsonSchema: JsonSchema }): void {
  if (schema.pattern === emailForm.source) {
    delete schema.pattern;
    schema.format = 'email';
  }
  const [type, nothing] = (schema.anyOf ?? []) as JsonSchema[];
  if (nothing?.type !== 'null' || typeof type?.type !== 'string') return;
  delete schema.anyOf;
  const choices = type.enum ? { enum: [...(type.enum as string[]), null] } : {};
  Object.assign(schema, type, { type: [type.type, 'null'], ...choices });
}

/** Moves defaults in a body into the description: type generators make a property with the keyword required. */
function withDefaultsInWords(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withDefaultsInWords);
  if (typeof part !== 'object' || part === null) return part;
  const { default: value, ...schema } = Object.fromEntries(
    Object.entries(part).map(([name, inner]) => [name, withDefaultsInWords(inner)]),
  );
  const { description = '' } = schema as { description?: string };
  // An empty list as the default goes without saying.
  if (value === undefined || Array.isArray(value) || /default/i.test(String(description))) return schema;
  return { ...schema, description: `${description} Default: ${String(value)}.`.trim() };
}

/** Builds query parameters. Lists are comma-separated: `style: form` without `explode`. */
function parameters(
  { properties = {}, required = [] }: ObjectSchema,
  example: Record<string, unknown> = {},
): JsonSchema[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description: schema.type === 'array' ? `Comma-separated. ${description ?? ''}`.trim() : (description ?? ''),
    required: required.includes(name),
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    ...(name in example ? { example: example[name] } : {}),
    schema,
  }));
}
