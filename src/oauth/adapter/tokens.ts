import type { AdapterPayload } from 'oidc-provider';
import type { Database } from '#src/db/database.ts';
import { type OAuthTokenRow, oauthTokenByHash } from '#src/db/reads/oauth.ts';
import { isWellFormedToken, mayRepeat, type TokenKind } from '#src/domain/connections/tokens.ts';
import type { Clock } from '#src/lib/clock.ts';
import { sha256 } from '#src/lib/hash.ts';
import type { Exchange } from '../exchange.ts';
import { accountIdOf } from './grants.ts';

interface Presented {
  readonly kind: TokenKind;
  readonly token: string;
}

/** None of a connection that has ended. The end of a token is ours to say, by our clock, to the millisecond. */
export async function findToken(
  { db, clock }: { db: Database; clock: Clock },
  exchange: Exchange,
  { kind, token }: Presented,
): Promise<AdapterPayload | undefined> {
  if (!isWellFormedToken(kind, token)) return undefined;
  const [row] = await db.credentials.run<OAuthTokenRow>(oauthTokenByHash, [sha256(token), kind]);
  if (!row || Date.parse(row.expiresAt) <= clock.now().getTime()) return undefined;
  exchange.presented = { ...row, kind, token };
  return { ...payloadOf(row), jti: token, ...consumption(row, kind, exchange.arrivedAt) };
}

function payloadOf(row: OAuthTokenRow): AdapterPayload {
  const { clientId, grantId, scopes: scope } = row;
  return { clientId, grantId, scope, accountId: accountIdOf(row), ...row.payload };
}

/** The library ends the connection of a token that is consumed. */
function consumption(row: OAuthTokenRow, kind: TokenKind, arrivedAt: Date): { consumed?: number } {
  if (row.consumedAt === null) return {};
  const consumedAt = new Date(row.consumedAt);
  const successorConsumedAt = row.successorConsumedAt === null ? null : new Date(row.successorConsumedAt);
  if (kind === 'REFRESH' && mayRepeat({ consumedAt, successorConsumedAt }, arrivedAt)) return {};
  return { consumed: Math.floor(consumedAt.getTime() / 1000) };
}

export function newToken(exchange: Exchange, kind: TokenKind, given: AdapterPayload): void {
  const { jti: token = '', scope: scopes = '' } = given;
  exchange.issued.push({ kind, token, scopes, payload: kind === 'AUTHORIZATION_CODE' ? conditionsOf(given) : null });
}

/** What a code is bound to. Of a token nothing is stored but whose it is. */
function conditionsOf({
  redirectUri = '',
  codeChallenge,
  codeChallengeMethod,
}: AdapterPayload): Record<string, string> {
  return codeChallenge && codeChallengeMethod ? { redirectUri, codeChallenge, codeChallengeMethod } : { redirectUri };
}
