import { accessTokenPrefix } from '#src/domain/access/credentials.ts';

export const tokenKinds = ['AUTHORIZATION_CODE', 'ACCESS', 'REFRESH'] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** What each begins with; 43 base64url characters follow, which carry 256 bits. */
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

/** A refresh whose answer was lost may be repeated for so long. */
export const repeatWindowMs = 30_000;

/** False for anything that no token of ours can be, so that it costs no query. */
export function isWellFormedToken(kind: TokenKind, token: string): boolean {
  return token.startsWith(tokenPrefixes[kind]) && /^[\w-]{43}$/.test(token.slice(tokenPrefixes[kind].length));
}

export interface RefreshTokenUse {
  readonly consumedAt: Date;
  /** When the refresh token that was given for it was used itself; null as long as it was not. */
  readonly successorConsumedAt: Date | null;
}

/**
 * Whether a refresh token that was used may be presented once more: soon after its use, and by a request that came before
 * its successor was used. Whoever has the successor has the answer, so everything else is a second owner.
 */
export function mayRepeat({ consumedAt, successorConsumedAt }: RefreshTokenUse, arrivedAt: Date): boolean {
  if (arrivedAt.getTime() - consumedAt.getTime() > repeatWindowMs) return false;
  return successorConsumedAt === null || successorConsumedAt > arrivedAt;
}
