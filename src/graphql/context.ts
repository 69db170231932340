import type { ExecutionResult } from 'graphql';
import type { AccountLimits } from '#src/access/account-limits.ts';
import type { ArrivalLimits } from '#src/access/arrival-limits.ts';
import type { InviteeLimits } from '#src/access/invitee-limits.ts';
import type { LoginThrottle } from '#src/access/login-throttle.ts';
import type { RateGate, RequestRate } from '#src/access/rate-limit/gate.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import type { EventExamples } from '#src/domain/webhooks/event.ts';
import type { Metrics } from '#src/lib/metrics.ts';
import type { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import type { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import type { AccountContext } from '#src/services/accounts/context.ts';
import type { CalendarGateway } from '#src/services/calendars/gateway.ts';
import type { CallerContext, WebhookTargets } from '#src/services/context.ts';
import type { SlotEngine } from '#src/services/slots/slot-engine.ts';

/** What the contexts of all requests have in common. */
export interface SharedContext extends AccountContext {
  readonly gate: RateGate;
  readonly signInThrottle: LoginThrottle;
  /** Counts requests of whoever has no credential when they arrive. */
  readonly arrivalLimits: ArrivalLimits;
  /** How often invitees, who have no credential, may look and book. */
  readonly inviteeLimits: InviteeLimits;
  readonly accountLimits: AccountLimits;
  readonly bookingTokens: BookingTokens;
  /** Whether this installation sends mail about calls. */
  readonly sendsMail: boolean;
  /** Reads and writes the calendars of members elsewhere. */
  readonly calendars: CalendarGateway;
  /** Computes open slots. */
  readonly slots: SlotEngine;
  /** Signs the cursors of lists. */
  readonly cursors: SignedTexts;
  /** Encrypts the secrets of webhook endpoints. */
  readonly webhookSecrets: SealedTexts;
  readonly webhookTargets: WebhookTargets;
  /** For tests of webhooks. */
  readonly eventExample: EventExamples;
  readonly metrics: Pick<Metrics, 'rootField' | 'refusedCredential' | 'refusedDocument'>;
  /** Whether pages offer to enter the demo workspace. */
  readonly hasDemo: boolean;
}

/** The context of every resolver: one for each request, over REST and GraphQL. */
export interface GraphQLContext extends SharedContext {
  /** Absent when no credential was sent. A bad one is refused before. */
  readonly principal: Principal | undefined;
  /** The rate limit that this request consumes from. Absent without a principal. */
  readonly rate: RequestRate | undefined;
  /** The session's token, when the credential is one: for signing out. */
  readonly sessionToken: string | undefined;
  /** How signing in and out change the browser's cookie; absent for callers other than the web app. */
  readonly sessionCookie?: SessionCookie | undefined;
  /** The client's address as far as trusted proxies vouch for it, for limits on attempts. */
  readonly address: string;
  /** The `User-Agent` header, for the list of a person's sessions. */
  readonly userAgent: string | undefined;
  /** Present for a request to `/graphql` with an Idempotency-Key. */
  idempotency?: IdempotentDocument;
  /** Within the transaction of an Idempotency-Key: the context around it, for reads that need a connection of their own. */
  readonly committed?: GraphQLContext;
  /** Present for a request to `/graphql`: what of the document runs. */
  operation?: RunningOperation;
  /** The document is costly and has waited for its turn. */
  hasTurn?: true;
  /** While a compiled query runs: the values of its root fields by their keys, in case graphql-js has to complete them. */
  rootValues?: Map<string | number, unknown> | undefined;
}

/** The operation of a document, for the request log. */
interface RunningOperation {
  name?: string | undefined;
  /** The root fields that have begun, in this order. */
  readonly rootFields: string[];
}

/** The Idempotency-Key of a request to `/graphql`, and what became of it. */
interface IdempotentDocument {
  readonly header: string | readonly string[];
  /** Set by the mutation when this request performed it: where the response will be stored, if it has no secret. */
  performed?: {
    readonly key: { readonly workspaceId: number; readonly endpoint: string; readonly key: string };
    readonly value: unknown;
  };
  /** Set by the mutation when an earlier request performed it, with that request's response if it is stored. */
  replayed?: { readonly response?: StoredResponse };
}

export type StoredResponse = Pick<ExecutionResult, 'data'>;

export interface SessionCookie {
  /** The session that the browser has. */
  readonly token: string | undefined;
  set(token: string): void;
  clear(): void;
}

/** The context of an authenticated caller. */
export type Caller = GraphQLContext & CallerContext;

/** The context of an authenticated caller, for resolvers of fields that need access. */
export function caller(context: GraphQLContext): Caller {
  if (!context.principal) throw new DomainError('MISSING_API_KEY');
  return context as Caller;
}
