import { accessTokenPrefix } from '../principal/credentials.ts';

const tokenKinds = ['AUTHORIZATION_CODE', 'ACCESS', 'REFRESH'] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** The prefix of each kind. 43 base64url characters (256 bits) follow it. */
export const tokenPrefixes: Readonly<Record<TokenKind, string>> = {
  AUTHORIZATION_CODE: 'service_ac_',
  ACCESS: accessTokenPrefix,
  REFRESH: 'service_rt_',
};

export const lifetimeSeconds: Readonly<Record<TokenKind, number>> = {
  AUTHORIZATION_CODE: 600,
  ACCESS: 3600,
  REFRESH: 30 * 86_400,
};

/** A client that lost the response of a refresh may repeat it within this time. */
const repeatWindowMs = 30_000;

/** Malformed tokens are refused without a query. */
export function isWellFormedToken(kind: TokenKind, token: string): boolean {
  return token.startsWith(tokenPrefixes[kind]) && /^[\w-]{43}$/.test(token.slice(tokenPrefixes[kind].length));
}

interface RefreshTokenUse {
  readonly consumedAt: Date;
  /** When the refresh token that replaced it was used; null until then. */
  readonly successorConsumedAt: Date | null;
}

/**
 * A used refresh token may be presented again shortly after its use, by a request that arrived before its replacement was used.
 * A later request comes from a second owner, because the client that uses the replacement has received the response.
 */
export function mayRepeat({ consumedAt, successorConsumedAt }: RefreshTokenUse, arrivedAt: Date): boolean {
  if (arrivedAt.getTime() - consumedAt.getTime() > repeatWindowMs) return false;
  return successorConsumedAt === null || successorConsumedAt > arrivedAt;
}
