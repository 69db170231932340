import type { JsonSchema } from './output-schemas.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** An object schema that requires all properties, unless `required` names fewer. */
export function record(description: string, properties: Properties, required = Object.keys(properties)): JsonSchema {
  return { type: 'object', description, required, properties };
}

/** A reference to the component of this name. */
export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function plainText(description: string): JsonSchema {
  return { type: 'string', description };
}

export function text(description: string, example: string): JsonSchema {
  return { ...plainText(description), examples: [example] };
}

export function instant(description: string, example: string): JsonSchema {
  return { type: 'string', format: 'date-time', description, examples: [example] };
}

export function integer(description: string): JsonSchema {
  return { type: 'integer', format: 'int32', description };
}
