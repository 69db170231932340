import {
  BREAK,
  type DefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLFieldResolver,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
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

const knownFields = new WeakMap<FieldNode, boolean>();

/** Whether the document selects a relation anywhere below this field. Computed once for each field of a document. */
export function selectsRelations({ schema, operation, fragments, fieldNodes }: GraphQLResolveInfo): boolean {
  return fieldNodes.some((node) => {
    const known = knownFields.get(node);
    if (known !== undefined) return known;
    const part = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: [node] } } as const;
    const found = hasRelation(schema, [part, ...reachableFragments(node.selectionSet, fragments)]);
    knownFields.set(node, found);
    return found;
  });
}

/** The fragments that a selection uses, and those that they use. */
function reachableFragments(
  selectionSet: SelectionSetNode | undefined,
  fragments: Fragments,
  reached = new Set<FragmentDefinitionNode>(),
): Set<FragmentDefinitionNode> {
  for (const selection of selectionSet?.selections ?? []) {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) {
      reachableFragments(selection.selectionSet, fragments, reached);
      continue;
    }
    const fragment = fragments[selection.name.value];
    if (!fragment || reached.has(fragment)) continue;
    reached.add(fragment);
    reachableFragments(fragment.selectionSet, fragments, reached);
  }
  return reached;
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
        if (!relation || isEmbedded(relation, [node], { fragments })) return undefined;
        found = true;
        return BREAK;
      },
    }),
  );
  return found;
}

interface Selected {
  readonly fragments: Fragments;
  /** Those of the request, which decide what is skipped. Without them every selection counts. */
  readonly variables?: GraphQLResolveInfo['variableValues'];
}

/** Whether the record holds all that is selected of a related record. */
function isEmbedded({ embeds }: Relation, nodes: readonly FieldNode[], selected: Selected): boolean {
  return embeds !== undefined && nodes.every(({ selectionSet }) => selectsOnly(selectionSet, embeds, selected));
}

function selectsOnly(set: SelectionSetNode | undefined, names: readonly string[], selected: Selected): boolean {
  return (set?.selections ?? []).every((selection) => {
    if (isSkipped(selection, selected.variables)) return true;
    if (selection.kind === Kind.FIELD) {
      return selection.name.value === '__typename' || names.includes(selection.name.value);
    }
    const part = selection.kind === Kind.FRAGMENT_SPREAD ? selected.fragments[selection.name.value] : selection;
    return selectsOnly(part?.selectionSet, names, selected);
  });
}

function isSkipped(selection: SelectionNode, variables: Selected['variables']): boolean {
  if (!variables || !selection.directives?.length) return false;
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variables);
  return skip?.if === true || include?.if === false;
}

/** Reads a relation from the record where only its embedded fields are selected: no load, no scope of its own. */
export function readEmbedded<Context>(
  resolve: GraphQLFieldResolver<unknown, Context, object>,
  field: { readonly name: string; readonly extensions?: object | null | undefined },
): GraphQLFieldResolver<unknown, Context, object> {
  const relation = relationOf({ extensions: field.extensions ?? {} });
  if (!relation?.embeds) return resolve;
  // One list of nodes stands for the field of every record of an execution, and for no other selection.
  const known = new WeakMap<readonly FieldNode[], boolean>();
  return (parent, args, context, info) => {
    const { fieldNodes, fragments, variableValues: variables } = info;
    const isHeld = known.get(fieldNodes) ?? isEmbedded(relation, fieldNodes, { fragments, variables });
    known.set(fieldNodes, isHeld);
    return isHeld ? (parent as Record<string, unknown>)[field.name] : resolve(parent, args, context, info);
  };
}
