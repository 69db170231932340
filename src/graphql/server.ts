import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { createYoga, type GraphQLParams } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { GraphQLContext } from './context.ts';
import { isUnexpected, toGraphQLError } from './errors.ts';
import { settleResponse } from './idempotency.ts';
import type { PersistedDocuments } from './persisted-documents.ts';
import { preparedDocuments, usePreparedDocuments } from './prepared-documents.ts';

interface GraphQLServerOptions {
  readonly schema: GraphQLSchema;
  readonly persistedDocuments: PersistedDocuments;
  readonly showsStack: boolean;
}

interface GraphQLRequest {
  /** A GET never runs a mutation. */
  readonly method: 'GET' | 'POST';
  /** The parameters as sent, unchecked. */
  readonly params: unknown;
  readonly context: GraphQLContext;
  /** Receives unexpected errors, which it logs. */
  readonly onError: (error: unknown) => void;
}

/** Executes the document of a request. Every error is in the result. */
export type GraphQLServer = (request: GraphQLRequest) => Promise<ExecutionResult>;

/** GraphQL without HTTP: the app handles bytes, headers, pages, credentials and body limits. */
export function graphqlServer({ schema, persistedDocuments, showsStack }: GraphQLServerOptions): GraphQLServer {
  const documents = preparedDocuments();
  // Creating Request and Response objects would cost more than a small query.
  const { getResultForParams } = createYoga<object, GraphQLContext>({
    schema,
    batching: false,
    logging: false,
    // Errors are masked in one place, in `withErrors`.
    maskedErrors: false,
    parserAndValidationCache: { documentCache: documents, errorCache: new LRUCache({ max: 50 }) },
    plugins: [usePreparedDocuments({ schema, documents, persisted: persistedDocuments })],
  });
  return async ({ method, params, context, onError }) => {
    const masked = (error: unknown) => {
      if (isUnexpected(error)) onError(error);
      return toGraphQLError(error, showsStack);
    };
    try {
      // From here on, yoga reads only the method of a request.
      const sent = { params: params as GraphQLParams, request: { method } as Request };
      const result = withErrors((await getResultForParams(sent, context)) as ExecutionResult, masked);
      countRefused(result, context);
      return context.idempotency ? await settleResponse(context, result, onError) : result;
    } catch (error) {
      const result = { errors: [masked(error)] };
      countRefused(result, context);
      return result;
    }
  };
}

/** If there is no `data`, no field ran. All codes come from the server: callers cannot invent any. */
function countRefused({ data, errors = [] }: ExecutionResult, { metrics }: GraphQLContext): void {
  const [first] = errors;
  if (first && data === undefined) metrics.refusedDocument(String(first.extensions.code));
}

/** A result with some data has status 200, even if a part of it failed. */
function withErrors(result: ExecutionResult, masked: (error: unknown) => ReturnType<typeof toGraphQLError>) {
  if (!result.errors) return result;
  const errors = result.errors.map(masked);
  if (Object.values(result.data ?? {}).some((value) => value !== null)) {
    for (const error of errors) delete error.extensions.http;
  }
  return { ...result, errors };
}
