import type { Context as KoaContext } from 'koa';
import { clientHeader } from '#src/graphql/client-header.ts';
import type { SessionCookie } from '#src/graphql/context.ts';

/** As long as browsers keep one. When a session ends is for the server to say. */
const greatestAgeSeconds = 400 * 86_400;

/** The session in the cookie of a request, and how to change it: nothing without the header of our own client. */
export function sessionCookies(appUrl: string): (koa: KoaContext) => RequestCookie | undefined {
  const read = pageCookies(appUrl);
  return (koa) => (koa.get(clientHeader) === '' ? undefined : read(koa));
}

/**
 * The same for pages that a browser is sent to, with no header but its own. They may only show something, or take what
 * a form brings together with a token of ours.
 */
export function pageCookies(appUrl: string): (koa: KoaContext) => RequestCookie {
  const { name, attributes } = namedCookie('session', appUrl, 'Lax');
  return (koa) => {
    const write = (token: string, ageSeconds: number) =>
      koa.append('Set-Cookie', `${name}=${token}; Max-Age=${ageSeconds}${attributes}`);
    return {
      token: cookieNamed(koa.get('Cookie'), name),
      keep: (token) => write(token, greatestAgeSeconds),
      forget: () => write('', 0),
    };
  };
}

/** Ties a form to the browser that it was sent to, before anybody is signed in there. Ends with the browser. */
export function browserCookies(appUrl: string): (koa: KoaContext) => { token: string | undefined; keep: Keep } {
  const { name, attributes } = namedCookie('browser', appUrl, 'Strict');
  return (koa) => ({
    token: cookieNamed(koa.get('Cookie'), name),
    keep: (token) => koa.append('Set-Cookie', `${name}=${token}${attributes}`),
  });
}

type Keep = (token: string) => void;

function namedCookie(plainName: string, appUrl: string, sameSite: 'Lax' | 'Strict') {
  const isSecure = appUrl.startsWith('https:');
  return {
    name: isSecure ? `__Host-${plainName}` : plainName,
    attributes: `; Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`,
  };
}

export interface RequestCookie extends SessionCookie {
  readonly token: string | undefined;
}

/** The first of the name. On https there is but one: `__Host-` lets nobody else set another. */
function cookieNamed(header: string, name: string): string | undefined {
  const cookies = header.split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
}
