import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { GraphQLContext } from './context.ts';

/** One operation of a valid document. */
export interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
}

export type Variables = ExecutionArgs['variableValues'];

/** Executes an operation. */
export type Execute = (context: GraphQLContext, variables: Variables) => Promise<ExecutionResult> | ExecutionResult;

/**
 * Returns a field that the document aliases to several names; undefined if there is none. Then each object of the result has
 * each field at most once.
 */
export function repeatedField(document: DocumentNode): string | undefined {
  const keys = new Map<string, string>();
  let repeated: string | undefined;
  visit(document, {
    Field({ name, alias }) {
      const key = (alias ?? name).value;
      if ((keys.get(name.value) ?? key) !== key) repeated ??= name.value;
      keys.set(name.value, key);
    },
  });
  return repeated;
}

export function fragmentsOf({ definitions }: DocumentNode): Operation['fragments'] {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}
