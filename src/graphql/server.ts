import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { Recent } from '#src/lib/recent.ts';
import { useCompiledExecution } from './compiled-execution.ts';
import type { GraphQLContext } from './context.ts';
import { isUnexpected, toGraphQLError } from './errors.ts';
import { useDocumentLimits } from './limits/document-limits-plugin.ts';
import { type PersistedDocuments, usePersistedDocuments } from './persisted-documents.ts';
import { soundRequests } from './sound-requests.ts';

export interface GraphQLServerOptions {
  readonly schema: GraphQLSchema;
  readonly persistedDocuments: PersistedDocuments;
  readonly showsStack: boolean;
  readonly onError: (error: unknown) => void;
}

export type GraphQLServer = YogaServerInstance<{ graphql: GraphQLContext }, GraphQLContext>;

/** GraphQL over HTTP. Its page, its credentials and its limits on bodies are the app's business. */
export function graphqlServer(options: GraphQLServerOptions): GraphQLServer {
  const { schema, persistedDocuments, showsStack, onError } = options;
  return createYoga<{ graphql: GraphQLContext }, GraphQLContext>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ graphql }) => graphql,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
    // Texts of documents are the keys: few enough of them, so that nobody fills the memory with ever new ones.
    parserAndValidationCache: { documentCache: new Recent(500), errorCache: new Recent(50) },
    maskedErrors: {
      maskError(error) {
        if (isUnexpected(error)) onError(error);
        return toGraphQLError(error, showsStack);
      },
    },
    plugins: [
      soundRequests,
      usePersistedDocuments(persistedDocuments),
      useDocumentLimits(schema),
      useCompiledExecution(schema),
      statusOnlyWithoutData,
    ],
  });
}

/** An answer with some data is a 200, whatever went wrong in a part of it. Runs behind the masking of errors. */
const statusOnlyWithoutData: Plugin = {
  onResultProcess({ result }) {
    const { data, errors } = result as ExecutionResult;
    if (!data || Object.values(data).every((value) => value === null)) return;
    for (const error of errors ?? []) delete error.extensions.http;
  },
};
