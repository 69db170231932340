import {
  type DocumentNode,
  type ExecutionResult,
  type execute,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { compiledExecution } from './compiled-execution.ts';
import type { GraphQLContext } from './context.ts';
import { limitAnonymous, NoSubscriptions, withinLimits } from './limits/document-limits.ts';
import { inDocumentTurn, maxCostWithoutTurn } from './limits/document-turns.ts';
import { OperationCost } from './limits/operation-cost.ts';
import { parseWithinLimit } from './limits/parse-document.ts';
import { type Execute, fragmentsOf, type Operation, repeatedField, type Variables } from './operation.ts';
import { type PersistedDocuments, withPersisted } from './persisted-documents.ts';

/** A parsed document with those operations that have passed yoga's checks. */
interface PreparedDocument extends DocumentNode {
  readonly operations: Map<OperationDefinitionNode, PreparedOperation>;
}

/** The prepared documents by their text. */
export interface PreparedDocuments {
  has(text: string): boolean;
  get(text: string): PreparedDocument | undefined;
  set(text: string, document: PreparedDocument): unknown;
}

/**
 * Limited in number and in characters, so that many new or long documents cannot fill the memory: a compiled document takes
 * about ninety times its text.
 */
export function preparedDocuments(): PreparedDocuments {
  return new LRUCache({ max: 500, maxSize: 2 * 1024 * 1024, sizeCalculation: (_, text) => text.length || 1 });
}

interface PreparedDocumentsOptions {
  readonly schema: GraphQLSchema;
  readonly persisted: PersistedDocuments;
  readonly documents: PreparedDocuments;
}

/**
 * Yoga parses and validates an operation at its first request, and refuses an invalid one. Later requests execute the prepared
 * operation directly, because yoga's hooks cost more than a small query.
 */
export function usePreparedDocuments({
  schema,
  persisted,
  documents,
}: PreparedDocumentsOptions): Plugin<GraphQLContext> {
  return {
    onParams({ params: sent, context, setParams, paramsHandler, setParamsHandler }) {
      const params = withPersisted(persisted, sent);
      if (params !== sent) setParams(params);
      setParamsHandler((call) => {
        const { query = '', operationName, variables } = call.params;
        const document = documents.get(query);
        const operation = document && getOperationAST(document, operationName);
        const prepared = operation && document.operations.get(operation);
        // Yoga refuses mutations over GET.
        if (!prepared || (call.request.method === 'GET' && operation.operation === 'mutation'))
          return paramsHandler(call);
        return prepared.execute(call.context as unknown as GraphQLContext, variables);
      });
      return limitAnonymous(context as unknown as GraphQLContext, params?.query, documents);
    },
    onParse: ({ setParseFn }) =>
      setParseFn((source): PreparedDocument => ({ ...parseWithinLimit(String(source)), operations: new Map() })),
    onValidate: ({ addValidationRule }) => addValidationRule(NoSubscriptions),
    onExecute({ args, executeFn, setExecuteFn }) {
      const document = args.document as PreparedDocument;
      const operation = getOperationAST(document, args.operationName);
      if (!operation) return;
      const prepared = new PreparedOperation(
        { schema, document, operation, fragments: fragmentsOf(document) },
        executeFn,
      );
      document.operations.set(operation, prepared);
      setExecuteFn(({ contextValue, variableValues }) => prepared.execute(contextValue, variableValues));
    },
  };
}

/** Caches the newest introspection results, which are the same for all callers. A full one takes 25 ms and 370 kB. */
const introspections = new LRUCache<PreparedOperation, ExecutionResult>({ max: 4 });

export class PreparedOperation {
  readonly #isConstant: boolean;
  readonly #isQuery: boolean;
  readonly #repeatedField: string | undefined;
  readonly #cost: OperationCost;
  readonly #plain: Execute;
  readonly #compile: () => Execute;
  #compiled: Execute | undefined;
  #isUsedByAnonymous = false;

  constructor(prepared: Operation, plain: typeof execute) {
    const { schema, document, operation } = prepared;
    const operationName = operation.name?.value;
    this.#isConstant = selectsOnlyIntrospection(operation);
    this.#isQuery = operation.operation === 'query';
    this.#repeatedField = repeatedField(document);
    this.#cost = new OperationCost(prepared);
    this.#plain = (contextValue, variableValues) =>
      plain({ schema, document, contextValue, variableValues, operationName });
    this.#compile = () => compiledExecution(prepared, this.#plain);
  }

  execute(context: GraphQLContext, variables: Variables): Promise<ExecutionResult> {
    const measure = this.#cost.measure(variables ?? {});
    const repeated = context.principal ? undefined : this.#repeatedField;
    return withinLimits(context, { measure, repeated, isCached: introspections.has(this) }, () => {
      const run = this.#isConstant ? this.#introspect : this.#runner(context);
      const execute = () => run(context, variables);
      // A compiled document takes only milliseconds. A mutation may wait for locks, and few reads follow it.
      const isLong = (run === this.#plain || this.#isConstant) && this.#isQuery && measure.cost > maxCostWithoutTurn;
      if (!isLong) return execute();
      context.hasTurn = true;
      return inDocumentTurn(context.principal?.workspaceId ?? 0, measure.cost, execute);
    });
  }

  /** A cached result takes its turn as well: serializing the whole schema takes up to ten milliseconds. */
  readonly #introspect: Execute = (context, variables) => {
    const cached = introspections.get(this);
    if (cached) return cached;
    const result = this.#plain(context, variables) as ExecutionResult;
    if (!result.errors) introspections.set(this, result);
    return result;
  };

  /** Compiling takes far longer than one execution, so anonymous callers' documents are compiled only at their second use. */
  #runner({ principal }: GraphQLContext): Execute {
    if (principal || this.#isUsedByAnonymous) this.#compiled ??= this.#compile();
    else this.#isUsedByAnonymous = true;
    return this.#compiled ?? this.#plain;
  }
}

/** Accepts only plain fields, because a fragment may contain any field, and no variables, because they change the result. */
function selectsOnlyIntrospection({ selectionSet, variableDefinitions = [] }: OperationDefinitionNode): boolean {
  const { selections } = selectionSet;
  return (
    variableDefinitions.length === 0 &&
    selections.every((selection) => selection.kind === 'Field' && /^__(?:schema|type)$/.test(selection.name.value))
  );
}
