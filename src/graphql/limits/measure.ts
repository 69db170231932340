import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
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

export interface Measure {
  readonly depth: number;
  readonly aliases: number;
  /** Selections, once every fragment is written out where it is used. */
  readonly width: number;
  /** Objects that may have to be given; leaves are free. */
  readonly cost: number;
}

interface Part extends Measure {
  /** The cost of one item of each list whose length the field above tells, as a page's `limit` does. */
  readonly items: number;
}

/** A list without a `limit`, as those inside a record are. */
const usualListLength = 5;

/** One full look at the schema. Its depth is bounded by graphql-js, not by ours. */
const introspectionCosts: Readonly<Record<string, number>> = { __schema: 1_000, __type: 200 };

const nothing: Part = { depth: 0, aliases: 0, width: 0, cost: 0, items: 0 };

export interface Measured {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** How many items a field with a `limit` gives at most; undefined for one without. */
  readonly limitOf: (field: FieldNode, definition: GraphQLField<unknown, unknown>) => number | undefined;
}

/** Measures a valid operation. Each fragment is measured once, so that fragments within fragments cost no time. */
export function measure(measured: Measured): Measure {
  const { schema, operation } = measured;
  const root = schema.getRootType(operation.operation);
  if (!root) return nothing;
  const { cost, items, ...counted } = new Ruler(measured).selectionSet(operation.selectionSet, root);
  return { ...counted, cost: Math.min(cost + usualListLength * items, Number.MAX_SAFE_INTEGER) };
}

class Ruler {
  readonly #measured: Measured;
  readonly #fragments = new Map<string, Part>();

  constructor(measured: Measured) {
    this.#measured = measured;
  }

  selectionSet({ selections }: SelectionSetNode, type: GraphQLCompositeType): Part {
    const whole = selections.map((selection) => this.#selection(selection, type)).reduce(together, nothing);
    return { ...whole, width: whole.width + selections.length };
  }

  #selection(selection: SelectionNode, type: GraphQLCompositeType): Part {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.#field(selection, type);
      case Kind.INLINE_FRAGMENT:
        return this.selectionSet(selection.selectionSet, this.#typeNamed(selection.typeCondition?.name.value) ?? type);
      case Kind.FRAGMENT_SPREAD:
        return this.#fragment(selection.name.value);
    }
  }

  #fragment(name: string): Part {
    const known = this.#fragments.get(name);
    if (known) return known;
    const fragment = this.#measured.fragments.get(name);
    const type = this.#typeNamed(fragment?.typeCondition.name.value);
    const part = fragment && type ? this.selectionSet(fragment.selectionSet, type) : nothing;
    this.#fragments.set(name, part);
    return part;
  }

  #field(field: FieldNode, type: GraphQLCompositeType): Part {
    const definition = definitionOf(field, type);
    const inner = this.#inner(field, definition);
    const aliases = inner.aliases + (field.alias ? 1 : 0);
    const introspection = introspectionCosts[field.name.value];
    if (introspection === undefined) {
      return { ...inner, depth: inner.depth + 1, aliases, ...this.#costs(field, definition, inner) };
    }
    return { ...inner, depth: 1, aliases, cost: introspection * (1 + inner.aliases), items: 0 };
  }

  #inner({ selectionSet }: FieldNode, definition: GraphQLField<unknown, unknown> | undefined): Part {
    const type = definition && getNamedType(definition.type);
    return selectionSet && isCompositeType(type) ? this.selectionSet(selectionSet, type) : nothing;
  }

  #costs(field: FieldNode, definition: GraphQLField<unknown, unknown> | undefined, inner: Part) {
    if (!field.selectionSet || !definition) return { cost: 0, items: 0 };
    const limit = this.#measured.limitOf(field, definition) ?? assumedLength(definition);
    if (!isListType(getNullableType(definition.type))) {
      // What has no limit of its own may stand below a field that has one.
      if (limit === undefined) return { cost: 1 + inner.cost, items: inner.items };
      return { cost: 1 + inner.cost + limit * inner.items, items: 0 };
    }
    const item = 1 + inner.cost + usualListLength * inner.items;
    return limit === undefined ? { cost: 0, items: item } : { cost: limit * item, items: 0 };
  }

  #typeNamed(name: string | undefined): GraphQLCompositeType | undefined {
    const type = name === undefined ? undefined : this.#measured.schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }
}

/** Of a list without a `limit` that may be long, said where the field is defined. */
function assumedLength({ extensions }: GraphQLField<unknown, unknown>): number | undefined {
  return (extensions as { assumedLength?: number }).assumedLength;
}

function definitionOf({ name }: FieldNode, type: GraphQLCompositeType): GraphQLField<unknown, unknown> | undefined {
  if (name.value === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name.value === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return isUnionType(type) || (isObjectType(type) && name.value === '__typename')
    ? undefined
    : type.getFields()[name.value];
}

function together(one: Part, other: Part): Part {
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: one.aliases + other.aliases,
    width: one.width + other.width,
    cost: one.cost + other.cost,
    items: one.items + other.items,
  };
}
