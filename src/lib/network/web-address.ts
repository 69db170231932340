export const maxAddressLength = 2048;

/** The query parameters that an authorization response adds to the redirect URI. */
const responseParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

/**
 * The reason why an address cannot be a redirect URI, or undefined. A valid one comes out of a URL parser unchanged, so
 * the address that is compared character for character is the address that the browser opens.
 */
export function redirectUriProblem(uri: string): string | undefined {
  return wholeProblem(uri) ?? exactnessProblem(uri, new URL(uri));
}

function exactnessProblem(uri: string, { href, searchParams }: URL): string | undefined {
  if (uri.includes('#')) return 'must not contain a fragment';
  if (uri.includes('*')) return 'must not contain a wildcard, because it is compared character for character';
  if (href !== uri && href !== `${uri}/`) return `must be written as ${href}`;
  const taken = responseParameters.find((name) => searchParams.has(name));
  return taken && `must not contain the query parameter "${taken}", because the response adds it`;
}

function wholeProblem(text: string): string | undefined {
  if (text.length > maxAddressLength) return tooLong;
  const url = URL.parse(text);
  if (!url) return 'must be a full URL, such as https://example.com/callback';
  return isSecure(url) ? userProblem(text, url) : 'must be https, or http with the host localhost';
}

/** The URL parser drops an empty user name, so the text is checked as well. */
function userProblem(text: string, { username, password }: URL): string | undefined {
  return username || password || /^[^/]*\/\/[^/?#]*@/.test(text)
    ? 'must not contain a user name or password'
    : undefined;
}

const tooLong = `must be at most ${maxAddressLength} characters`;

/** White space, which the URL parser removes or keeps, and invisible characters. */
const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The reason why a text cannot be a link that people open, or undefined. A browser removes tabs and line breaks, so that
 * `java\tscript:` is a scheme to it: characters that it would remove are refused.
 */
export function linkProblem(text: string): string | undefined {
  if (text.length > maxAddressLength) return tooLong;
  if (unseen.test(text) || !text.isWellFormed()) return 'must not contain white space or invisible characters';
  const url = URL.parse(text);
  if (!url || !/^https?:\/\/[^/?#]/i.test(text)) return 'must be a URL that begins with https:// or http://';
  return userProblem(text, url);
}

/** The origin and the path of a web page, without query, fragment and credentials; undefined for any other text. */
export function pageAddress(text: string): string | undefined {
  const url = /^https?:\/\/[^/?#]/i.test(text) ? URL.parse(text) : null;
  return url ? url.origin + url.pathname : undefined;
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
}
