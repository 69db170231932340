import type { Context as KoaContext } from 'koa';
import type { RateGate, RequestRate } from '#src/access/rate-limit/gate.ts';
import { rateLimitHeaders } from '#src/access/rate-limit/headers.ts';
import type { Principal } from '#src/domain/access/principal.ts';
import { DomainError } from '#src/domain/errors.ts';

/** Who sent a request, as every door knows them. */
export interface Caller {
  readonly principal: Principal | undefined;
  readonly rate: RequestRate | undefined;
  readonly gate: RateGate;
}

/** The person who is signed in. A credential that acts for somebody cannot give access to others. */
export async function signedIn(koa: KoaContext, { principal, rate, gate }: Caller): Promise<Principal> {
  if (!principal || !rate) throw new DomainError('MISSING_API_KEY');
  const decision = await gate.draw(rate, 'authorize');
  koa.set(rateLimitHeaders(decision));
  if (!decision.allowed) throw new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision });
  if (principal.credential === 'session') return principal;
  throw new DomainError('FORBIDDEN', { message: 'Only a signed-in session may do this' });
}
