import { maxSessionAgeMs } from '#src/domain/sessions/session.ts';
import { isForeignScript } from './request-site.ts';

/**
 * The header that only our own client sends. A page of another origin can send it only after a preflight, which is refused; so
 * no such page can use the cookie. If a browser allows it anyway, the headers that name the page still cause a refusal.
 */
export const clientHeader = 'X-Slotline-Client';

/** The maximum lifetime of a session. The server may end it earlier. */
const maxAgeSeconds = maxSessionAgeMs / 1000;

/** The part of Koa's context that cookies need. */
interface HttpExchange {
  get(header: string): string;
  append(header: string, value: string): void;
}

interface BrowserCookie {
  readonly token: string | undefined;
  readonly set: (token: string) => void;
}

interface SessionCookie extends BrowserCookie {
  readonly clear: () => void;
}

/** The session cookie of a request; undefined without the header of our own client, and for a page of another origin. */
export function sessionCookies(urls: {
  readonly appUrl: string;
  readonly baseUrl: string;
}): (koa: HttpExchange) => SessionCookie | undefined {
  const read = pageCookies(urls.appUrl);
  const origins = new Set([urls.appUrl, urls.baseUrl].map((url) => new URL(url).origin));
  return (koa) => (koa.get(clientHeader) === '' || isForeignScript(koa, origins) ? undefined : read(koa));
}

/**
 * The same for pages that a browser navigates to, which cannot send that header. Such a page may only show something,
 * or accept a form that carries a form token.
 */
export function pageCookies(appUrl: string): (koa: HttpExchange) => SessionCookie {
  const { name, attributes } = namedCookie('session', appUrl);
  return (koa) => {
    const write = (token: string, ageSeconds: number) =>
      koa.append('Set-Cookie', `${name}=${token}; Max-Age=${ageSeconds}${attributes}`);
    return {
      token: cookieNamed(koa.get('Cookie'), name),
      set: (token) => write(token, maxAgeSeconds),
      clear: () => write('', 0),
    };
  };
}

/**
 * Ties a form to its browser before the sign-in. The cookie expires when the browser closes. A browser must send it when
 * another site links here; otherwise each visit would replace it, and the form in an earlier tab would fail: hence Lax.
 */
export function browserCookies(appUrl: string): (koa: HttpExchange) => BrowserCookie {
  const { name, attributes } = namedCookie('browser', appUrl);
  return (koa) => ({
    token: cookieNamed(koa.get('Cookie'), name),
    set: (token) => koa.append('Set-Cookie', `${name}=${token}${attributes}`),
  });
}

function namedCookie(plainName: string, appUrl: string) {
  const isSecure = appUrl.startsWith('https:');
  return {
    name: isSecure ? `__Host-${plainName}` : plainName,
    attributes: `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  };
}

/** The first cookie of the name. On https there is only one, because `__Host-` prevents other hosts from setting another. */
function cookieNamed(header: string, name: string): string | undefined {
  const cookies = header.split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
}
