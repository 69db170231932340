import { GraphQLError } from 'graphql';
import { challenge } from '#src/access/authenticate.ts';
import { rateLimitBody, rateLimitHeaders } from '#src/access/rate-limit/limiter.ts';
import { DomainError, errorTable } from '#src/domain/errors.ts';
import { documentMistake } from './limits/document-limits.ts';

/** Any error as GraphQL tells it: domain errors with their code and details, mistakes in the document as they are, the rest masked. */
export function toGraphQLError(error: unknown, showsStack: boolean): GraphQLError {
  const cause = originalOf(error);
  if (cause instanceof DomainError) return domainError(cause, error);
  if (error instanceof GraphQLError && cause === undefined) return documentError(error);
  return masked(error, cause, showsStack);
}

/** Nobody expected it: it belongs into the log. */
export function isUnexpected(error: unknown): boolean {
  const cause = originalOf(error);
  return !(cause instanceof DomainError) && !(error instanceof GraphQLError && cause === undefined);
}

function originalOf(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error;
  // A wrong variable is told by one GraphQLError around another.
  return error.originalError === undefined ? undefined : originalOf(error.originalError);
}

function domainError(error: DomainError, place: unknown): GraphQLError {
  const { code, details, rate, scope, status } = error;
  const { message: _, ...limit } = rate ? rateLimitBody(rate) : { message: '' };
  // A token that is wrong never comes to a field: `/graphql` says so itself.
  const headers = rate ? rateLimitHeaders(rate) : challenge(error, false);
  return new GraphQLError(error.message, {
    ...placeOf(place),
    extensions: { code, ...(details && { details }), ...(scope && { scope }), ...limit, http: { status, headers } },
  });
}

function documentError(error: GraphQLError): GraphQLError {
  // Compiled execution makes its errors without extensions.
  if (typeof error.extensions?.code === 'string') return error;
  // Without a path nothing was executed: a variable of the wrong type.
  const http = error.path ? {} : { http: documentMistake };
  return new GraphQLError(error.message, {
    ...placeOf(error),
    extensions: { ...error.extensions, code: 'BAD_USER_INPUT', ...http },
  });
}

function masked(place: unknown, cause: unknown, showsStack: boolean): GraphQLError {
  const { message } = errorTable.INTERNAL_SERVER_ERROR;
  const stack = showsStack && cause instanceof Error ? { stack: cause.stack } : {};
  return new GraphQLError(message, {
    ...placeOf(place),
    extensions: { code: 'INTERNAL_SERVER_ERROR', ...stack, http: { status: 500 } },
  });
}

function placeOf(error: unknown) {
  return error instanceof GraphQLError
    ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
    : {};
}
