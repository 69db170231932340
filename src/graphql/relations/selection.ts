import { collectSubFields } from '@graphql-tools/utils';
import {
  type FieldNode,
  type GraphQLFieldResolver,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Marks a field, in its `extensions`, whose value comes from other records. */
export interface Relation {
  /** Fields of the related record that this record contains itself: they need neither a load nor a scope. */
  readonly embeddedFields?: readonly string[] | undefined;
  /** True if the record always has it, although a relation is nullable in the graph. */
  readonly isRequired?: true | undefined;
}

export function relationOf(field: { extensions: object } | null | undefined): Relation | undefined {
  return (field?.extensions as { relation?: Relation } | undefined)?.relation;
}

/** The names of the fields that the document selects directly below this field. */
export function selectedFields({ schema, fragments, variableValues, returnType, fieldNodes }: GraphQLResolveInfo) {
  const type = getNamedType(returnType) as GraphQLObjectType;
  const { fields } = collectSubFields(schema, fragments, variableValues, type, [...fieldNodes]);
  return new Set([...fields.values()].flatMap((nodes) => nodes.map(({ name }) => name.value)));
}

const knownFields = new WeakMap<FieldNode, boolean>();

/** True if the document selects a relation anywhere below this field. Computed once for each field of a document. */
export function selectsRelations({ schema, fragments, parentType, fieldNodes }: GraphQLResolveInfo): boolean {
  return fieldNodes.some((node) => {
    const known = knownFields.get(node);
    if (known !== undefined) return known;
    const found = hasRelation([node], parentType, { schema, fragments });
    knownFields.set(node, found);
    return found;
  });
}

export function hasRelation(
  selections: readonly SelectionNode[],
  parent: GraphQLNamedType | undefined,
  graph: Pick<GraphQLResolveInfo, 'schema' | 'fragments'>,
): boolean {
  return selections.some((selection) => {
    if (selection.kind !== Kind.FIELD) {
      const part = selection.kind === Kind.FRAGMENT_SPREAD ? graph.fragments[selection.name.value] : selection;
      const type = part?.typeCondition ? graph.schema.getType(part.typeCondition.name.value) : parent;
      return part !== undefined && hasRelation(part.selectionSet.selections, type, graph);
    }
    const hasFields = isObjectType(parent) || isInterfaceType(parent);
    const field = hasFields ? parent.getFields()[selection.name.value] : undefined;
    const relation = relationOf(field);
    if (relation && !isEmbedded(relation, [selection], graph)) return true;
    return (
      field !== undefined && hasRelation(selection.selectionSet?.selections ?? [], getNamedType(field.type), graph)
    );
  });
}

interface Selected {
  readonly fragments: GraphQLResolveInfo['fragments'];
  /** The variables of the request, which decide what is skipped. Without them every selection counts. */
  readonly variables?: GraphQLResolveInfo['variableValues'];
}

/** True if the record itself contains all selected fields of a related record. */
function isEmbedded({ embeddedFields }: Relation, nodes: readonly FieldNode[], selected: Selected): boolean {
  return (
    embeddedFields !== undefined &&
    nodes.every(({ selectionSet }) => selectsOnly(selectionSet, embeddedFields, selected))
  );
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

/** Reads a relation from the record if only its embedded fields are selected: that needs no load and no scope. */
export function readEmbedded<Context>(
  resolve: GraphQLFieldResolver<unknown, Context, object>,
  field: { readonly name: string; readonly extensions?: object | null | undefined },
): GraphQLFieldResolver<unknown, Context, object> {
  const relation = relationOf({ extensions: field.extensions ?? {} });
  if (!relation?.embeddedFields) return resolve;
  return (parent, args, context, info) => {
    const { fieldNodes, fragments, variableValues: variables } = info;
    const isHeld = isEmbedded(relation, fieldNodes, { fragments, variables });
    return isHeld ? (parent as Record<string, unknown>)[field.name] : resolve(parent, args, context, info);
  };
}
