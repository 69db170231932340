import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MemberKey } from '#src/db/keys.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { randomBase62 } from '#src/lib/secrets/crypto.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import type { CalendarGateway } from '../gateway.ts';
import type { OAuthKind } from './provider-settings.ts';

const lifetimeMs = 10 * 60_000;
/** The maximum length of a state: no state that is sealed here is longer. */
const maxStateLength = 2_000;

const authorization = z.object({
  kind: z.enum(['GOOGLE', 'MICROSOFT']),
  workspaceId: z.number(),
  userId: z.number(),
  connectionId: z.number().nullable(),
  verifier: z.string(),
  expiresAt: z.number(),
});

/** The request of a member, as the provider returns it in the state. */
export interface Authorization {
  readonly kind: OAuthKind;
  readonly member: MemberKey;
  /** The connection that gets the new credential; null for a new connection. */
  readonly connectionId: number | null;
  /** Proves to the provider that the same server requests the token (RFC 7636). */
  readonly verifier: string;
}

interface AuthorizationContext {
  readonly clock: Clock;
  readonly principal: Pick<Principal, 'workspaceId' | 'userId'>;
  readonly calendars: CalendarGateway;
}

/**
 * The URL where the caller grants access to calendars. It is valid for ten minutes, and only for the caller. Throws a
 * CalendarProblem if this server is not a client of the provider.
 */
export function authorizationUrl(
  { clock, principal, calendars }: AuthorizationContext,
  { kind, connectionId }: { readonly kind: OAuthKind; readonly connectionId: number | null },
): string {
  const { workspaceId, userId } = principal;
  const verifier = randomBase62(64);
  const expiresAt = clock.now().getTime() + lifetimeMs;
  const text = JSON.stringify({ kind, workspaceId, userId, connectionId, verifier, expiresAt });
  return calendars.client(kind).authorizationUrl({
    state: calendars.authorizations.seal(text).toString('base64url'),
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
}

/** The request that this state belongs to; undefined if it was not started here, or too long ago. */
export function readState(
  { clock, calendars }: Pick<AuthorizationContext, 'clock' | 'calendars'>,
  state: string,
): Authorization | undefined {
  if (state.length > maxStateLength) return undefined;
  const text = calendars.authorizations.open(Buffer.from(state, 'base64url'));
  if (text === undefined) return undefined;
  const { workspaceId, userId, expiresAt, ...begun } = authorization.parse(JSON.parse(text));
  return expiresAt > clock.now().getTime() ? { ...begun, member: [workspaceId, userId] } : undefined;
}
