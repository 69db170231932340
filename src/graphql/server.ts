import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { createYoga, type GraphQLParams } from 'graphql-yoga';
import { LruCache } from '#src/lib/lru-cache.ts';
import { useCompiledExecution } from './compiled-execution.ts';
import type { GraphQLContext } from './context.ts';
import { isUnexpected, toGraphQLError } from './errors.ts';
import { useAnonymousLimit, useDocumentLimits } from './limits/document-limits.ts';
import { type PersistedDocuments, usePersistedDocuments } from './persisted-documents.ts';

export interface GraphQLServerOptions {
  readonly schema: GraphQLSchema;
  readonly persistedDocuments: PersistedDocuments;
  readonly showsStack: boolean;
}

export interface GraphQLRequest {
  /** A GET never runs a mutation. */
  readonly method: 'GET' | 'POST';
  /** As they were sent, of whatever shape. */
  readonly params: unknown;
  readonly context: GraphQLContext;
  /** Told what nobody expected, for the log. */
  readonly onError: (error: unknown) => void;
}

/** Executes what a request asks for. Whatever is wrong is told in the result. */
export type GraphQLServer = (request: GraphQLRequest) => Promise<ExecutionResult>;

/** GraphQL without HTTP: bytes and headers, pages, credentials and limits on bodies are the app's business. */
export function graphqlServer({ schema, persistedDocuments, showsStack }: GraphQLServerOptions): GraphQLServer {
  // Texts of documents are the keys: few enough of them, so that nobody fills the memory with ever new ones.
  const documentCache = new LruCache<string, DocumentNode>(500);
  // Making Request and Response objects would cost more than a small query does.
  const { getResultForParams } = createYoga<object, GraphQLContext>({
    schema,
    batching: false,
    logging: false,
    // All that goes wrong is masked in one place, below.
    maskedErrors: false,
    parserAndValidationCache: { documentCache, errorCache: new LruCache(50) },
    plugins: [
      usePersistedDocuments(persistedDocuments),
      useAnonymousLimit(documentCache),
      useDocumentLimits(schema),
      useCompiledExecution(schema),
    ],
  });
  return async ({ method, params, context, onError }) => {
    const masked = (error: unknown) => {
      if (isUnexpected(error)) onError(error);
      return toGraphQLError(error, showsStack);
    };
    try {
      // The method is all that yoga asks of a request from here on.
      const sent = { params: params as GraphQLParams, request: { method } as Request };
      return withErrors((await getResultForParams(sent, context)) as ExecutionResult, masked);
    } catch (error) {
      return { errors: [masked(error)] };
    }
  };
}

/** An answer with some data is a 200, whatever went wrong in a part of it. */
function withErrors(result: ExecutionResult, masked: (error: unknown) => ReturnType<typeof toGraphQLError>) {
  if (!result.errors) return result;
  const errors = result.errors.map(masked);
  if (Object.values(result.data ?? {}).some((value) => value !== null)) {
    for (const error of errors) delete error.extensions.http;
  }
  return { ...result, errors };
}
