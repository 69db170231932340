import {
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLNullableType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Route } from '../routes.ts';
import { errorResponses } from './errors.ts';
import { Examples } from './examples.ts';
import { answerHeaders } from './headers.ts';
import { inputOf } from './inputs.ts';
import type { JsonSchema, OutputSchemas } from './output-schemas.ts';

type Field = GraphQLField<unknown, unknown>;

/** One endpoint as an operation of the document. */
export function operation(schema: GraphQLSchema, route: Route, outputs: OutputSchemas): JsonSchema {
  const field = rootField(schema, route);
  const operationId = operationIdOf(route, field);
  const examples = new Examples(outputs.components);
  const data = outputs.of(new GraphQLNonNull(dataType(field, route)), route.wire);
  return {
    operationId,
    tags: [tagOf(route)],
    summary: summaryOf(operationId),
    description: `${field.description ?? ''} Scope: \`${route.scope}\`.`,
    security: [{ bearerAuth: [route.scope] }, { oauth2: [route.scope] }],
    ...inputOf(route, examples),
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

/** A field that tells more than its resource, as whether it was made, has the resource in its first field. */
function dataType(field: Field, route: Route): GraphQLNullableType & GraphQLOutputType {
  const type = getNullableType(field.type);
  if (!route.respond || !isObjectType(type)) return type;
  const [resource] = Object.values(type.getFields());
  return resource ? getNullableType(resource.type) : type;
}

function successes(route: Route, data: JsonSchema, examples: Examples): Record<string, JsonSchema> {
  const content = { 'application/json': enveloped(route, data, examples.of(data, 'data')) };
  const statuses = route.respond ? [200, 201] : [route.status];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: descriptions(route, status),
        headers: answerHeaders(route.idempotent ? 'replayable' : 'plain'),
        content,
      },
    ]),
  );
}

function enveloped({ envelope }: Route, data: JsonSchema, example: unknown): JsonSchema {
  if (envelope === 'none') return { schema: data, example };
  return { schema: { type: 'object', required: ['data'], properties: { data } }, example: { data: example } };
}

function descriptions(route: Route, status: number): string {
  if (status === 201) return 'It was made.';
  return route.respond ? 'It was there already, and has been updated.' : 'As asked.';
}

/** Names that read well as functions of a client: listEventCalls, getContact, createContact. */
function operationIdOf({ kind, field }: Route, { type }: Field): string {
  if (kind === 'Mutation') return field;
  const shape = getNullableType(type);
  const isList = isListType(shape) || String(shape).endsWith('Page');
  return `${isList ? 'list' : 'get'}${field[0]?.toUpperCase()}${field.slice(1)}`;
}

/** `listEventCalls` → `List event calls`. */
function summaryOf(operationId: string): string {
  const words = operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
