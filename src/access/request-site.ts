/** The part of Koa's context that says which page made a browser send a request. */
interface SentRequest {
  get(header: string): string;
}

/**
 * True if the browser reports that a page of this server sent the request. Older browsers, and browsers on plain http, report
 * nothing.
 */
export function isSameOrigin(request: SentRequest): boolean {
  return request.get('Sec-Fetch-Site') === 'same-origin';
}

/**
 * True if the browser reports that a page of another site sent a form. For a page without a referrer, such as ours, a browser
 * sends the origin `null`; it also does so for some foreign pages, which have no valid form token.
 */
export function isForeignForm(request: SentRequest, appUrl: string): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== '') return site !== 'same-origin';
  return !['', 'null', new URL(appUrl).origin].includes(request.get('Origin'));
}

/** True if the browser reports that a script of another origin sent the request. Programs send neither header. */
export function isForeignScript(request: SentRequest, origins: ReadonlySet<string>): boolean {
  if (isSameOrigin(request)) return false;
  const origin = request.get('Origin');
  return origin === '' ? !['', 'none'].includes(request.get('Sec-Fetch-Site')) : !origins.has(origin);
}
