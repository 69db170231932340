import { credentialKind, credentialPrefix } from '#src/domain/access/credentials.ts';
import type { Principal } from '#src/domain/access/policy.ts';
import { DomainError } from '#src/domain/errors.ts';
import {
  type CredentialContext,
  resolveAccessToken,
  resolveApiKey,
  resolveSession,
} from '#src/services/credentials.ts';

/** The bearer credential of an `Authorization` header; undefined without the scheme or without the prefix of ours. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer /i.test(authorization)) return undefined;
  const token = authorization.slice('Bearer '.length).trim();
  return token.startsWith(credentialPrefix) ? token : undefined;
}

/** One way from credential to principal, for every door. */
export function authenticate(context: CredentialContext, token: string): Promise<Principal> {
  const kind = credentialKind(token);
  switch (kind) {
    case 'apiKey':
      return resolveApiKey(context, token);
    case 'session':
      return resolveSession(context, token);
    case 'accessToken':
      return resolveAccessToken(context, token);
  }
}

/** The session in a cookie. One that has ended is none: a browser sends it to the sign-in as well, unasked. */
export async function authenticateCookie(context: CredentialContext, token: string): Promise<Principal | undefined> {
  if (credentialKind(token) !== 'session') return undefined;
  try {
    return await resolveSession(context, token);
  } catch (error) {
    if (error instanceof DomainError && error.status === 401) return undefined;
    throw error;
  }
}
