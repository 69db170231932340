import type { Context as KoaContext } from 'koa';
import { clientHeader } from '#src/graphql/client-header.ts';
import type { SessionCookie } from '#src/graphql/context.ts';

/** As long as browsers keep one. When a session ends is for the server to say. */
const greatestAgeSeconds = 400 * 86_400;

/** The session in the cookie of a request, and how to change it: nothing without the header of our own client. */
export function sessionCookies(appUrl: string): (koa: KoaContext) => RequestCookie | undefined {
  const isSecure = appUrl.startsWith('https:');
  const name = isSecure ? '__Host-session' : 'session';
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return (koa) => {
    if (koa.get(clientHeader) === '') return undefined;
    const write = (token: string, ageSeconds: number) =>
      koa.append('Set-Cookie', `${name}=${token}; Max-Age=${ageSeconds}${attributes}`);
    return {
      token: cookieNamed(koa.get('Cookie'), name),
      keep: (token) => write(token, greatestAgeSeconds),
      forget: () => write('', 0),
    };
  };
}

interface RequestCookie extends SessionCookie {
  readonly token: string | undefined;
}

/** The first of the name. On https there is but one: `__Host-` lets nobody else set another. */
function cookieNamed(header: string, name: string): string | undefined {
  const cookies = header.split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
}
