import { GraphQLError } from 'graphql';
import { challenge } from '#src/access/authenticate.ts';
import { rateLimitBody, rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import { DomainError, domainErrorOf, errorTable, type RateDecision, retryHeaders } from '#src/domain/errors.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import { documentMistake } from './limits/document-limits.ts';

/** Converts an error for a response: domain errors with code and details, document errors unchanged, and others masked. */
export function toGraphQLError(error: unknown, showsStack: boolean): GraphQLError {
  const cause = originalOf(error);
  const known = domainErrorOf(cause);
  if (known) return domainError(known, error);
  if (error instanceof GraphQLError && cause === undefined) return documentError(error);
  return masked(error, cause, showsStack);
}

/** True for errors that belong in the log: outages, and everything except domain errors and document errors. */
export function isUnexpected(error: unknown): boolean {
  const cause = originalOf(error);
  if (isOutage(cause)) return true;
  return !(cause instanceof DomainError) && !(error instanceof GraphQLError && cause === undefined);
}

function originalOf(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return isGone(error) ? new DomainError('NOT_FOUND', { cause: error }) : error;
  // An invalid variable causes a GraphQLError that wraps another one.
  return error.originalError === undefined ? undefined : originalOf(error.originalError);
}

/**
 * Relations below a mutation are read after it by the id of its record, which another request may have deleted. P2025 is
 * Prisma's code for a required record that was not found.
 */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2025';
}

function domainError(error: DomainError, location: unknown): GraphQLError {
  const { code, rate, scope, status } = error;
  const details = error.details ?? error.missing;
  const limit = rate && rateLimitExtensions(rate);
  // A request with an invalid token never reaches a field: `/graphql` refuses it earlier.
  const headers = rate
    ? rateLimitHeaders(rate)
    : { ...challenge(error, { sentToken: false }), ...(code === 'UNAVAILABLE' && retryHeaders) };
  return new GraphQLError(rate ? limitMessage(rate) : error.message, {
    ...locationOf(location),
    extensions: { code, ...(details && { details }), ...(scope && { scope }), ...limit, http: { status, headers } },
  });
}

/** The body of a 429 of `/v1`, plus the end of the window. */
function rateLimitExtensions(rate: RateDecision) {
  const { retryAfter, limit } = rateLimitBody(rate);
  return { retryAfter, limit: { ...limit, remaining: rate.remaining, resetAt: new Date(rate.resetAt).toISOString() } };
}

/** Names the limit and the time when it is free again. */
function limitMessage(rate: RateDecision): string {
  const { limit } = rateLimitExtensions(rate);
  const each = limit.windowSec === 1 ? 'per second' : `in ${limit.windowSec} seconds`;
  return `${rate.reason ?? 'Too many requests'}: ${limit.points} ${each} are allowed, ${limit.remaining} are left. The limit resets at ${limit.resetAt}.`;
}

function documentError(error: GraphQLError): GraphQLError {
  // Compiled execution creates errors without extensions.
  if (typeof error.extensions?.code === 'string') return error;
  // No path means that nothing was executed: a variable has the wrong type.
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
