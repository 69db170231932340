import type { Problem } from '#src/domain/field-errors.ts';

const maxUrlLength = 2048;

type UrlProblem = Pick<Problem, 'code' | 'message'>;

/**
 * Why a text cannot be the address of an endpoint, whatever this installation allows and whatever a name leads to;
 * undefined where nothing is wrong.
 */
export function urlProblem(text: string): UrlProblem | undefined {
  if (text.length > maxUrlLength) return { code: 'too_long', message: `Must be at most ${maxUrlLength} characters` };
  const url = URL.parse(text);
  if (url && url.protocol !== 'https:' && url.protocol !== 'http:') return invalid(mustBeHttps);
  // The URL parser removes line breaks and tabs and adds slashes, so the text is checked as well.
  if (!url || !/^https?:\/\//i.test(text) || /[\s\p{Cc}]/u.test(text) || !text.isWellFormed()) {
    return invalid('Must be a whole URL, such as https://example.com/webhooks');
  }
  // The URL parser removes an empty user name and an empty fragment.
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)) return invalid('Must have no user or password');
  return text.includes('#') ? invalid('Must have no fragment') : undefined;
}

export const mustBeHttps = 'Must be https';

function invalid(message: string): UrlProblem {
  return { code: 'invalid_format', message };
}
