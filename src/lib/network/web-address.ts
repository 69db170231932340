const maxAddressLength = 2048;

/** The query parameters that an authorization response adds to the redirect URI. */
const responseParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

/**
 * The reason why an address cannot be a redirect URI, or undefined. A valid one comes out of a URL parser unchanged, so
 * the address that is compared character for character is the address that the browser opens.
 */
export function redirectUriProblem(uri: string): string | undefined {
  return webAddressProblem(uri) ?? exactnessProblem(uri, new URL(uri));
}

function exactnessProblem(uri: string, { href, searchParams }: URL): string | undefined {
  if (uri.includes('#')) return 'must have no fragment';
  if (uri.includes('*')) return 'must have no wildcard: it is compared character for character';
  if (href !== uri && href !== `${uri}/`) return `must be written as ${href}`;
  const taken = responseParameters.find((name) => searchParams.has(name));
  return taken && `must have no query parameter "${taken}": the answer adds it`;
}

/** The reason why a text cannot be the address of a web page, or undefined. */
export function webAddressProblem(text: string): string | undefined {
  if (text.length > maxAddressLength) return `must be at most ${maxAddressLength} characters`;
  const url = URL.parse(text);
  if (!url) return 'must be a whole URL, such as https://example.com/callback';
  if (!isSecure(url)) return 'must be https, or http with the host localhost';
  // The URL parser drops an empty user name, so the text is checked as well.
  return url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text) ? 'must have no user or password' : undefined;
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
}
