import { useEffect, useState } from 'react';

interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly values: OneTimeValues;
  readonly withPkce: boolean;
}

/** Where an app sends people. Without a scope it asks for all that it is registered for. */
export function authorizeUrl(endpoint: string, request: AuthorizationRequest): string {
  const { clientId, redirectUri, scopes, values, withPkce } = request;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    state: values.state,
    ...(withPkce && { code_challenge: values.challenge, code_challenge_method: 'S256' }),
  });
  // Spaces as %20, which every reader of an address understands.
  return `${endpoint}?${String(query).replaceAll('+', '%20')}`;
}

/** The address of the consent page, as the server's metadata (RFC 8414) names it; until that is there, this origin's. */
export function useAuthorizationEndpoint(): string {
  const [endpoint, setEndpoint] = useState(`${location.origin}/oauth/authorize`);
  useEffect(() => {
    const left = new AbortController();
    fetch('/.well-known/oauth-authorization-server', { signal: left.signal })
      .then((response) => response.json())
      .then(({ authorization_endpoint }: { authorization_endpoint: string }) => setEndpoint(authorization_endpoint))
      // The address of this page is right wherever the API and the pages share one.
      .catch(() => undefined);
    return () => left.abort();
  }, []);
  return endpoint;
}

/** A value that nobody can guess: 256 bits, in letters that an address may have. */
function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The values of one authorization that the app must remember until the person is back. Each serves once. */
export interface OneTimeValues {
  readonly state: string;
  readonly verifier: string;
  /** The SHA-256 of the verifier. */
  readonly challenge: string;
}

export async function newOneTimeValues(): Promise<OneTimeValues> {
  const verifier = randomText();
  return { state: randomText(), verifier, challenge: await challengeOf(verifier) };
}

/** RFC 7636, 4.2: what the authorization shows of the verifier. From it the verifier cannot be found. */
async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
