import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
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

export function fragmentsOf({ definitions }: DocumentNode): Operation['fragments'] {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}
