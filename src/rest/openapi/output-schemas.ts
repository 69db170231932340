import {
  type GraphQLEnumType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { WireFormat } from '#src/graphql/rest-endpoint.ts';

export type JsonSchema = Record<string, unknown>;

const scalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time', examples: ['2026-02-28T09:30:00.000Z'] },
  TimesByDate: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string', pattern: '^\\d{2}:\\d{2}$' } },
    examples: [{ '2026-03-02': ['09:00', '09:30'] }],
  },
  JSON: { type: 'object', additionalProperties: true },
  Decimal: { type: 'string', pattern: '^-?\\d+(\\.\\d{1,3})?$' },
};

/** JSON Schemas of GraphQL types in the format of `/v1`. Named types are collected in `components`. */
export class OutputSchemas {
  readonly components: Record<string, JsonSchema> = {};

  of(type: GraphQLOutputType, wire: WireFormat = {}): JsonSchema {
    if (isNonNullType(type)) return this.#present(type.ofType as GraphQLOutputType, wire);
    return nullable(this.#present(type, wire));
  }

  #present(type: GraphQLOutputType, wire: WireFormat): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.of(type.ofType as GraphQLOutputType, wire) };
    if (isObjectType(type) || isInterfaceType(type)) return this.#named(type, () => this.#record(type, wire));
    if (isEnumType(type)) return this.#named(type, () => enumeration(type));
    return 'name' in type ? (scalars[type.name] ?? { type: 'string' }) : {};
  }

  #named(type: { name: string }, make: () => JsonSchema): JsonSchema {
    if (!this.components[type.name]) {
      // Set before the schema is built, because a type may contain itself.
      this.components[type.name] = {};
      this.components[type.name] = make();
    }
    return { $ref: `#/components/schemas/${type.name}` };
  }

  #record(type: GraphQLObjectType | GraphQLInterfaceType, wire: WireFormat): JsonSchema {
    const fields = Object.entries(type.getFields()).map(([name, field]) => {
      const schema = wire[name]?.type === 'number' ? numeric(field.type) : this.of(field.type, wire);
      return [wire[name]?.name ?? name, { ...schema, description: field.description ?? '' }];
    });
    return {
      type: 'object',
      description: type.description ?? '',
      required: fields.map(([name]) => name as string).filter((name) => !isOptional(type, name)),
      properties: Object.fromEntries(fields),
    };
  }
}

/** The schema of a decimal, which is a number in `/v1`. */
function numeric(type: GraphQLOutputType): JsonSchema {
  return isNonNullType(type) ? { type: 'number' } : nullable({ type: 'number' });
}

/** Lists the values, which `/v1` uses, instead of the names, which GraphQL uses. */
function enumeration(type: GraphQLEnumType): JsonSchema {
  return { type: 'string', description: type.description ?? '', enum: type.getValues().map(({ value }) => value) };
}

function nullable(schema: JsonSchema): JsonSchema {
  return typeof schema.type === 'string'
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

/** Returns true if the field is absent from some responses. */
function isOptional(type: GraphQLObjectType | GraphQLInterfaceType, name: string): boolean {
  return type.getFields()[name]?.extensions.onlyWithCursor === true;
}
