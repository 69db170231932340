import type { GraphQLResolveInfo } from 'graphql';
import { getGraphQLRateLimiter, type Identity } from 'graphql-rate-limit';
import { errorTable, type RateDecision } from '#src/domain/errors.ts';
import { addressBlock } from '#src/lib/addresses.ts';
import type { RateLimiter } from './limiter.ts';

/** What one request carries about its limit: create it beside the principal, once a request. */
export interface RequestRate {
  readonly workspaceId: number;
  /** Points a window of this workspace. */
  readonly points: number;
  /** The latest decision on each action, for the headers of the answer. */
  readonly decisions: Map<string, RateDecision>;
  /** Kept by the gate: actions that are drawn for and whose first execution is still to come. */
  prepaid?: Set<string>;
}

/** What a root field's resolver was called with. */
export interface RootFieldCall {
  readonly parent: unknown;
  readonly args: Record<string, unknown>;
  readonly info: GraphQLResolveInfo;
}

export interface RateGate {
  /** Draws for a door that checks before it executes: once a request and action, and the field's first execution is then paid. */
  draw(rate: RequestRate, action: string): Promise<RateDecision> | RateDecision;
  /** Draws for one execution of a root field; an aliased field draws as often as it is executed. */
  check(fieldName: string, rate: RequestRate, call: RootFieldCall): Promise<RateDecision>;
  /** Draws for work that somebody unknown asks for, from the bucket of the address. */
  admit(address: string): Promise<RateDecision> | RateDecision;
}

/** A window, of each address. */
export const anonymousPoints = 20;

/** One execution of a field on its way through graphql-rate-limit, which hands its store nothing but two strings. */
interface Ticket {
  readonly id: string;
  readonly action: string;
  readonly rate: RequestRate;
  decision?: RateDecision;
}

// The library refuses when the store's timestamps and the present call exceed `max`, and then writes the
// list back: our store has counted already, so it answers with none or with one that never ages.
const ONE_CALL = { max: 1, readOnly: true };
const BUCKET_HAS_ROOM: readonly number[] = [];
const BUCKET_IS_EMPTY: readonly number[] = [Number.POSITIVE_INFINITY];

/** The limit on every root field, whichever door the call came through. */
export function createRateGate(limiter: RateLimiter): RateGate {
  const tickets = new Map<string, Ticket>();
  let lastTicket = 0;

  const limitField = getGraphQLRateLimiter({
    identifyContext: (ticket: Ticket) => ticket.id,
    formatError: () => errorTable.RATE_LIMIT_EXCEEDED.message,
    store: { getForIdentity: decide, setForIdentity: () => undefined },
  });

  function decide({ contextIdentity, fieldIdentity }: Identity): readonly number[] | Promise<readonly number[]> {
    const ticket = tickets.get(contextIdentity);
    if (!ticket) throw new Error(`A rate check of ${fieldIdentity} has no request.`);
    const { action, rate } = ticket;
    return whenDecided(spendOrConsume(rate, action), (decision) => {
      ticket.decision = remember(rate, action, decision);
      return decision.allowed ? BUCKET_HAS_ROOM : BUCKET_IS_EMPTY;
    });
  }

  function spendOrConsume(rate: RequestRate, action: string): Promise<RateDecision> | RateDecision {
    const drawn = rate.decisions.get(action);
    return drawn && rate.prepaid?.delete(action) ? drawn : consume(rate, action);
  }

  function consume(rate: RequestRate, action: string): Promise<RateDecision> | RateDecision {
    return limiter.consume(`${rate.workspaceId}:${action}`, rate.points);
  }

  return {
    draw(rate, action) {
      const drawn = rate.decisions.get(action);
      if (drawn) return drawn;
      return whenDecided(consume(rate, action), (decision) => {
        rate.prepaid = (rate.prepaid ?? new Set()).add(action);
        return remember(rate, action, decision);
      });
    },

    admit: (address) => limiter.consume(`address:${addressBlock(address)}`, anonymousPoints),

    async check(fieldName, rate, { parent, args, info }) {
      lastTicket += 1;
      const ticket: Ticket = { id: String(lastTicket), action: fieldName, rate };
      tickets.set(ticket.id, ticket);
      try {
        await limitField({ parent, args, context: ticket, info }, ONE_CALL);
      } finally {
        tickets.delete(ticket.id);
      }
      if (!ticket.decision) throw new Error(`The rate limit of ${fieldName} was not decided.`);
      return ticket.decision;
    },
  };
}

function remember(rate: RequestRate, action: string, decision: RateDecision): RateDecision {
  rate.decisions.set(action, decision);
  return decision;
}

/** Stays synchronous where the limiter is: the in-memory one must not cost a turn of the queue. */
function whenDecided<T>(
  decision: Promise<RateDecision> | RateDecision,
  next: (decision: RateDecision) => T,
): Promise<T> | T {
  return decision instanceof Promise ? decision.then(next) : next(decision);
}
