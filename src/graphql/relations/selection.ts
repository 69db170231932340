import {
  BREAK,
  type DefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** What a field states in its `extensions` when its value comes from other records than its own. */
export interface Relation {
  /** Fields of the related record that this one holds itself: they need neither a load nor a scope of their own. */
  readonly embeds?: readonly string[] | undefined;
  /** The record always has it, although a relation is nullable in the graph. */
  readonly isRequired?: true | undefined;
}

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

export function relationOf(field: { extensions: object } | null | undefined): Relation | undefined {
  return (field?.extensions as { relation?: Relation } | undefined)?.relation;
}

const knownOperations = new WeakMap<OperationDefinitionNode, boolean>();

/** Whether the document selects a relation anywhere. Computed once for an operation. */
export function selectsRelations({ schema, operation, fragments }: GraphQLResolveInfo): boolean {
  const known = knownOperations.get(operation);
  if (known !== undefined) return known;
  const found = hasRelation(schema, [operation, ...Object.values(fragments)]);
  knownOperations.set(operation, found);
  return found;
}

export function hasRelation(schema: GraphQLSchema, definitions: readonly DefinitionNode[]): boolean {
  const types = new TypeInfo(schema);
  const fragments = Object.fromEntries(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
  let found = false;
  visit(
    { kind: Kind.DOCUMENT, definitions },
    visitWithTypeInfo(types, {
      Field(node) {
        const relation = relationOf(types.getFieldDef());
        if (!relation || isEmbedded(relation, [node], fragments)) return undefined;
        found = true;
        return BREAK;
      },
    }),
  );
  return found;
}

/** Whether the record holds all that is selected of a related record. */
export function isEmbedded({ embeds }: Relation, nodes: readonly FieldNode[], fragments: Fragments): boolean {
  return embeds !== undefined && nodes.every(({ selectionSet }) => selectsOnly(selectionSet, embeds, fragments));
}

function selectsOnly(set: SelectionSetNode | undefined, names: readonly string[], fragments: Fragments): boolean {
  return (set?.selections ?? []).every((selection) => {
    if (selection.kind === Kind.FIELD)
      return selection.name.value === '__typename' || names.includes(selection.name.value);
    const part = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
    return selectsOnly(part?.selectionSet, names, fragments);
  });
}
