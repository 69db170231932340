import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type ValueNode,
} from 'graphql';
import { defaultLimit, maxLimit } from '#src/domain/input.ts';
import { LruCache } from '#src/lib/lru-cache.ts';

export interface Measure {
  readonly depth: number;
  readonly aliases: number;
  /** Selections, with every fragment written out where it is used. */
  readonly width: number;
  /** The maximum number of objects in the result; leaves are free. */
  readonly cost: number;
}

type Variables = Readonly<Record<string, unknown>>;
type Field = GraphQLField<unknown, unknown>;

/**
 * Measures the operations of documents, once for a document and the values of those of its variables that are a `limit`.
 * The result is undefined if the document has no such operation.
 */
export function operationMeasures(
  schema: GraphQLSchema,
): (document: DocumentNode, name: string | null | undefined, variables: Variables) => Measure | undefined {
  const known = new WeakMap<DocumentNode, Map<string, MeasuredOperation | undefined>>();
  return (document, name, variables) => {
    const key = name ?? '';
    const operations = known.get(document) ?? new Map<string, MeasuredOperation | undefined>();
    known.set(document, operations);
    if (!operations.has(key)) {
      const operation = getOperationAST(document, key === '' ? undefined : key);
      operations.set(key, operation ? new MeasuredOperation(schema, document, operation) : undefined);
    }
    return operations.get(key)?.measure(variables);
  };
}

class MeasuredOperation {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #operation: OperationDefinitionNode;
  readonly #byLimits = new LruCache<string, Measure>(50);
  /** Names of the variables that are a `limit` somewhere, with their defaults. The first measure finds them all. */
  readonly #limitVariables = new Map<string, number>();

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.schema = schema;
    this.#operation = operation;
    this.fragments = new Map(
      document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
      ),
    );
  }

  measure(variables: Variables): Measure {
    const known = this.#byLimits.get(this.#limitsIn(variables));
    if (known) return known;
    const measure = new CostVisitor(this, variables).operation(this.#operation);
    this.#byLimits.set(this.#limitsIn(variables), measure);
    return measure;
  }

  #limitsIn(variables: Variables): string {
    let limits = '';
    for (const [name, fallback] of this.#limitVariables) {
      limits += variables[name] === null ? 'null ' : `${inBounds(variables[name], fallback)} `;
    }
    return limits;
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

/** The assumed length of a list without a `limit`, such as the lists inside a record. */
const defaultListLength = 5;

/** The cost of introspection. graphql-js bounds its depth, so no limit here does. */
const introspectionCosts: Readonly<Record<string, number>> = { __schema: 1_000, __type: 200 };

interface Part extends Measure {
  /** The cost of one item of each list whose length a field above determines, as a page's `limit` does. */
  readonly items: number;
}

const nothing: Part = { depth: 0, aliases: 0, width: 0, cost: 0, items: 0 };

/** Measures a valid operation. It measures each fragment once, so nested fragments cost no time. */
class CostVisitor {
  readonly #measured: MeasuredOperation;
  readonly #variables: Variables;
  readonly #fragments = new Map<string, Part>();

  constructor(measured: MeasuredOperation, variables: Variables) {
    this.#measured = measured;
    this.#variables = variables;
  }

  operation({ operation, selectionSet }: OperationDefinitionNode): Measure {
    const root = this.#measured.schema.getRootType(operation);
    const { cost, items, ...counted } = root ? this.#selectionSet(selectionSet, root) : nothing;
    return { ...counted, cost: Math.min(cost + defaultListLength * items, Number.MAX_SAFE_INTEGER) };
  }

  #selectionSet({ selections }: SelectionSetNode, type: GraphQLCompositeType): Part {
    const whole = selections.map((selection) => this.#selection(selection, type)).reduce(sum, nothing);
    return { ...whole, width: whole.width + selections.length };
  }

  #selection(selection: SelectionNode, type: GraphQLCompositeType): Part {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.#field(selection, type);
      case Kind.INLINE_FRAGMENT:
        return this.#selectionSet(selection.selectionSet, this.#typeNamed(selection.typeCondition?.name.value) ?? type);
      case Kind.FRAGMENT_SPREAD:
        return this.#fragment(selection.name.value);
    }
  }

  #fragment(name: string): Part {
    const known = this.#fragments.get(name);
    if (known) return known;
    const fragment = this.#measured.fragments.get(name);
    const type = this.#typeNamed(fragment?.typeCondition.name.value);
    const part = fragment && type ? this.#selectionSet(fragment.selectionSet, type) : nothing;
    this.#fragments.set(name, part);
    return part;
  }

  #field(field: FieldNode, parent: GraphQLCompositeType): Part {
    const definition = definitionOf(field, parent);
    const type = definition && getNamedType(definition.type);
    const inner = field.selectionSet && isCompositeType(type) ? this.#selectionSet(field.selectionSet, type) : nothing;
    const aliases = inner.aliases + (field.alias ? 1 : 0);
    const introspection = introspectionCosts[field.name.value];
    if (introspection === undefined) {
      return { ...inner, depth: inner.depth + 1, aliases, ...this.#costs(field, definition, inner) };
    }
    return { ...inner, depth: 1, aliases, cost: introspection * (1 + inner.aliases), items: 0 };
  }

  #costs(field: FieldNode, definition: Field | undefined, inner: Part): Pick<Part, 'cost' | 'items'> {
    if (!field.selectionSet || !definition) return { cost: 0, items: 0 };
    const limit = this.#measured.limitOf(field, definition, this.#variables) ?? assumedLength(definition);
    if (!isListType(getNullableType(definition.type))) {
      // A nested list without a `limit` inherits the limit of the nearest field above it.
      const cost = ownCost(definition) + inner.cost;
      return limit === undefined ? { cost, items: inner.items } : { cost: cost + limit * inner.items, items: 0 };
    }
    const item = 1 + inner.cost + defaultListLength * inner.items;
    return limit === undefined ? { cost: 0, items: item } : { cost: limit * item, items: 0 };
  }

  #typeNamed(name: string | undefined): GraphQLCompositeType | undefined {
    const type = name === undefined ? undefined : this.#measured.schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }
}

/** The cost of the object itself: 1, or what the definition of a field that computes much states. */
function ownCost({ extensions }: Field): number {
  return (extensions as { ownCost?: number }).ownCost ?? 1;
}

/** What the definition of a long list without a `limit` states as its length. */
function assumedLength({ extensions }: Field): number | undefined {
  return (extensions as { assumedLength?: number }).assumedLength;
}

function definitionOf({ name }: FieldNode, type: GraphQLCompositeType): Field | undefined {
  if (name.value === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name.value === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return isUnionType(type) || (isObjectType(type) && name.value === '__typename')
    ? undefined
    : type.getFields()[name.value];
}

function sum(one: Part, other: Part): Part {
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: one.aliases + other.aliases,
    width: one.width + other.width,
    cost: one.cost + other.cost,
    items: one.items + other.items,
  };
}
