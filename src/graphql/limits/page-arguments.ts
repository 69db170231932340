import { type FieldNode, type GraphQLField, Kind, type OperationDefinitionNode, type ValueNode } from 'graphql';
import { defaultLimit, maxLimit, maxRelatedItem } from '#src/domain/list-input.ts';

export type Variables = Readonly<Record<string, unknown>>;
type Field = GraphQLField<unknown, unknown>;

/** The values that determine the arguments `limit` and `page` of an operation's lists. */
export interface PageValues {
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
  /** The names of the variables that were read: the cost depends only on these. */
  readonly read: Set<string>;
}

/** The values of these variables as a text. Only numbers and null matter. */
export function valuesIn(variables: Variables, names: ReadonlySet<string>): string {
  let values = '';
  for (const name of names) {
    const value = variables[name];
    values += `${typeof value === 'number' || value === null ? value : ''} `;
  }
  return values;
}

/** The number of pages before that of a nested list. The database reads them too. */
export function pagesBefore(field: FieldNode, definition: Field, values: PageValues): number {
  if (!definition.args.some(({ name }) => name === 'page')) return 0;
  const page = argumentOf(field, 'page', values);
  return typeof page === 'number' ? Math.min(Math.max(page, 0), maxRelatedItem) : 0;
}

/** The maximum number of items that a field returns by its `limit`; undefined if it has none. */
export function limitOf(field: FieldNode, definition: Field, values: PageValues): number | undefined {
  const argument = definition.args.find(({ name }) => name === 'limit');
  return argument && inBounds(argumentOf(field, 'limit', values), inBounds(argument.defaultValue, defaultLimit));
}

/** The value of an argument in an operation; undefined if its default applies, as for null. */
function argumentOf({ arguments: args }: FieldNode, name: string, { operation, variables, read }: PageValues): unknown {
  const value = args?.find((each) => each.name.value === name)?.value;
  if (value?.kind !== Kind.VARIABLE) return literal(value);
  const variable = value.name.value;
  read.add(variable);
  if (variables[variable] === null) return undefined;
  const definition = operation.variableDefinitions?.find((each) => each.variable.name.value === variable);
  return typeof variables[variable] === 'number' ? variables[variable] : literal(definition?.defaultValue);
}

function literal(value: ValueNode | undefined): number | undefined {
  return value?.kind === Kind.INT ? Number(value.value) : undefined;
}

/** Clamps a limit that no list accepts: validation refuses it later with a proper message. */
function inBounds(value: unknown, fallback: number): number {
  return typeof value === 'number' ? Math.min(Math.max(value, 1), maxLimit) : fallback;
}
