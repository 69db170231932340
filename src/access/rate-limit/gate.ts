import type { GraphQLResolveInfo } from 'graphql';
import { getGraphQLRateLimiter, type Identity } from 'graphql-rate-limit';
import { errorTable, type RateDecision } from '#src/domain/errors.ts';
import { addressBlock } from '#src/lib/addresses.ts';
import type { RateLimiter } from './limiter.ts';

/** The rate limit of one request. It is created with the principal, once a request. */
export interface RequestRate {
  readonly workspaceId: number;
  /** Points a window of this workspace. */
  readonly points: number;
  /** The latest decision by action, for the headers of the response. */
  readonly decisions: Map<string, RateDecision>;
}

/** The arguments of a root field's resolver. */
interface RootFieldCall {
  readonly parent: unknown;
  readonly args: object;
  readonly info: GraphQLResolveInfo;
}

export interface RateGate {
  /** Consumes a point for an action that is no root field, such as a consent. */
  consume(rate: RequestRate, action: string): Promise<RateDecision>;
  /** Consumes a point for one execution of a root field. An aliased field consumes as often as it is executed. */
  consumeField(rate: RequestRate, call: RootFieldCall): Promise<RateDecision>;
  /** Consumes a point of the bucket of an address, for work that a caller without a credential causes. */
  consumeAnonymous(address: string): Promise<RateDecision> | RateDecision;
}

/** Points a window of each address. */
export const anonymousPoints = 20;

/** One execution of a field. graphql-rate-limit passes only two strings to its store, so the store finds the rest here. */
interface Reservation {
  readonly id: string;
  readonly rate: RequestRate;
  decision?: RateDecision;
}

// The library refuses a call if the store's timestamps and the call itself exceed `max`, and then stores the new list.
// Our store has already counted the call, so it returns no timestamp, or one that never expires.
const oneCall = { max: 1, readOnly: true };
const bucketHasRoom: readonly number[] = [];
const bucketIsEmpty: readonly number[] = [Number.POSITIVE_INFINITY];

/** The rate limit of every root field, for REST and GraphQL. */
export function createRateGate(limiter: RateLimiter): RateGate {
  const reservations = new Map<string, Reservation>();
  let lastId = 0;

  const limitField = getGraphQLRateLimiter({
    identifyContext: (reservation: Reservation) => reservation.id,
    formatError: () => errorTable.RATE_LIMIT_EXCEEDED.message,
    store: { getForIdentity: decide, setForIdentity: () => undefined },
  });

  async function decide({ contextIdentity, fieldIdentity }: Identity): Promise<readonly number[]> {
    const reservation = reservations.get(contextIdentity);
    if (!reservation) throw new Error(`The rate limit of ${fieldIdentity} has no reservation.`);
    reservation.decision = await consume(reservation.rate, fieldIdentity);
    return reservation.decision.allowed ? bucketHasRoom : bucketIsEmpty;
  }

  async function consume(rate: RequestRate, action: string): Promise<RateDecision> {
    const decision = await limiter.consume(`${rate.workspaceId}:${action}`, rate.points);
    rate.decisions.set(action, decision);
    return decision;
  }

  return {
    consume,
    async consumeField(rate, { parent, args, info }) {
      lastId += 1;
      const reservation: Reservation = { id: String(lastId), rate };
      reservations.set(reservation.id, reservation);
      try {
        await limitField({ parent, args, context: reservation, info }, oneCall);
      } finally {
        reservations.delete(reservation.id);
      }
      if (!reservation.decision) throw new Error(`The rate limit of ${info.fieldName} was not decided.`);
      return reservation.decision;
    },
    consumeAnonymous: (address) => limiter.consume(`address:${addressBlock(address)}`, anonymousPoints),
  };
}
