import type { EnumRef, InputFieldBuilder, InputObjectRef, ArgBuilder as PothosArgBuilder } from '@pothos/core';
import { z } from 'zod';
import { timeScalars } from '#src/domain/input.ts';
import { builder } from './builder.ts';
import { unwrapped } from './unwrapped.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type ArgBuilder = PothosArgBuilder<Types>;
type Enum = EnumRef<Types, unknown>;
type Argument = ReturnType<ArgBuilder['int']> | ReturnType<ArgBuilder['string']>;

/**
 * Derives GraphQL arguments from the input schema that validates them, so that names, types and descriptions have one source.
 * Fields that the input requires are non-null in the graph as well.
 */
export function argumentsOf(
  arg: ArgBuilder,
  input: z.ZodObject,
  types: Record<string, Enum | InputObjectRef<Types, unknown>> = {},
) {
  const entries = Object.entries(input.shape).map(([name, schema]) => [
    name,
    argument(arg, schema as z.ZodType, types[name] as Enum | undefined),
  ]);
  return Object.fromEntries(entries) as Record<string, Argument>;
}

export interface InputTypeOptions {
  readonly description: string;
  /** The GraphQL types of fields that are not plain scalars, by field name. */
  readonly types?: Record<string, Enum | InputObjectRef<Types, unknown> | 'Decimal'>;
}

/** The name of a mutation's input type: `CreateDealInput` for `createDeal`. */
export function inputNameOf(mutation: string): string {
  return `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
}

/** Derives a mutation's input type from the schema that validates it. A required field is non-null unless it accepts null. */
export function inputTypeOf<Input>(name: string, input: z.ZodObject, { description, types }: InputTypeOptions) {
  const ref = builder.inputType(name, { description, validate: input, fields: (t) => fieldsOf(t, input, types) });
  return ref as unknown as InputObjectRef<Types, Input>;
}

/**
 * The type of a record inside an input. It has no validation of its own: the mutation's input has the same rules, and Pothos
 * would refuse the record before checking the rest.
 */
export function nestedTypeOf<Input>(name: string, input: z.ZodObject, { description, types }: InputTypeOptions) {
  const ref = builder.inputType(name, { description, fields: (t) => fieldsOf(t, input, types) });
  return ref as unknown as InputObjectRef<Types, Input>;
}

function fieldsOf(
  t: InputFieldBuilder<Types, 'InputObject'>,
  input: z.ZodObject,
  types: InputTypeOptions['types'] = {},
) {
  return Object.fromEntries(
    Object.entries(input.shape).map(([field, schema]) => [
      field,
      t.field({
        ...typed(schema as z.ZodType, types[field] as Enum | undefined),
        required: isRequired(schema as z.ZodType) && !(schema instanceof z.ZodNullable),
      }),
    ]),
  );
}

export function isRequired(schema: z.ZodType): boolean {
  return !schema.safeParse(undefined).success;
}

function argument(arg: ArgBuilder, schema: z.ZodType, enumRef: Enum | undefined): Argument {
  return arg({ ...typed(schema, enumRef), ...numericDefault(schema), required: isRequired(schema) }) as Argument;
}

/** Adds the defaults of page and limit to the schema. */
function numericDefault(schema: z.ZodType): { defaultValue?: never } {
  const value = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return typeof value === 'number' ? { defaultValue: value as never } : {};
}

function typed(schema: z.ZodType, ref: Enum | undefined): { type: 'String'; description: string | undefined } {
  const inner = unwrapped(schema);
  const listed = inner instanceof z.ZodArray;
  const type = ref ?? scalar(listed ? (inner.element as z.ZodType) : inner);
  return { type: (listed ? [type] : type) as 'String', description: schema.description ?? inner.description };
}

function scalar(schema: z.ZodType) {
  const ofTime = timeScalars.get(schema);
  if (ofTime) return ofTime.scalar;
  if (schema instanceof z.ZodNumber) return isInteger(schema) ? 'Int' : 'Float';
  return schema instanceof z.ZodBoolean ? 'Boolean' : 'String';
}

export function isInteger({ format, isInt }: z.ZodNumber): boolean {
  return format === 'safeint' || isInt;
}
