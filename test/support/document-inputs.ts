import fc from 'fast-check';
import type { FieldSchema } from './field-formats.ts';
import { openApi } from './fits-document.ts';
import { hostile } from './hostile-values.ts';

type Schema = FieldSchema & Record<string, unknown>;

export interface Operation {
  readonly method: string;
  readonly path: string;
  /** The schema of each field of the input: query parameters, or keys of the body. */
  readonly fields: Readonly<Record<string, Schema>>;
  /** The fields that every input has. */
  readonly required: readonly string[];
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
}

interface Parameter {
  readonly in?: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** Every operation of the document for keys; OAuth is for apps and sessions, and has tests of its own. */
export const operations: readonly Operation[] = Object.entries(openApi.paths)
  .filter(([path]) => !path.startsWith('/v1/oauth/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      ...inputOf(described as Described),
    })),
  );

function inputOf({ parameters = [], requestBody }: Described): Pick<Operation, 'fields' | 'required'> {
  if (requestBody) {
    const { properties = {}, required = [] } = resolved(requestBody.content['application/json']?.schema);
    return { fields: properties as Record<string, Schema>, required };
  }
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return {
    fields: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.flatMap(({ name, required }) => (required ? [name] : [])),
  };
}

/** The component that a schema refers to. */
function resolved(schema: Schema = {}): Schema {
  const name = String(schema.$ref).split('/').at(-1) as string;
  return (openApi.components.schemas[name] ?? schema) as Schema;
}

/** Inputs that fit the document's schema of each field, or arbitrary ones, most of whose fields are known. */
export function inputs({ fields }: Operation, kind: 'fitting' | 'any'): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.entries(fields).map(([name, schema]) => {
    const fitting = valueFor(name, schema);
    return [name, kind === 'fitting' ? fitting : fc.oneof(fitting, odd)] as const;
  });
  const known = fc.record(Object.fromEntries(values), { requiredKeys: [] });
  if (kind === 'fitting') return known;
  return fc
    .tuple(known, fc.dictionary(fc.string(), odd, { maxKeys: 2 }), fc.option(hostile))
    .map(([some, others, object]) => ({ ...others, ...some, ...(object as object | null) }));
}

const words = fc.constantFrom(
  'ira',
  'a@example.com',
  'Europe/Berlin',
  'DE',
  '+14155550101',
  'user-1/growth-review',
  '%',
  '_\\',
);
const times = fc.constantFrom(
  ...['2026-02-28', '2026-03-29T02:30:00Z', '0000-01-01', '9999-12-31T23:59:59.999999999-23:59', '2026-02-30'],
  ...['1900-01-02T00:00:00Z', '2999-12-30T23:59:59-23:59', '0001-01-01T00:00:00+23:59', '2026-12-31T23:59:59.9999Z'],
);
const numbers = fc.oneof(
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 31) - 1, Number.MAX_VALUE, 1e-7, -0),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const odd: fc.Arbitrary<unknown> = fc.oneof(
  numbers,
  times,
  words,
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('\u0000', '\ud800', '', ' ', "'; --", 'x'.repeat(5000), true, null),
  fc.array(fc.oneof(words, numbers), { maxLength: 250 }),
  fc.jsonValue({ maxDepth: 3 }),
  hostile,
);

function valueFor(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const { enum: choices, items, type } = schema as { enum?: unknown[]; items?: Schema; type?: string | string[] };
  if (choices) return fc.constantFrom(...choices);
  const [first, second] = [type ?? 'string'].flat();
  const value = typed(name, first as string, { ...schema, items });
  return second === 'null' ? fc.option(value, { nil: null }) : value;
}

function typed(name: string, type: string, schema: Schema): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 2 ** 31 - 1 } = schema as { minimum?: number; maximum?: number };
  if (type === 'integer')
    return fc.oneof(
      fc.integer({ min: minimum, max: Math.min(maximum, 12) }),
      fc.integer({ min: minimum, max: maximum }),
    );
  if (type === 'number') return fc.integer({ min: minimum * 100, max: 10 ** 12 }).map((cents) => cents / 100);
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return fc.array(valueFor(name, schema.items as Schema), { maxLength: 20 });
  if (type === 'object') return recordOf(schema);
  return textOf(name, schema);
}

function recordOf({ properties = {} }: Schema): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties as Record<string, Schema>);
  return fc.record(Object.fromEntries(entries.map(([name, schema]) => [name, valueFor(name, schema)])));
}

function textOf(name: string, { maxLength = 200, minLength = 0, format }: Schema): fc.Arbitrary<string> {
  if (format === 'email' || name === 'email')
    return fc.constantFrom('a@example.com', 'Ira@Example.com', 'b+c@example.co');
  if (name.startsWith('date') || name.startsWith('time') || format === 'date-time') return fc.oneof(times, words);
  return fc.oneof(
    words,
    fc.string({ unit: 'grapheme', minLength: minLength as number, maxLength: Math.min(maxLength as number, 60) }),
  );
}
