/**
 * The scopes of OpenID Connect, which many clients request by default. No app can be allowed them: nothing here is signed, and
 * the grant types of the app decide whether there is a refresh token.
 */
const ignoredScopes: readonly string[] = ['openid', 'offline_access'];

/**
 * The parameters of a request without the scopes that are ignored. RFC 6749, 3.3: a server may ignore a part of the requested
 * scope, and names in its response what it granted. A `scope` with only these becomes empty, which counts as absent; a repeated
 * `scope` stays repeated, and is refused.
 */
export function withoutIgnoredScopes(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...parameters].map(([name, value]) => [name, name === 'scope' ? withoutIgnored(value) : value]),
  );
}

function withoutIgnored(scope: string): string {
  return scope
    .split(' ')
    .filter((each) => !ignoredScopes.includes(each))
    .join(' ');
}
