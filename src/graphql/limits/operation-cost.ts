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
} from 'graphql';
import { maxRelatedItem } from '#src/domain/input.ts';
import { LruCache } from '#src/lib/lru-cache.ts';
import { PageArguments, type Variables } from './page-arguments.ts';

export interface Measure {
  readonly depth: number;
  readonly aliases: number;
  /** Selections, with every fragment written out where it is used. */
  readonly width: number;
  /** The maximum number of objects in the result, and what nested lists cost beside their items; leaves are free. */
  readonly cost: number;
}

type Field = GraphQLField<unknown, unknown>;

/**
 * Measures the operations of documents, once for a document and the values of its variables that are a `limit` or a `page`.
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
  readonly pages: PageArguments;
  readonly #operation: OperationDefinitionNode;
  readonly #byValues = new LruCache<string, Measure>(50);

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.schema = schema;
    this.#operation = operation;
    this.pages = new PageArguments(operation);
    this.fragments = new Map(
      document.definitions.flatMap((definition) =>
        definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
      ),
    );
  }

  measure(variables: Variables): Measure {
    const known = this.#byValues.get(this.pages.valuesIn(variables));
    if (known) return known;
    const measure = new CostVisitor(this, variables).operation(this.#operation);
    this.#byValues.set(this.pages.valuesIn(variables), measure);
    return measure;
  }
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
    const limit = this.#measured.pages.limitOf(field, definition, this.#variables) ?? assumedLength(definition);
    if (!isListType(getNullableType(definition.type))) {
      // A nested list without a `limit` inherits the limit of the nearest field above it.
      const cost = ownCost(definition, 1) + inner.cost;
      return limit === undefined ? { cost, items: inner.items } : { cost: cost + limit * inner.items, items: 0 };
    }
    const item = 1 + inner.cost + defaultListLength * inner.items;
    const own = ownCost(definition, 0);
    if (limit === undefined) return { cost: own, items: item };
    const skipped = Math.min(
      limit * this.#measured.pages.pagesBefore(field, definition, this.#variables),
      maxRelatedItem,
    );
    return { cost: own + limit * item + skipped, items: 0 };
  }

  #typeNamed(name: string | undefined): GraphQLCompositeType | undefined {
    const type = name === undefined ? undefined : this.#measured.schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }
}

/** The cost beside what is below the field: what the definition of a field that reads or computes much states. */
function ownCost({ extensions }: Field, otherwise: number): number {
  return (extensions as { ownCost?: number }).ownCost ?? otherwise;
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
