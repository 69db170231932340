import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { hostile } from './hostile-values.ts';

export interface Sent {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/** An operation of up to three root fields, with a variable for every argument. Its value fits the type, or almost. */
export function anyOperation(schema: GraphQLSchema, kind: 'query' | 'mutation'): fc.Arbitrary<Sent> {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  if (!root) throw new Error(`The schema has no ${kind}`);
  const fields = fc.array(fc.constantFrom(...Object.values(root.getFields())), { minLength: 1, maxLength: 3 });
  return fields.chain((chosen) =>
    fc.tuple(...chosen.map((field, at) => rootField(field, at))).map((parts) => ({
      query: `${kind} ${declared(parts)} { ${parts.map(({ text }) => text).join(' ')} }`,
      variables: Object.assign({}, ...parts.map(({ variables }) => variables)),
    })),
  );
}

interface Part {
  readonly text: string;
  readonly declarations: readonly string[];
  readonly variables: Record<string, unknown>;
}

function declared(parts: readonly Part[]): string {
  const all = parts.flatMap(({ declarations }) => declarations);
  return all.length > 0 ? `(${all.join(', ')})` : '';
}

function rootField(field: GraphQLField<unknown, unknown>, at: number): fc.Arbitrary<Part> {
  const chosen = fc.subarray([...field.args]).map((some) => [...new Set([...some, ...field.args.filter(isRequired)])]);
  return chosen.chain((args) =>
    fc.tuple(selection(field, 3), ...args.map(({ type }) => almost(type, 3))).map(([selected, ...values]) => {
      const name = (arg: GraphQLArgument) => `v${at}_${arg.name}`;
      const passed = args.map((arg) => `${arg.name}: $${name(arg)}`).join(', ');
      return {
        text: `f${at}: ${field.name}${passed && `(${passed})`}${selected}`,
        declarations: args.map((arg) => `$${name(arg)}: ${arg.type}`),
        variables: Object.fromEntries(args.map((arg, index) => [name(arg), values[index]])),
      };
    }),
  );
}

function isRequired({ type }: GraphQLArgument): boolean {
  return isNonNullType(type);
}

function selection(field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<string> {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return fc.constant('');
  return fc
    .subarray(fieldsOf(type, depth), { minLength: 1 })
    .chain((some) => fc.tuple(...some.map((each) => selection(each, depth - 1).map((inner) => each.name + inner))))
    .map((texts) => ` { __typename ${texts.join(' ')} }`);
}

/** Only leaves at the maximum depth, and no field with a required argument. */
function fieldsOf(type: GraphQLObjectType, depth: number): GraphQLField<unknown, unknown>[] {
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequired));
  const leaves = fields.filter((field) => !isObjectType(getNamedType(field.type)));
  return depth > 0 || leaves.length === 0 ? fields : leaves;
}

/** Mostly a value of the type, sometimes a boundary value, rarely any JSON. */
function almost(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 40, arbitrary: fitting(type, depth) },
    { weight: 1, arbitrary: fc.oneof(fc.jsonValue({ maxDepth: 2 }), hostile) },
  );
}

function fitting(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return almost(type.ofType, depth);
  return fc.oneof({ weight: 8, arbitrary: value(type, depth) }, { weight: 1, arbitrary: fc.constant(null) });
}

function value(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  if (isListType(type)) return fc.array(almost(type.ofType, depth), { maxLength: 3 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (!isInputObjectType(type)) return scalar(getNamedType(type).name);
  const fields = Object.values(type.getFields()).filter((field) => depth > 0 || isNonNullType(field.type));
  const optional = fields.filter((field) => !isNonNullType(field.type)).map(({ name }) => name);
  const shape = Object.fromEntries(fields.map((field) => [field.name, almost(field.type, depth - 1)]));
  const requiredKeys = fields.map(({ name }) => name).filter((name) => !optional.includes(name));
  return fc.record(shape, { requiredKeys });
}

const texts = [
  ...['', ' ', '\u0000', '\ud800', '%', "'", '\\', '_', '__proto__', 'constructor', 'x'.repeat(2000), '🎉'],
  ...['a@b.test', '+491701234567', '+1', 'contacts:read', 'Europe/Berlin', 'DE', 'ira cole', '1999.90'],
  ...['2026-03-04', '2026-02-30', '2026-03-04T12:00:00Z', '+275760-09-13T00:00:00Z', '-000001-01-01', '0000-01-01'],
];

const numbers = [0, -0, 1, -1, 2, 20, 100, 101, 86_400, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 0.5, 1e308];

function scalar(name: string): fc.Arbitrary<unknown> {
  switch (name) {
    case 'Int':
    case 'Float':
      return fc.oneof(fc.constantFrom(...numbers), fc.integer({ min: 1, max: 50 }));
    case 'Boolean':
      return fc.boolean();
    default:
      return fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 20 }));
  }
}
