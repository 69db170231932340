import type { DomainError } from '#src/domain/errors.ts';
import { credentialKind, credentialPrefix } from '#src/domain/principal/credentials.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import {
  type CredentialContext,
  credentialExists,
  resolveAccessToken,
  resolveApiKey,
  resolveSession,
} from '#src/services/credentials.ts';
import { isRefusedCredential, type UnknownCredentials } from './unknown-credentials.ts';

/** The credential of an `Authorization` header; undefined without the Bearer scheme or without our prefix. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer /i.test(authorization)) return undefined;
  const token = authorization.slice('Bearer '.length).trim();
  return token.startsWith(credentialPrefix) ? token : undefined;
}

export interface AuthenticationContext extends CredentialContext {
  readonly unknownCredentials: UnknownCredentials;
}

/** The principal of a credential that an address sends, for REST and GraphQL. */
export function authenticate(
  context: AuthenticationContext,
  token: string,
  addressOf: () => string,
): Promise<Principal> {
  return context.unknownCredentials.resolve(token, addressOf, {
    find: () => find(context, token),
    exists: () => credentialExists(context, token),
  });
}

function find(context: CredentialContext, token: string): Promise<Principal> {
  switch (credentialKind(token)) {
    case 'apiKey':
      return resolveApiKey(context, token);
    case 'session':
      return resolveSession(context, token);
    case 'accessToken':
      return resolveAccessToken(context, token);
  }
}

/** The principal of a session cookie; undefined without one or if its session has ended: the sign-in gets the cookie too. */
export async function authenticateCookie(
  context: AuthenticationContext,
  token: string | undefined,
  addressOf: () => string,
): Promise<Principal | undefined> {
  if (token === undefined || credentialKind(token) !== 'session') return undefined;
  try {
    return await authenticate(context, token, addressOf);
  } catch (error) {
    if (isRefusedCredential(error)) return undefined;
    throw error;
  }
}

interface RefusedRequest {
  readonly sentToken: boolean;
  /** The scope that the request needs; by default that of the error. */
  readonly scope?: string | undefined;
}

/** True if a request carried a token of any kind. */
export function sentToken(authorization: string): boolean {
  return /^bearer +\S/i.test(authorization);
}

/** The `WWW-Authenticate` header of an error (RFC 6750): it names the error only if the request carried a token. */
export function challenge(
  { code, scope: missing, status }: DomainError,
  { sentToken, scope = missing }: RefusedRequest,
): Record<string, string> {
  if (code === 'INSUFFICIENT_SCOPE') {
    return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${missing ?? ''}"` };
  }
  if (status !== 401) return {};
  const isForeign = sentToken && code === 'MISSING_API_KEY';
  const parameters = [
    sentToken && 'error="invalid_token"',
    isForeign && `error_description="A credential begins with ${credentialPrefix}"`,
    scope && `scope="${scope}"`,
  ].filter(Boolean);
  return { 'WWW-Authenticate': ['Bearer', parameters.join(', ')].filter(Boolean).join(' ') };
}
