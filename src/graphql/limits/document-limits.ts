import { type DocumentNode, type ExecutionResult, GraphQLError, type ValidationContext } from 'graphql';
import type { LRUCache } from 'lru-cache';
import type { CostReservation } from '#src/access/rate-limit/gate.ts';
import { DomainError, type RateDecision } from '#src/domain/errors.ts';
import { maxDocumentCost } from '#src/domain/workspaces/workspace.ts';
import type { GraphQLContext } from '../context.ts';
import type { Measure } from './operation-cost.ts';
import { costOfResult } from './result-cost.ts';

/** The limits of one document. A document that exceeds a limit is refused with its code before execution. */
export const documentLimits = {
  QUERY_TOO_LONG: { limit: 1_000, counts: 'tokens in the document, or 50,000 characters' },
  QUERY_TOO_DEEP: { limit: 10, counts: 'levels of fields, except for introspection' },
  // Compile time grows with the expanded fragments: a few lines could make it endless.
  QUERY_TOO_WIDE: {
    limit: 1_000,
    counts: 'selections, counting fragments wherever they are used, or 50 with the same name',
  },
  TOO_MANY_ALIASES: { limit: 15, counts: 'aliases, counting fragments wherever they are used' },
  QUERY_TOO_COSTLY: {
    limit: maxDocumentCost,
    counts: 'cost: objects that may be returned, and reads of nested lists',
  },
} as const satisfies Record<string, { limit: number; counts: string }>;

export type DocumentLimit = keyof typeof documentLimits;

const { QUERY_TOO_COSTLY } = documentLimits;

/** The status of a document error: 400, or 200 for a client that accepts only `application/json`. */
export const documentMistake = { status: 400, spec: true } as const;

interface DocumentFacts {
  readonly measure: Measure;
  /** A field that the document aliases to several names. Undefined for a caller with a credential. */
  readonly repeated: string | undefined;
  /** True if the result is cached. */
  readonly isCached: boolean;
}

/**
 * Executes an operation within the limits and the workspace's budget, and adds its cost to the result. Without a credential, no
 * field may repeat. Errors are in the result: yoga, which knows only a document's first request, would split one.
 */
export async function withinLimits(
  context: GraphQLContext,
  { measure, repeated, isCached }: DocumentFacts,
  execute: () => Promise<ExecutionResult> | ExecutionResult,
): Promise<ExecutionResult> {
  const errors = refusals(measure);
  if (errors.length === 0 && repeated !== undefined) errors.push(underSeveralNames(repeated));
  if (errors.length > 0) return { errors, extensions: costExtensions(measure) };
  try {
    if (!isCached) limitIntrospection(context, measure);
    const reserving = reserveCost(context, measure);
    const reservation = reserving instanceof Promise ? await reserving : reserving;
    if (reservation?.allowed === false) {
      return { errors: [overBudget(measure, reservation)], extensions: costExtensions(measure, { reservation }) };
    }
    const result = await executed(context, execute, reservation);
    const actual = isUnused(context) ? 0 : costOfResult(result.data ?? {}, measure.result);
    return {
      ...result,
      extensions: costExtensions(measure, { actual, reservation: settled(context, actual, reservation) }),
    };
  } catch (error) {
    return { errors: [error as GraphQLError] };
  }
}

/** Returns the reservation if the request is refused before it starts. */
async function executed(
  context: GraphQLContext,
  execute: () => Promise<ExecutionResult> | ExecutionResult,
  reservation: CostReservation | undefined,
): Promise<ExecutionResult> {
  try {
    return await execute();
  } catch (error) {
    settled(context, 0, reservation);
    throw error;
  }
}

/** Undefined without a principal: anonymous callers are limited by address. */
function reserveCost(
  { rate, gate }: GraphQLContext,
  { cost }: Measure,
): Promise<CostReservation> | CostReservation | undefined {
  if (!rate) return undefined;
  const store = (reservation: CostReservation) => {
    rate.documentCost = reservation;
    return reservation;
  };
  const reservation = gate.reserveCost(rate, cost);
  return reservation instanceof Promise ? reservation.then(store) : store(reservation);
}

/** Limits anonymous introspection by address. With a credential, the workspace's budget pays for it. */
function limitIntrospection({ principal, gate, address }: GraphQLContext, { introspection }: Measure): void {
  if (principal || introspection === 0) return;
  const decision = gate.consumeIntrospection(address, introspection);
  if (!decision.allowed) throw rateLimited(decision);
}

function rateLimited(rate: RateDecision): GraphQLError {
  const cause = new DomainError('RATE_LIMIT_EXCEEDED', { rate });
  return new GraphQLError(cause.message, { originalError: cause });
}

/** True if every root field was refused by its rate limit. */
function isUnused({ rate }: GraphQLContext): boolean {
  return rate !== undefined && !rate.isAllowed && rate.decisions.size > 0;
}

/** Charges the workspace for the actual result. The response does not wait for it. */
function settled(
  { rate, gate }: GraphQLContext,
  actual: number,
  reservation: CostReservation | undefined,
): CostReservation | undefined {
  if (!rate || !reservation) return undefined;
  void gate.settleCost(rate, reservation, actual);
  const { limit, reserved } = reservation;
  const remaining = Math.max(0, Math.min(reservation.remaining + reserved - actual, limit));
  return { ...reservation, remaining };
}

function overBudget({ cost }: Measure, rate: CostReservation): GraphQLError {
  const reason = `The GraphQL cost limit of this second is used up or reserved by running documents, and this document may cost ${cost}`;
  return rateLimited({ ...rate, reason });
}

const measured = [
  ['QUERY_TOO_DEEP', 'depth', (found: number) => `The query is ${found} levels deep`],
  ['QUERY_TOO_WIDE', 'width', (found: number) => `The query has ${found} selections, with its fragments written out`],
  ['TOO_MANY_ALIASES', 'aliases', (found: number) => `The query has ${found} aliases`],
  ['QUERY_TOO_COSTLY', 'cost', (found: number) => `The query costs ${found}`],
] as const;

function refusals(measure: Measure): GraphQLError[] {
  return measured
    .filter(([code, property]) => measure[property] > documentLimits[code].limit)
    .map(([code, property, messageOf]) => {
      const found = measure[property];
      return beyondLimit(code, `${messageOf(found)}: at most ${documentLimits[code].limit} are allowed`, { found });
    });
}

/** `found` is absent if counting stopped at the limit. */
export function beyondLimit(
  code: DocumentLimit,
  message: string,
  counted: { found?: number; limit?: number } = {},
): GraphQLError {
  const { limit } = documentLimits[code];
  return new GraphQLError(message, { extensions: { code, limit, ...counted, http: documentMistake } });
}

interface Charged {
  /** Undefined if nothing was executed. */
  readonly actual?: number;
  /** The reservation from the workspace's budget; absent for anonymous callers. */
  readonly reservation?: CostReservation | undefined;
}

function costExtensions({ cost }: Measure, { actual, reservation }: Charged = {}): ExecutionResult['extensions'] {
  const maximum = QUERY_TOO_COSTLY.limit;
  const counted = { requested: cost, ...(actual !== undefined && { actual }), maximum };
  const paid = actual === undefined ? '' : `;actual=${actual}`;
  const headers = { 'X-GraphQL-Cost': `${cost}${paid};maximum=${maximum}` };
  if (!reservation) return { cost: counted, http: { headers } };
  const { limit, remaining } = reservation;
  const resetAt = new Date(reservation.resetAt).toISOString();
  return {
    cost: { ...counted, limit, remaining, resetAt },
    http: {
      headers: {
        ...headers,
        'X-GraphQL-Cost-Limit': String(limit),
        'X-GraphQL-Cost-Remaining': String(remaining),
        'X-GraphQL-Cost-Reset': resetAt,
      },
    },
  };
}

/** A caller without a credential pays nothing, so fifteen aliases of one field would be fifteen times the response. */
function underSeveralNames(field: string): GraphQLError {
  const message = `The document uses the field ${field} under several aliases: without a credential, each field may be used only once`;
  return new GraphQLError(message, { extensions: { code: 'TOO_MANY_ALIASES', http: documentMistake } });
}

/** The schema has no subscriptions, but graphql-js would report that only during execution. */
export function NoSubscriptions(context: ValidationContext) {
  return {
    OperationDefinition({ operation }: { operation: string }) {
      if (operation !== 'subscription') return;
      const extensions = { code: 'SUBSCRIPTIONS_NOT_SUPPORTED', http: documentMistake };
      context.reportError(new GraphQLError('Subscriptions are not supported', { extensions }));
    },
  };
}

/** Introspection returns a long response even if it is cached. A match inside a string is harmless. */
const introspection = /__(?:schema|type)\b/;

/**
 * Limits callers without a credential by address for costly work: documents that must be parsed and validated because they are
 * not in the cache, and introspection. Cached documents, such as those of a sign-in page, are free, so that an office behind
 * one address is not locked out.
 */
export function limitAnonymous(
  context: GraphQLContext,
  query: unknown,
  cache: Pick<LRUCache<string, DocumentNode>, 'has'>,
): Promise<void> | undefined {
  if (context.principal || typeof query !== 'string') return undefined;
  return cache.has(query) && !introspection.test(query) ? undefined : consumeAnonymous(context);
}

async function consumeAnonymous({ gate, address }: GraphQLContext): Promise<void> {
  const decision = await gate.consumeAnonymous(address);
  if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
}
