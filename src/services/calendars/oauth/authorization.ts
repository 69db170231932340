import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MemberKey } from '#src/db/keys.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { randomBase62 } from '#src/lib/secrets/crypto.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import type { CalendarGateway } from '../gateway.ts';
import type { OAuthKind } from './provider-settings.ts';

const lifetimeMs = 10 * 60_000;
/** Longer than any that is sealed here. */
const maxStateLength = 2_000;

const authorization = z.object({
  kind: z.enum(['GOOGLE', 'MICROSOFT']),
  workspaceId: z.number(),
  userId: z.number(),
  connectionId: z.number().nullable(),
  verifier: z.string(),
  expiresAt: z.number(),
});

/** What a member began, as the provider gives it back. */
export interface Authorization {
  readonly kind: OAuthKind;
  readonly member: MemberKey;
  /** The connection that gets the new credential; null for a new one. */
  readonly connectionId: number | null;
  /** Proves to the provider that the same server asks as before (RFC 7636). */
  readonly verifier: string;
}

interface AuthorizationContext {
  readonly clock: Clock;
  readonly principal: Pick<Principal, 'workspaceId' | 'userId'>;
  readonly calendars: CalendarGateway;
}

/**
 * Where the caller is asked for access to calendars. The address holds for ten minutes and for the caller alone. Rejects with a
 * CalendarProblem where this server is no client of the provider.
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

/** What was begun with this state; undefined where it was not begun here, or too long ago. */
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
