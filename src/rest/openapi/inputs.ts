import { z } from 'zod';
import type { Route } from '../routes.ts';
import type { Examples } from './examples.ts';
import type { JsonSchema } from './output-schemas.ts';

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any 1 to 255 visible ASCII characters. The same key and body within 24 hours give the first answer again, with `Idempotent-Replayed: true`; another body is a 409, and so is a request while the first one runs.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

/** The query parameters of a route, or its request body, from the input that validates them. */
export function inputOf(route: Route, examples: Examples): { parameters?: JsonSchema[]; requestBody?: JsonSchema } {
  const schema = jsonSchema(route.input);
  if (route.method === 'GET' || route.method === 'DELETE') return { parameters: parameters(schema) };
  const example = examples.of(schema, 'body');
  return {
    ...(route.idempotent ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
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

/** Shorter, and the same: the expression for e-mails is noise beside their format, and so is a choice with null. */
function simplify({ jsonSchema: schema }: { jsonSchema: JsonSchema }): void {
  if (schema.pattern === z.regexes.email.source) {
    delete schema.pattern;
    schema.format = 'email';
  }
  const [given, none] = (schema.anyOf ?? []) as JsonSchema[];
  if (none?.type !== 'null' || typeof given?.type !== 'string') return;
  delete schema.anyOf;
  const choices = given.enum ? { enum: [...(given.enum as string[]), null] } : {};
  Object.assign(schema, given, { type: [given.type, 'null'], ...choices });
}

/** Lists are comma-separated: `style: form` without `explode`. */
function parameters({ properties = {}, required = [] }: ObjectSchema): JsonSchema[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description: schema.type === 'array' ? `Comma-separated. ${description ?? ''}`.trim() : (description ?? ''),
    required: required.includes(name),
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  }));
}
