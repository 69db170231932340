import type { Problem } from '#src/domain/field-errors.ts';

const maxUrlLength = 2048;
const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

type UrlProblem = Pick<Problem, 'code' | 'message'>;

/**
 * The reason why this server can send no requests to a URL, whatever the installation allows and the name resolves to;
 * undefined for a valid URL.
 */
export function urlProblem(text: string, example = 'https://example.com/webhooks'): UrlProblem | undefined {
  if (text.length > maxUrlLength) return { code: 'too_long', message: `Must be at most ${maxUrlLength} characters` };
  const url = URL.parse(text);
  if (url && url.protocol !== 'https:' && url.protocol !== 'http:') return invalid(mustBeHttps);
  // The URL parser removes line breaks, tabs and invisible characters, and adds slashes, so check the text as well.
  if (!url || !/^https?:\/\//i.test(text) || unseen.test(text) || !text.isWellFormed()) {
    return invalid(`Must be a full URL, such as ${example}`);
  }
  // The URL parser removes an empty user name and an empty fragment.
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text))
    return invalid('Must not contain a user name or password');
  if (text.includes('#')) return invalid('Must not contain a fragment');
  if (url.port === '0') return invalid('Must not have the port 0');
  return canResolve(url.hostname) ? undefined : invalid('Must have a resolvable host name');
}

const label = /^[a-z0-9_-]{1,63}$/;
const maxNameLength = 253;

/**
 * True if the host, as the URL parser writes it, is an IP address or a DNS name. A dot at its end is part of a full name. Host
 * names have no underscore, but names in DNS may have one, and wildcard certificates cover them.
 */
function canResolve(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= maxNameLength && name.split('.').every((each) => label.test(each));
}

export const mustBeHttps = 'Must be https';

function invalid(message: string): UrlProblem {
  return { code: 'invalid_format', message };
}
