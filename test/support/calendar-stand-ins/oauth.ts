import { createHash } from 'node:crypto';
import type { OAuthSecret } from '#src/services/calendars/providers/provider.ts';
import type { StandInAnswer, StandInRequest } from './server.ts';

export const standInClient = { clientId: 'the-client', clientSecret: 'the-secret/of+it' };

interface Code {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scope: string;
}

/**
 * The OAuth server of a provider as RFC 6749 and RFC 7636 have it, strict about refresh tokens: each is good for one use, and one
 * that comes a second time ends the access.
 */
export class StandInOAuth {
  /** What the person allows; all that is asked for by default. */
  consent: (requested: string[]) => string[] | 'denied' = (requested) => requested;
  /** Of access tokens. */
  lifetimeSeconds = 3600;
  /** How many refresh tokens were taken. */
  refreshes = 0;
  /** Tokens that came a second time. */
  readonly reused: string[] = [];
  readonly #codes = new Map<string, Code>();
  readonly #accessTokens = new Set<string>();
  readonly #refreshTokens = new Set<string>();
  readonly #usedTokens = new Set<string>();
  #last = 0;

  /** An access that was given already. */
  grant(kind: OAuthSecret['kind'], expiresAt: number): OAuthSecret {
    const { access_token, refresh_token } = this.#tokens();
    return { kind, accessToken: access_token, refreshToken: refresh_token, expiresAt };
  }

  isKnown(authorization = ''): boolean {
    return this.#accessTokens.has(authorization.replace(/^Bearer /, ''));
  }

  /** Access tokens end before their time. */
  expireAccess(): void {
    this.#accessTokens.clear();
  }

  /** The person takes the access back. */
  revoke(): void {
    this.#accessTokens.clear();
    this.#refreshTokens.clear();
  }

  /** The page at which the person is asked; the answer is the redirect that follows. */
  authorize({ query }: StandInRequest): StandInAnswer {
    const redirectUri = query.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    const allowed = this.consent((query.get('scope') ?? '').split(' '));
    if (query.get('client_id') !== standInClient.clientId) return { status: 400, body: 'unknown client' };
    if (query.get('code_challenge_method') !== 'S256') return { status: 400, body: 'no challenge' };
    if (allowed === 'denied') back.searchParams.set('error', 'access_denied');
    else {
      const code = `code-${++this.#last}`;
      const challenge = query.get('code_challenge') ?? '';
      this.#codes.set(code, { redirectUri, challenge, scope: allowed.join(' ') });
      back.searchParams.set('code', code);
    }
    return { status: 302, headers: { location: back.href } };
  }

  token({ body }: StandInRequest): StandInAnswer {
    const isClient = body.client_id === standInClient.clientId && body.client_secret === standInClient.clientSecret;
    if (!isClient) return { status: 401, body: { error: 'invalid_client' } };
    return body.grant_type === 'refresh_token' ? this.#refresh(body.refresh_token) : this.#exchange(body);
  }

  #exchange({ code, redirect_uri, code_verifier = '' }: Record<string, string>): StandInAnswer {
    const begun = this.#codes.get(code ?? '');
    this.#codes.delete(code ?? '');
    const challenge = createHash('sha256').update(code_verifier).digest('base64url');
    if (!begun || begun.redirectUri !== redirect_uri || begun.challenge !== challenge) return invalidGrant;
    return { body: { ...this.#tokens(), scope: begun.scope } };
  }

  #refresh(token: string): StandInAnswer {
    this.refreshes += 1;
    if (this.#usedTokens.has(token)) {
      this.reused.push(token);
      this.revoke();
    }
    if (!this.#refreshTokens.delete(token)) return invalidGrant;
    this.#usedTokens.add(token);
    return { body: this.#tokens() };
  }

  #tokens() {
    const number = ++this.#last;
    const tokens = { access_token: `access-${number}`, refresh_token: `refresh-${number}` };
    this.#accessTokens.add(tokens.access_token);
    this.#refreshTokens.add(tokens.refresh_token);
    return { ...tokens, token_type: 'Bearer', expires_in: this.lifetimeSeconds };
  }
}

const invalidGrant: StandInAnswer = { status: 400, body: { error: 'invalid_grant' } };
