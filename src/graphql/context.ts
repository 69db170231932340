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

/** The part of the context that all requests share. */
export interface SharedContext extends AccountContext {
  readonly gate: RateGate;
  readonly signInThrottle: LoginThrottle;
  /** Counts requests without a credential when they arrive. */
  readonly arrivalLimits: ArrivalLimits;
  /** Limits reads and bookings by invitees, who have no credential. */
  readonly inviteeLimits: InviteeLimits;
  readonly accountLimits: AccountLimits;
  readonly bookingTokens: BookingTokens;
  /** True if this installation sends e-mail about calls. */
  readonly sendsMail: boolean;
  /** Reads and writes external calendars of members. */
  readonly calendars: CalendarGateway;
  /** Computes open slots. */
  readonly slots: SlotEngine;
  /** Signs the cursors of lists. */
  readonly cursors: SignedTexts;
  /** Encrypts the secrets of webhook endpoints. */
  readonly webhookSecrets: SealedTexts;
  /** Encrypts the keys that sign the audit logs of workspaces. */
  readonly auditKeys: SealedTexts;
  readonly webhookTargets: WebhookTargets;
  /** Creates the events for tests of webhooks. */
  readonly eventExample: EventExamples;
  readonly metrics: Pick<Metrics, 'rootField' | 'refusedCredential' | 'refusedDocument'>;
  /** True if pages offer to enter the demo workspace. */
  readonly hasDemo: boolean;
}

/** The context of every resolver: one for each request, over REST and GraphQL. */
export interface GraphQLContext extends SharedContext {
  /** Absent if no credential was sent. An invalid credential is refused earlier. */
  readonly principal: Principal | undefined;
  /** The rate limit that this request consumes from. Absent without a principal. */
  readonly rate: RequestRate | undefined;
  /** The session's token if the credential is a session, for signing out. */
  readonly sessionToken: string | undefined;
  /** Sets the browser's cookie on sign-in and sign-out; absent for callers other than the web app. */
  readonly sessionCookie?: SessionCookie | undefined;
  /** The client's address, as far as trusted proxies vouch for it. Used to limit attempts. */
  readonly address: string;
  /** The `User-Agent` header, shown in the list of a person's sessions. */
  readonly userAgent: string | undefined;
  /** Present for a request to `/graphql` with an Idempotency-Key. */
  idempotency?: IdempotentDocument;
  /** The context outside the transaction of an Idempotency-Key, for reads that need their own connection. */
  readonly committed?: GraphQLContext;
  /** The running operation of a request to `/graphql`. */
  operation?: RunningOperation;
  /** Set if the document is costly and has waited in the queue. */
  hasTurn?: true;
  /** The root field values of a running compiled query, by response key, in case graphql-js has to complete them. */
  rootValues?: Map<string | number, unknown> | undefined;
}

/** The operation of a document, for the request log. */
interface RunningOperation {
  name?: string | undefined;
  /** The root fields that have started, in this order. */
  readonly rootFields: string[];
}

/** The Idempotency-Key of a request to `/graphql`, and its result. */
interface IdempotentDocument {
  readonly header: string | readonly string[];
  /** Set if this request performed the mutation: the key for storing the response, if it has no secret. */
  performed?: {
    readonly key: { readonly workspaceId: number; readonly endpoint: string; readonly key: string };
    readonly value: unknown;
  };
  /** Set if an earlier request performed the mutation, with that request's response if it is stored. */
  replayed?: { readonly response?: StoredResponse };
}

export type StoredResponse = Pick<ExecutionResult, 'data'>;

export interface SessionCookie {
  /** The token of the browser's present session. */
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
