import { type DocumentNode, type ExecutionResult, GraphQLError, type ValidationContext } from 'graphql';
import type { LRUCache } from 'lru-cache';
import type { CostReservation } from '#src/access/rate-limit/gate.ts';
import { DomainError, type RateDecision } from '#src/domain/errors.ts';
import { maxDocumentCost } from '#src/domain/workspaces/workspace.ts';
import type { GraphQLContext } from '../context.ts';
import type { Measure } from './operation-cost.ts';
import { costOfResult } from './result-cost.ts';

/** The limits of one document. A document beyond one of them is refused with the code before anything is executed. */
export const documentLimits = {
  QUERY_TOO_LONG: { limit: 1_000, counts: 'tokens of the document (and 50,000 characters)' },
  QUERY_TOO_DEEP: { limit: 10, counts: 'levels of fields, introspection apart' },
  // The time to compile grows with the document after every fragment is written out: a few lines can make it endless.
  QUERY_TOO_WIDE: {
    limit: 1_000,
    counts: 'selections, with every fragment written out wherever it is used (and 50 of one name)',
  },
  TOO_MANY_ALIASES: { limit: 15, counts: 'aliases, those of a fragment wherever it is used' },
  QUERY_TOO_COSTLY: {
    limit: maxDocumentCost,
    counts: 'the cost: objects that may have to be returned, and reads of nested lists',
  },
} as const satisfies Record<string, { limit: number; counts: string }>;

export type DocumentLimit = keyof typeof documentLimits;

const { QUERY_TOO_COSTLY } = documentLimits;

/** The status of a mistake in the document: 400, but 200 to a client that accepts only `application/json`. */
export const documentMistake = { status: 400, spec: true } as const;

interface DocumentFacts {
  readonly measure: Measure;
  /** A field that the document has under several names. Undefined for a caller with a credential. */
  readonly repeated: string | undefined;
  /** Whether the result is there already. */
  readonly isKept: boolean;
}

/**
 * Executes an operation that is within the limits, has no field that a caller without a credential repeats, and is within what the workspace may spend, and adds the cost to its result.
 * Every error is in the result: yoga, which knows only the first request of a document, would turn one into several.
 */
export async function withinLimits(
  context: GraphQLContext,
  { measure, repeated, isKept }: DocumentFacts,
  execute: () => Promise<ExecutionResult> | ExecutionResult,
): Promise<ExecutionResult> {
  const errors = refusals(measure);
  if (errors.length === 0 && repeated !== undefined) errors.push(underSeveralNames(repeated));
  if (errors.length > 0) return { errors, extensions: costExtensions(measure) };
  try {
    if (!isKept) limitIntrospection(context, measure);
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

/** What is refused before it has begun returns what it reserved. */
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

/** Undefined without a principal: what anonymous callers may do is limited by address. */
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

/** A caller with a credential pays introspection from the budget of the workspace. */
function limitIntrospection({ principal, gate, address }: GraphQLContext, { introspection }: Measure): void {
  if (principal || introspection === 0) return;
  const decision = gate.consumeIntrospection(address, introspection);
  if (!decision.allowed) throw rateLimited(decision);
}

function rateLimited(rate: RateDecision): GraphQLError {
  const cause = new DomainError('RATE_LIMIT_EXCEEDED', { rate });
  return new GraphQLError(cause.message, { originalError: cause });
}

/** Whether the limits of all root fields have refused them. */
function isUnused({ rate }: GraphQLContext): boolean {
  return rate !== undefined && !rate.isAllowed && rate.decisions.size > 0;
}

/** The workspace pays what was returned. The answer does not wait until that is counted. */
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
  const reason = `The GraphQL cost of this second is spent, or held by documents that run, and this one may cost ${cost}`;
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

/** `found` is absent where counting stopped at the limit. */
export function beyondLimit(
  code: DocumentLimit,
  message: string,
  counted: { found?: number; limit?: number } = {},
): GraphQLError {
  const { limit } = documentLimits[code];
  return new GraphQLError(message, { extensions: { code, limit, ...counted, http: documentMistake } });
}

interface Charged {
  /** Undefined where nothing was executed. */
  readonly actual?: number;
  /** Of the budget of the workspace; a document of an anonymous caller has none. */
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

/** A caller without a credential pays nothing, so that one field under fifteen names would be fifteen times the answer. */
function underSeveralNames(field: string): GraphQLError {
  const message = `The document has the field ${field} under several names: without a credential each field has one name`;
  return new GraphQLError(message, { extensions: { code: 'TOO_MANY_ALIASES', http: documentMistake } });
}

/** The schema has no subscriptions, but graphql-js would notice that only while executing. */
export function NoSubscriptions(context: ValidationContext) {
  return {
    OperationDefinition({ operation }: { operation: string }) {
      if (operation !== 'subscription') return;
      const extensions = { code: 'SUBSCRIPTIONS_NOT_SUPPORTED', http: documentMistake };
      context.reportError(new GraphQLError('Subscriptions are not supported', { extensions }));
    },
  };
}

/** Introspection is a long answer the second time as well. A match in a string of the document does no harm. */
const introspection = /__(?:schema|type)\b/;

/**
 * Limits callers without a credential by address in what makes the server work: documents that are not in the cache,
 * which it has to parse and validate, and introspection. Cached documents, such as those of a sign-in page, are free, so
 * that an office behind one address is not locked out.
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
