import type { GraphQLResolveInfo } from 'graphql';
import { getGraphQLRateLimiter, type Identity } from 'graphql-rate-limit';
import { LRUCache } from 'lru-cache';
import { errorTable, type RateDecision } from '#src/domain/errors.ts';
import { addressBlock } from '#src/lib/network/addresses.ts';
import { nodeLimits, sharedLimits } from '../limit-table.ts';
import { consumeInProcess, consumeOfAddress } from './address-blocks.ts';
import { windowSeconds } from './decision.ts';
import { memoryWindows } from './memory.ts';
import { hashedKey, type WindowStore } from './window-store.ts';

/** The rate limit of one request. It is created with the principal, once per request. */
export interface RequestRate {
  readonly workspaceId: number;
  /** Points per window of this workspace. */
  readonly points: number;
  /** The key under which root fields and the cost of documents count: the workspace, or the person whose pages send the request. */
  readonly bucket: string;
  /** Points per window of a root field in the bucket. */
  readonly fieldPoints: number;
  /** The latest decision by action, for the headers of the response. */
  readonly decisions: Map<string, RateDecision>;
  /** True if any action was allowed. */
  isAllowed?: boolean;
  /** The maximum cost of this workspace's GraphQL documents per window. */
  readonly graphqlCost: number;
  /** The decision about the cost of the document, if the request has one. */
  documentCost?: RateDecision;
}

/** The arguments of a root field's resolver. */
interface RootFieldCall {
  readonly parent: unknown;
  readonly args: object;
  readonly info: GraphQLResolveInfo;
}

/** A part of the budget of a workspace, for one document. */
export interface CostReservation extends RateDecision {
  readonly reserved: number;
}

export interface RateGate {
  /** Consumes a point for an action that is no root field, such as a consent. */
  consume(rate: RequestRate, action: string): Promise<RateDecision>;
  /** Consumes a point in the bucket of root fields for an action that is none, such as a stream of a page. */
  consumeInBucket(rate: RequestRate, action: string): Promise<RateDecision>;
  /** Consumes a point for one execution of a root field. An aliased field consumes as often as it is executed. */
  consumeField(rate: RequestRate, call: RootFieldCall): Promise<RateDecision>;
  /**
   * Reserves the maximum cost of a GraphQL document, or the rest of the workspace's budget: only an exhausted budget refuses a
   * document, because its actual cost may be far lower.
   */
  reserveCost(rate: RequestRate, cost: number): Promise<CostReservation> | CostReservation;
  /**
   * Replaces the reserved cost by the actual cost of the document. Cost beyond the budget of this window is taken from the
   * windows after it, on this node. It never rejects.
   */
  settleCost(rate: RequestRate, reservation: CostReservation, cost: number): Promise<unknown> | unknown;
  /** Consumes a point of the bucket of an address, for work that a caller without a credential causes. */
  consumeAnonymous(address: string): Promise<RateDecision>;
  /** Consumes the cost of executed introspection from an address's budget per minute on this node. */
  consumeIntrospection(address: string, cost: number): RateDecision;
  /**
   * Consumes a point of an app's bucket at an address, for a request of the app to an OAuth endpoint. Apps that have not yet
   * proven themselves at that address also share a bucket of the address, because anybody can name many apps. A refusal
   * is not reported to `onRefused`: the endpoint counts it together with those after too many wrong secrets.
   */
  consumeClient(request: ClientRequest): Promise<RateDecision>;
}

/** A request of an app, which has no principal. The address is part of its bucket, because anybody can name the app. */
interface ClientRequest {
  readonly action: string;
  /** The client id that the request names, whether or not there is such an app. */
  readonly client: string;
  readonly address: string;
  /** True if the app has presented a valid secret or token from this address before. */
  readonly isKnown: boolean;
}

const { anonymous, app, apps } = sharedLimits.requests;
const introspection = nodeLimits.introspection.cost;

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

const costKey = (bucket: string) => `${bucket}:cost of GraphQL`;

/** Few workspaces have an overdraft at one time; beyond this number, the oldest one is dropped. */
const maxOverdrafts = 10_000;

/** The rate limit of every root field, for REST and GraphQL. `onRefused` receives the action of each refused call. */
export function createRateGate(windows: WindowStore, onRefused: (action: string) => void = () => undefined): RateGate {
  const introspections = memoryWindows(Date.now, introspection.windowSeconds);
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
    reservation.decision = await consumeInBucket(reservation.rate, fieldIdentity);
    return reservation.decision.allowed ? bucketHasRoom : bucketIsEmpty;
  }

  function consume(rate: RequestRate, action: string): Promise<RateDecision> {
    return consumeIn(rate, action, { bucket: String(rate.workspaceId), points: rate.points });
  }

  function consumeInBucket(rate: RequestRate, action: string): Promise<RateDecision> {
    return consumeIn(rate, action, { bucket: rate.bucket, points: rate.fieldPoints });
  }

  async function consumeIn(
    rate: RequestRate,
    action: string,
    { bucket, points }: { readonly bucket: string; readonly points: number },
  ): Promise<RateDecision> {
    const decision = await windows.consume(`${bucket}:${action}`, points);
    rate.decisions.set(action, decision);
    rate.isAllowed ||= decision.allowed;
    return counted(action, decision);
  }

  function counted(action: string, decision: RateDecision): RateDecision {
    if (!decision.allowed) onRefused(action);
    return decision;
  }

  /** Consumes the cost or, if less is left, the rest. */
  function consumeUpTo(rate: RequestRate, cost: number): Promise<CostReservation> | CostReservation {
    const decision = windows.consume(costKey(rate.bucket), rate.graphqlCost, cost);
    const orRest = (each: RateDecision): Promise<CostReservation> | CostReservation => {
      if (each.allowed) return { ...each, reserved: cost };
      return each.remaining < 1 || each.remaining >= cost
        ? { ...each, reserved: 0 }
        : consumeUpTo(rate, each.remaining);
    };
    return decision instanceof Promise ? decision.then(orRest) : orRest(decision);
  }

  const overdrafts = new LRUCache<string, number>({ max: maxOverdrafts });

  function addOverdraft({ bucket }: RequestRate, cost: number): void {
    if (cost > 0) overdrafts.set(bucket, (overdrafts.get(bucket) ?? 0) + cost);
  }

  /** Pays the overdraft first. If it exceeds the rest of this window, the budget is available again some windows later. */
  async function consumeOverdrawn(rate: RequestRate, overdraft: number, cost: number): Promise<CostReservation> {
    overdrafts.delete(rate.bucket);
    const { reserved } = await consumeUpTo(rate, overdraft);
    addOverdraft(rate, overdraft - reserved);
    const reservation = await consumeUpTo(rate, cost);
    const windows = Math.floor((overdraft - reserved) / rate.graphqlCost);
    return {
      ...reservation,
      resetAt: reservation.resetAt + windows * windowSeconds * 1000,
      retryAfterSeconds: reservation.retryAfterSeconds + windows * windowSeconds,
    };
  }

  /** The bucket of the address comes first, so that an address at its limit creates no keys for invented apps. */
  async function consumeClient({ action, client, address, isKnown }: ClientRequest): Promise<RateDecision> {
    if (!isKnown) {
      const keyOf = (block: string) => `clients:${action}:${block}`;
      const ofAddress = await consumeOfAddress(windows, address, { points: apps.points, keyOf });
      if (!ofAddress.allowed) return ofAddress;
    }
    return windows.consume(hashedKey('client', action, client, addressBlock(address)), app.points);
  }

  return {
    consume,
    consumeInBucket,
    consumeClient,
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
    reserveCost(rate, cost) {
      const overdraft = overdrafts.get(rate.bucket);
      const reserving = overdraft === undefined ? consumeUpTo(rate, cost) : consumeOverdrawn(rate, overdraft, cost);
      const countedCost = (reservation: CostReservation) => {
        counted('graphqlCost', reservation);
        return reservation;
      };
      return reserving instanceof Promise ? reserving.then(countedCost) : countedCost(reserving);
    },
    settleCost(rate, { reserved, resetAt }, cost) {
      if (cost > reserved) {
        const paying = consumeUpTo(rate, cost - reserved);
        const overdraw = (paid: CostReservation) => addOverdraft(rate, cost - reserved - paid.reserved);
        return paying instanceof Promise ? paying.then(overdraw) : overdraw(paying);
      }
      if (cost === reserved) return undefined;
      return windows.release(costKey(rate.bucket), rate.graphqlCost, { cost: reserved - cost, until: resetAt });
    },
    consumeIntrospection(address, cost) {
      const { points, windowSeconds } = introspection;
      const decision = consumeInProcess(introspections, address, { points, keyOf: (block) => block, cost });
      const reason = 'Introspection without a credential is limited by its cost';
      return counted('introspection', { ...decision, windowSeconds, reason });
    },
    async consumeAnonymous(address) {
      const keyOf = (block: string) => `address:${block}`;
      return counted('anonymous', await consumeOfAddress(windows, address, { points: anonymous.points, keyOf }));
    },
  };
}
