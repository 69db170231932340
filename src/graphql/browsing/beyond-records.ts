import {
  BREAK,
  type DefinitionNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

const known = new WeakMap<OperationDefinitionNode, boolean>();

/** Whether a document asks, anywhere, for what no record holds. Found out once for an operation. */
export function goesBeyondRecords({ schema, operation, fragments }: GraphQLResolveInfo): boolean {
  const already = known.get(operation);
  if (already !== undefined) return already;
  const found = hasRelation(schema, [operation, ...Object.values(fragments)]);
  known.set(operation, found);
  return found;
}

export function hasRelation(schema: GraphQLSchema, definitions: readonly DefinitionNode[]): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  visit(
    { kind: Kind.DOCUMENT, definitions },
    visitWithTypeInfo(types, {
      Field() {
        if (!isRelation(types.getFieldDef())) return;
        found = true;
        return BREAK;
      },
    }),
  );
  return found;
}

export function isRelation(field: { extensions: object } | null | undefined): boolean {
  return (field?.extensions as { beyondRecord?: true } | undefined)?.beyondRecord === true;
}
