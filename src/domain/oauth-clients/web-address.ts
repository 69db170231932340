const maxLength = 2048;

/** Members that the answer to an authorization request adds to the address itself. */
const answerMembers = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

/**
 * What keeps an address from being a redirect URI; undefined when nothing does. One that is right comes out of a URL
 * parser as it went in, so that comparing it character for character and sending a browser there are about the same.
 */
export function redirectUriProblem(uri: string): string | undefined {
  return webAddressProblem(uri) ?? exactnessProblem(uri, new URL(uri));
}

function exactnessProblem(uri: string, { href, searchParams }: URL): string | undefined {
  if (uri.includes('#')) return 'must have no fragment';
  if (uri.includes('*')) return 'must have no wildcard: it is compared character for character';
  if (href !== uri && href !== `${uri}/`) return `must be written as ${href}`;
  const taken = answerMembers.find((member) => searchParams.has(member));
  return taken && `must have no query parameter "${taken}": the answer adds it`;
}

/** What keeps a text from being an address that people are sent to. */
export function webAddressProblem(text: string): string | undefined {
  if (text.length > maxLength) return `must be at most ${maxLength} characters`;
  const url = URL.parse(text);
  if (!url) return 'must be a whole URL, such as https://example.com/callback';
  if (!isSecure(url)) return 'must be https, or http with the host localhost';
  // The parser forgets an empty user.
  return url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text) ? 'must have no user or password' : undefined;
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
}
