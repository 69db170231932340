import type { LoginThrottle } from '#src/access/login-throttle.ts';
import type { RateGate, RequestRate } from '#src/access/rate-limit/gate.ts';
import type { Principal } from '#src/domain/access/principal.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { CallerContext, ServiceContext } from '#src/services/context.ts';

/** What every resolver is given: one for each request, whichever door it came through. */
export interface GraphQLContext extends ServiceContext {
  /** Absent when no credential was sent. A bad one never comes this far. */
  readonly principal: Principal | undefined;
  /** The windows that this request draws from; absent without a principal. */
  readonly rate: RequestRate | undefined;
  readonly gate: RateGate;
  readonly signInThrottle: LoginThrottle;
  /** Where people reach the web app. */
  readonly appUrl: string;
  /** The session's token, when the credential is one: for signing out. */
  readonly sessionToken: string | undefined;
  /** How signing in and out change the browser's cookie; absent for callers other than the web app. */
  readonly sessionCookie?: SessionCookie | undefined;
  /** Where the request comes from, as far as it is to be believed: for the login throttle. */
  readonly address: string;
}

export interface SessionCookie {
  keep(token: string): void;
  forget(): void;
}

/** The context of somebody who is known; for use in resolvers that stand behind a scope. */
export function caller(context: GraphQLContext): CallerContext {
  if (!context.principal) throw new DomainError('MISSING_API_KEY');
  return context as CallerContext;
}
