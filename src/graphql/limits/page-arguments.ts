import { type FieldNode, type GraphQLField, Kind, type OperationDefinitionNode, type ValueNode } from 'graphql';
import { defaultLimit, maxLimit, maxRelatedItem } from '#src/domain/input.ts';

export type Variables = Readonly<Record<string, unknown>>;
type Field = GraphQLField<unknown, unknown>;

/** What the arguments `limit` and `page` of an operation's lists are worth, and on which variables that depends. */
export class PageArguments {
  readonly #operation: OperationDefinitionNode;
  /** Names of the variables that are the `page` of a nested list somewhere. */
  readonly #pageVariables = new Set<string>();
  /** Names of the variables that are a `limit` somewhere, with their defaults. The first measure finds them all. */
  readonly #limitVariables = new Map<string, number>();

  constructor(operation: OperationDefinitionNode) {
    this.#operation = operation;
  }

  /** The values of these variables as a text: the cost of the operation depends on no others. */
  valuesIn(variables: Variables): string {
    let values = '';
    for (const [name, fallback] of this.#limitVariables) {
      values += variables[name] === null ? 'null ' : `${inBounds(variables[name], fallback)} `;
    }
    for (const name of this.#pageVariables) values += `${pageInBounds(variables[name])} `;
    return values;
  }

  /** How many pages precede that of a nested list. The database reads them too. */
  pagesBefore(field: FieldNode, definition: Field, variables: Variables): number {
    if (!definition.args.some(({ name }) => name === 'page')) return 0;
    const value = field.arguments?.find(({ name }) => name.value === 'page')?.value;
    if (value?.kind !== Kind.VARIABLE) return pageInBounds(literal(value));
    this.#pageVariables.add(value.name.value);
    return pageInBounds(variables[value.name.value]);
  }

  /** The maximum number of items that a field with a `limit` returns; undefined for a field without. */
  limitOf(field: FieldNode, definition: Field, variables: Variables): number | undefined {
    const argument = definition.args.find(({ name }) => name === 'limit');
    if (!argument) return undefined;
    const ofArgument = inBounds(argument.defaultValue, defaultLimit);
    const value = field.arguments?.find(({ name }) => name.value === 'limit')?.value;
    if (value?.kind !== Kind.VARIABLE) return inBounds(literal(value), ofArgument);
    const name = value.name.value;
    // A variable's default counts if the variable is left out. If it is null, the argument's own default counts.
    if (variables[name] === null) {
      this.#limitVariables.set(name, this.#limitVariables.get(name) ?? ofArgument);
      return ofArgument;
    }
    const ofVariable = inBounds(this.#defaultOf(name), ofArgument);
    const fallback = Math.max(ofVariable, this.#limitVariables.get(name) ?? 0);
    this.#limitVariables.set(name, fallback);
    return inBounds(variables[name], fallback);
  }

  #defaultOf(variable: string): unknown {
    const definitions = this.#operation.variableDefinitions ?? [];
    return literal(definitions.find((definition) => definition.variable.name.value === variable)?.defaultValue);
  }
}

function literal(value: ValueNode | undefined): number | undefined {
  return value?.kind === Kind.INT ? Number(value.value) : undefined;
}

/** A limit that no list accepts counts as the nearest one that a list accepts: validation refuses it in its own words. */
function inBounds(value: unknown, fallback: number): number {
  return typeof value === 'number' ? Math.min(Math.max(value, 1), maxLimit) : fallback;
}

function pageInBounds(value: unknown): number {
  return typeof value === 'number' ? Math.min(Math.max(value, 0), maxRelatedItem) : 0;
}
