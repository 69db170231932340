import { GraphQLError } from 'graphql';
import { challenge } from '#src/access/authenticate.ts';
import { rateLimitBody, rateLimitHeaders } from '#src/access/rate-limit/limiter.ts';
import { DomainError, errorTable } from '#src/domain/errors.ts';
import { documentMistake } from './limits/document-limits.ts';

/** Any error as GraphQL sends it: domain errors with code and details, mistakes in the document unchanged, others masked. */
export function toGraphQLError(error: unknown, showsStack: boolean): GraphQLError {
  const cause = originalOf(error);
  if (cause instanceof DomainError) return domainError(cause, error);
  if (error instanceof GraphQLError && cause === undefined) return documentError(error);
  return masked(error, cause, showsStack);
}

/** Whether the error is neither a domain error nor a mistake in the document, and belongs in the log. */
export function isUnexpected(error: unknown): boolean {
  const cause = originalOf(error);
  return !(cause instanceof DomainError) && !(error instanceof GraphQLError && cause === undefined);
}

function originalOf(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return isGone(error) ? new DomainError('NOT_FOUND', { cause: error }) : error;
  // The error of a wrong variable is a GraphQLError around another.
  return error.originalError === undefined ? undefined : originalOf(error.originalError);
}

/**
 * Relations below a mutation are read after it, by the id of its record: another request may have deleted the record.
 * P2025 is Prisma's code for a required record that was not found.
 */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2025';
}

function domainError(error: DomainError, location: unknown): GraphQLError {
  const { code, details, rate, scope, status } = error;
  const { message: _, ...limit } = rate ? rateLimitBody(rate) : { message: '' };
  // A wrong token never reaches a field: `/graphql` refuses it first.
  const headers = rate ? rateLimitHeaders(rate) : challenge(error, false);
  return new GraphQLError(error.message, {
    ...locationOf(location),
    extensions: { code, ...(details && { details }), ...(scope && { scope }), ...limit, http: { status, headers } },
  });
}

function documentError(error: GraphQLError): GraphQLError {
  // Compiled execution makes its errors without extensions.
  if (typeof error.extensions?.code === 'string') return error;
  // Without a path nothing was executed: a variable of the wrong type.
  const http = error.path ? {} : { http: documentMistake };
  return new GraphQLError(error.message, {
    ...locationOf(error),
    extensions: { ...error.extensions, code: 'BAD_USER_INPUT', ...http },
  });
}

function masked(location: unknown, cause: unknown, showsStack: boolean): GraphQLError {
  const { message } = errorTable.INTERNAL_SERVER_ERROR;
  const stack = showsStack && cause instanceof Error ? { stack: cause.stack } : {};
  return new GraphQLError(message, {
    ...locationOf(location),
    extensions: { code: 'INTERNAL_SERVER_ERROR', ...stack, http: { status: 500 } },
  });
}

function locationOf(error: unknown) {
  return error instanceof GraphQLError
    ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
    : {};
}
