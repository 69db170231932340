import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql';
import { defaultLimit, maxLimit } from '#src/domain/input.ts';
import { LruCache } from '#src/lib/lru-cache.ts';
import { type Measure, measure } from './measure.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The measures of operations, taken once for a document and the values of those of its variables that are a `limit`. */
export class OperationMeasures {
  readonly #schema: GraphQLSchema;
  readonly #known = new WeakMap<DocumentNode, Map<string, KnownOperation | undefined>>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Undefined when there is no such operation. */
  of(document: DocumentNode, name: string | null | undefined, variables: Variables): Measure | undefined {
    return this.#operation(document, name ?? '')?.measure(variables);
  }

  #operation(document: DocumentNode, name: string): KnownOperation | undefined {
    const operations = this.#known.get(document) ?? new Map<string, KnownOperation | undefined>();
    this.#known.set(document, operations);
    if (!operations.has(name)) {
      const operation = getOperationAST(document, name === '' ? undefined : name);
      operations.set(name, operation ? new KnownOperation(this.#schema, document, operation) : undefined);
    }
    return operations.get(name);
  }
}

class KnownOperation {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #byLimits = new LruCache<string, Measure>(50);
  /** Names of the variables that are a `limit` somewhere, with their defaults. Found while measuring first. */
  readonly #limitVariables = new Map<string, number>();
  #hasMeasured = false;

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.#schema = schema;
    this.#operation = operation;
    this.#fragments = new Map(
      document.definitions.flatMap((definition) =>
        definition.kind === 'FragmentDefinition' ? [[definition.name.value, definition] as const] : [],
      ),
    );
  }

  measure(variables: Variables): Measure {
    const known = this.#hasMeasured ? this.#byLimits.get(this.#limitsIn(variables)) : undefined;
    if (known) return known;
    const taken = measure({
      schema: this.#schema,
      operation: this.#operation,
      fragments: this.#fragments,
      limitOf: (field, definition) => this.#limitOf(field, definition, variables),
    });
    this.#hasMeasured = true;
    this.#byLimits.set(this.#limitsIn(variables), taken);
    return taken;
  }

  #limitsIn(variables: Variables): string {
    let limits = '';
    for (const [name, usual] of this.#limitVariables) {
      limits += variables[name] === null ? 'null ' : `${within(variables[name], usual)} `;
    }
    return limits;
  }

  #limitOf(field: FieldNode, definition: GraphQLField<unknown, unknown>, variables: Variables): number | undefined {
    const argument = definition.args.find(({ name }) => name === 'limit');
    if (!argument) return undefined;
    const usual = within(argument.defaultValue, defaultLimit);
    const given = field.arguments?.find(({ name }) => name.value === 'limit')?.value;
    if (given?.kind !== 'Variable') return within(literal(given), usual);
    const name = given.name.value;
    // A variable's default is for one that is left out; null is given, and then the argument's own default holds.
    if (variables[name] === null) {
      this.#limitVariables.set(name, this.#limitVariables.get(name) ?? usual);
      return usual;
    }
    const ofVariable = within(this.#defaultOf(name), usual);
    this.#limitVariables.set(name, Math.max(ofVariable, this.#limitVariables.get(name) ?? 0));
    return within(variables[name], this.#limitVariables.get(name) as number);
  }

  #defaultOf(variable: string): unknown {
    const definitions = this.#operation.variableDefinitions ?? [];
    return literal(definitions.find((definition) => definition.variable.name.value === variable)?.defaultValue);
  }
}

function literal(value: ValueNode | undefined): number | undefined {
  return value?.kind === 'IntValue' ? Number(value.value) : undefined;
}

/** What no list takes counts as the nearest that one does: validation refuses it in its own words. */
function within(value: unknown, usual: number): number {
  return typeof value === 'number' ? Math.min(Math.max(value, 1), maxLimit) : usual;
}
