import { GraphQLError } from 'graphql';
import { challenge } from '#src/access/authenticate.ts';
import { rateLimitBody, rateLimitHeaders } from '#src/access/rate-limit/decision.ts';
import { DomainError, domainErrorOf, errorTable, type RateDecision, retryHeaders } from '#src/domain/errors.ts';
import { isOutage } from '#src/lib/network/outage.ts';
import { documentMistake } from './limits/document-limits.ts';

/** Any error as GraphQL sends it: domain errors with code and details, mistakes in the document unchanged, others masked. */
export function toGraphQLError(error: unknown, showsStack: boolean): GraphQLError {
  const cause = originalOf(error);
  const known = domainErrorOf(cause);
  if (known) return domainError(known, error);
  if (error instanceof GraphQLError && cause === undefined) return documentError(error);
  return masked(error, cause, showsStack);
}

/** Whether the error is an outage, or neither a domain error nor a mistake in the document, and belongs in the log. */
export function isUnexpected(error: unknown): boolean {
  const cause = originalOf(error);
  if (isOutage(cause)) return true;
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
  const { code, rate, scope, status } = error;
  const details = error.details ?? error.missing;
  const limit = rate && rateLimitExtensions(rate);
  // A wrong token never reaches a field: `/graphql` refuses it first.
  const headers = rate
    ? rateLimitHeaders(rate)
    : { ...challenge(error, { sentToken: false }), ...(code === 'UNAVAILABLE' && retryHeaders) };
  return new GraphQLError(rate ? limitMessage(rate) : error.message, {
    ...locationOf(location),
    extensions: { code, ...(details && { details }), ...(scope && { scope }), ...limit, http: { status, headers } },
  });
}

/** As in the body of a 429 of `/v1`, and when the window ends. */
function rateLimitExtensions(rate: RateDecision) {
  const { retryAfter, limit } = rateLimitBody(rate);
  return { retryAfter, limit: { ...limit, remaining: rate.remaining, resetAt: new Date(rate.resetAt).toISOString() } };
}

/** Which limit it is, and since when it is free. */
function limitMessage(rate: RateDecision): string {
  const { limit } = rateLimitExtensions(rate);
  const each = limit.windowSec === 1 ? 'a second' : `in ${limit.windowSec} seconds`;
  return `${rate.reason ?? 'Too many requests'}: ${limit.points} ${each} are allowed, ${limit.remaining} are left. The limit is free again at ${limit.resetAt}.`;
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
