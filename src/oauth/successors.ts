import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { type TokenKind, tokenPrefixes } from '#src/domain/connections/tokens.ts';
import type { Exchange } from './exchange.ts';

export type TokenMaker = (kind: TokenKind, exchange: Exchange, scopes?: string) => string;

/**
 * New tokens are random, but those for a refresh token follow from it: whoever presents it again is given the same, and
 * no token needs to be kept in clear for that. Only this server can derive them, and only from the token itself.
 */
export function tokenMaker(secretKey: string): TokenMaker {
  // Made once: from bytes it would be made anew for each token, at several times the price.
  const key = createSecretKey(createHmac('sha256', secretKey).update('oauth successors').digest());
  const derived = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\n')).digest('base64url');
  return (kind, { presented, isConsumed }, scopes = '') => {
    const isRefresh = isConsumed && presented?.kind === 'REFRESH';
    const text = isRefresh ? derived(presented.token, kind, scopes) : randomBytes(32).toString('base64url');
    return tokenPrefixes[kind] + text;
  };
}
