import type { AuthorizationProblem } from '#src/domain/calendars/authorization-problem.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { DomainError } from '#src/domain/errors.ts';
import type { OAuthSecret } from '../providers/provider.ts';
import { storeConnection } from '../store-connection.ts';
import { type Authorization, readState } from './authorization.ts';
import { PartialConsent } from './oauth-client.ts';

/** The parameters of the provider's redirect (RFC 6749, section 4.1.2). */
export interface AuthorizationResponse {
  readonly state: string;
  readonly code: string | null;
  readonly error: string | null;
}

export type AuthorizationResult = { readonly connectionId: number } | { readonly problem: AuthorizationProblem };

/** The time limit for the list of calendars, because the person waits. The token request has its own limit. */
const maxListMs = 20_000;

type ConnectingContext = Parameters<typeof storeConnection>[0];

/** Connects the calendars of a member whom the provider redirects back. `userId` is the user signed in in that browser. */
export async function completeAuthorization(
  context: ConnectingContext,
  userId: number,
  { state, code, error }: AuthorizationResponse,
): Promise<AuthorizationResult> {
  const begun = readState(context, state);
  if (!begun) return { problem: 'expired' };
  if (begun.member[1] !== userId) return { problem: 'other_user' };
  if (error === 'access_denied' || error === 'consent_required') return { problem: 'refused' };
  if (error !== null || code === null) return { problem: 'provider' };
  try {
    return { connectionId: await connect(context, begun, code) };
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem) return { problem };
    throw failure;
  }
}

async function connect(
  context: ConnectingContext,
  { kind, member, connectionId, verifier }: Authorization,
  code: string,
): Promise<number> {
  const { calendars, clock } = context;
  const secret = await calendars.client(kind).exchange(code, verifier, clock.now());
  const { http, host } = calendars;
  const access = { secret, http, host, signal: AbortSignal.timeout(maxListMs), workspaceId: member[0] };
  const found = await calendars.provider(kind).listCalendars({ ...access, timeZone: 'UTC' });
  return storeConnection(context, member, { secret: secret satisfies OAuthSecret, found, connectionId });
}

function problemOf(error: unknown): AuthorizationProblem | undefined {
  if (error instanceof PartialConsent) return 'partial';
  if (error instanceof CalendarProblem) return error.isRefused ? 'expired' : 'provider';
  if (!(error instanceof DomainError)) return undefined;
  if (error.code === 'NOT_FOUND') return 'gone';
  const codes = error.details?.errors.map(({ code }) => code) ?? [];
  if (codes.includes('conflict')) return 'other_account';
  if (codes.includes('limit_reached')) return 'too_many';
  return codes.includes('invalid') ? 'no_calendar' : undefined;
}
