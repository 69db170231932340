import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { maxRelatedItem } from '#src/domain/list-input.ts';
import type { Operation } from '../operation.ts';
import { limitOf, type PageValues, pagesBefore, type Variables, valuesIn } from './page-arguments.ts';
import type { ResultCost } from './result-cost.ts';

export interface Measure {
  readonly depth: number;
  readonly aliases: number;
  /** The number of selections, with fragments expanded wherever they are used. */
  readonly width: number;
  /** The maximum number of result objects plus the reads of nested lists; leaves are free. `result` gives the actual cost. */
  readonly cost: number;
  /** The part of the cost that introspection causes. */
  readonly introspection: number;
  readonly result: ResultCost;
}

type Field = GraphQLField<unknown, unknown>;

/** Measures an operation, once per combination of values of the variables for `limit` and `page`. */
export class OperationCost {
  readonly #operation: Operation;
  /** The names of these variables; the first measure finds them all. */
  readonly #read = new Set<string>();
  readonly #byValues = new LRUCache<string, Measure>({ max: 50 });

  constructor(operation: Operation) {
    this.#operation = operation;
  }

  measure(variables: Variables): Measure {
    const known = this.#byValues.get(valuesIn(variables, this.#read));
    if (known) return known;
    const { operation } = this.#operation;
    const measure = new CostVisitor(this.#operation, { operation, variables, read: this.#read }).measure();
    this.#byValues.set(valuesIn(variables, this.#read), measure);
    return measure;
  }
}

/** The assumed length of a list without a `limit`, such as the lists inside a record. */
const defaultListLength = 5;

/**
 * The cost of introspection with two nested lists, such as the fields of all types. Each further level multiplies it: the whole
 * schema, with the arguments of all fields, has about 4,000 objects. graphql-js limits the depth, so no limit is needed here.
 */
const introspectionCosts: Readonly<Record<string, number>> = { __schema: 200, __type: 40 };

/** The factor for each list nested in two others. */
const introspectionFactor = 5;

interface Part extends Measure {
  /** The cost of one item of each list whose length is set by a field above, such as the `limit` of a page. */
  readonly items: number;
  /** The maximum nesting of lists. */
  readonly lists: number;
}

const free: ResultCost = { fixed: 0, below: [] };
const nothing: Part = { depth: 0, aliases: 0, width: 0, cost: 0, introspection: 0, items: 0, lists: 0, result: free };

/** Measures a valid operation. It measures each fragment once, so nested fragments cost no time. */
class CostVisitor {
  readonly #measured: Operation;
  readonly #values: PageValues;
  readonly #fragments = new Map<string, Part>();

  constructor(measured: Operation, values: PageValues) {
    this.#measured = measured;
    this.#values = values;
  }

  measure(): Measure {
    const { operation, selectionSet } = this.#measured.operation;
    const root = this.#measured.schema.getRootType(operation);
    const { cost, items, lists: _, ...counted } = root ? this.#selectionSet(selectionSet, root) : nothing;
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
    const fragment = this.#measured.fragments[name];
    const type = this.#typeNamed(fragment?.typeCondition.name.value);
    const part = fragment && type ? this.#selectionSet(fragment.selectionSet, type) : nothing;
    // Shares the measure of a fragment that is used several times, instead of expanding it.
    const { fixed, below } = part.result;
    const once = {
      ...part,
      result: below.length === 0 ? part.result : { fixed, below: [{ key: undefined, each: { fixed: 0, below } }] },
    };
    this.#fragments.set(name, once);
    return once;
  }

  #field(field: FieldNode, parent: GraphQLCompositeType): Part {
    const definition = definitionOf(field, parent);
    const type = definition && getNamedType(definition.type);
    const inner = field.selectionSet && isCompositeType(type) ? this.#selectionSet(field.selectionSet, type) : nothing;
    const aliases = inner.aliases + (field.alias ? 1 : 0);
    const introspection = introspectionCosts[field.name.value];
    if (introspection === undefined) {
      const lists = inner.lists + (definition && isListType(getNullableType(definition.type)) ? 1 : 0);
      return { ...inner, depth: inner.depth + 1, aliases, lists, ...this.#costs(field, definition, inner) };
    }
    const cost = introspection * introspectionFactor ** Math.max(0, inner.lists - 2) * (1 + inner.aliases);
    return { ...inner, depth: 1, aliases, cost, introspection: cost, items: 0, result: { fixed: cost, below: [] } };
  }

  #costs(field: FieldNode, definition: Field | undefined, inner: Part): Pick<Part, 'cost' | 'items' | 'result'> {
    if (!field.selectionSet || !definition) return { cost: 0, items: 0, result: free };
    const key = (field.alias ?? field.name).value;
    const limit = limitOf(field, definition, this.#values) ?? assumedLength(definition);
    if (!isListType(getNullableType(definition.type))) {
      // A nested list without a `limit` inherits the limit of the nearest field above it.
      const own = ownCost(definition, 1);
      const { fixed, below } = inner.result;
      const result = { fixed: own + fixed, below: below.length === 0 ? [] : [{ key, each: { fixed: 0, below } }] };
      const cost = own + inner.cost;
      return limit === undefined
        ? { cost, items: inner.items, result }
        : { cost: cost + limit * inner.items, items: 0, result };
    }
    const item = 1 + inner.cost + defaultListLength * inner.items;
    const own = ownCost(definition, 0);
    const each = { ...inner.result, fixed: 1 + inner.result.fixed };
    if (limit === undefined) return { cost: own, items: item, result: { fixed: own, below: [{ key, each }] } };
    const skipped = Math.min(limit * pagesBefore(field, definition, this.#values), maxRelatedItem);
    const fixed = own + skipped;
    return { cost: fixed + limit * item, items: 0, result: { fixed, below: [{ key, each }] } };
  }

  #typeNamed(name: string | undefined): GraphQLCompositeType | undefined {
    const type = name === undefined ? undefined : this.#measured.schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }
}

/** The cost of the field itself, without its selections, if its definition states one. */
function ownCost({ extensions }: Field, otherwise: number): number {
  return (extensions as { ownCost?: number }).ownCost ?? otherwise;
}

/** The length that the definition of a long list without a `limit` states. */
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
    introspection: one.introspection + other.introspection,
    items: one.items + other.items,
    lists: Math.max(one.lists, other.lists),
    result: {
      fixed: one.result.fixed + other.result.fixed,
      below: other.result.below.length === 0 ? one.result.below : [...one.result.below, ...other.result.below],
    },
  };
}
