import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  type Source,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import type { GraphQLContext } from './context.ts';
import { hasRelation } from './relations/selection.ts';
import { endpointOf } from './rest-endpoint.ts';

type Compiled = CompiledQuery<ExecutionResult>;

/**
 * Compiles documents that select only records of endpoint fields, without relations: these fields load whole records, and
 * compiled execution does not support fields that load again. graphql-js executes all other documents.
 */
export function useCompiledExecution(schema: GraphQLSchema): Plugin<GraphQLContext> {
  const usedOnce = new WeakSet<DocumentNode>();
  const known = new WeakMap<DocumentNode, Map<string, Compiled | undefined>>();
  return {
    onExecute({ args, setExecuteFn }) {
      // Compiling takes far longer than executing once, so a document of anonymous callers is compiled the second time.
      if (!args.contextValue.principal && !usedOnce.has(args.document)) return void usedOnce.add(args.document);
      const name = args.operationName ?? '';
      const operations = known.get(args.document) ?? new Map<string, Compiled | undefined>();
      known.set(args.document, operations);
      if (!operations.has(name)) operations.set(name, compile(schema, args.document, args.operationName));
      const compiled = operations.get(name);
      if (!compiled) return;
      setExecuteFn(async ({ rootValue, contextValue, variableValues, document, operationName }) => {
        const result = (await compiled.query(rootValue, contextValue, variableValues)) as ExecutionResult;
        // Without a path nothing was executed: a variable is wrong. graphql-jit names the inner field instead of the variable.
        const isRefused = result.errors?.every(({ path }) => path === undefined);
        const errors = isRefused && variableErrors(schema, getOperationAST(document, operationName), variableValues);
        return errors ? { errors } : asPlain(result, document);
      });
    },
  };
}

function variableErrors(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | null | undefined,
  values: Readonly<Record<string, unknown>> | null | undefined,
): readonly GraphQLError[] | undefined {
  return getVariableValues(schema, operation?.variableDefinitions ?? [], values ?? {}).errors;
}

function compile(schema: GraphQLSchema, document: DocumentNode, name?: string | null): Compiled | undefined {
  const operation = getOperationAST(document, name);
  if (
    !operation ||
    !selectsOnlyEndpoints(schema, operation) ||
    hasDirectives(document) ||
    hasRelation(schema, document.definitions)
  )
    return undefined;
  const compiled = compileQuery(schema, document, name ?? undefined);
  return isCompiledQuery(compiled) ? compiled : undefined;
}

function selectsOnlyEndpoints(schema: GraphQLSchema, operation: OperationDefinitionNode): boolean {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return operation.selectionSet.selections.every(
    (selection): selection is FieldNode =>
      selection.kind === 'Field' && endpointOf(fields[selection.name.value] ?? { extensions: {} }) !== undefined,
  );
}

/** If a field is selected twice and skipped once, graphql-jit returns the fragments below the skipped selection as well. */
function hasDirectives(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive() {
      found = true;
      return BREAK;
    },
  });
  return found;
}

/** Errors as graphql-js makes them: with their location, and with a cause where a resolver broke the schema. */
function asPlain(result: ExecutionResult, { loc }: DocumentNode): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map(({ message, path, locations, originalError, extensions }) => {
    const positions = loc && locations?.map(({ line, column }) => offsetOf(loc.source, line, column));
    // Without a path nothing was executed: a variable is wrong, and no resolver.
    const cause = originalError ?? (path ? new Error(message) : undefined);
    return new GraphQLError(message, { source: loc?.source, positions, path, originalError: cause, extensions });
  });
  return { ...result, errors };
}

function offsetOf({ body }: Source, line: number, column: number): number {
  const lineBreak = [...body.matchAll(/\r\n|[\n\r]/g)][line - 2];
  return (lineBreak ? lineBreak.index + lineBreak[0].length : 0) + column - 1;
}
