import type { Context as KoaContext, Middleware } from 'koa';
import { authorizationProblems } from '#src/domain/calendars/authorization-problem.ts';
import { readOnly } from '#src/http/read-only.ts';
import { html } from '#src/lib/html.ts';
import {
  type AuthorizationResult,
  completeAuthorization,
} from '#src/services/calendars/oauth/complete-authorization.ts';
import { originOf, sessionGuard } from '../accounts/guard.ts';
import type { PagesContext } from '../context.ts';
import { pageEndpoint } from '../look/endpoint.ts';
import { sendRedirect } from '../look/page.ts';

/**
 * `/calendars/oauth/callback`: the redirect target for Google and Microsoft. The state names the member who started, and the
 * session shows who is signed in: nobody can connect their calendars to another member.
 */
export function calendarCallback(context: PagesContext): Middleware {
  const guard = sessionGuard(context);
  const { appUrl } = context;
  const endpoint = pageEndpoint(comeBack, context);
  return readOnly((koa) => endpoint(koa, async () => undefined));

  async function comeBack(koa: KoaContext): Promise<void> {
    const query = new URLSearchParams(koa.querystring);
    const principal = await guard.principalOf(koa);
    if (!principal) return leadTo(koa, signInAddress(appUrl, koa), 'Sign in to continue.');
    const response = { state: query.get('state') ?? '', code: query.get('code'), error: query.get('error') };
    const result = await completeAuthorization({ ...context, ...originOf(context, koa) }, principal.userId, response);
    const text = 'problem' in result ? authorizationProblems[result.problem] : 'Your calendar is connected.';
    leadTo(koa, `${appUrl}/settings/calendars?${outcome(result)}`, text);
  }
}

function outcome(result: AuthorizationResult): URLSearchParams {
  return new URLSearchParams(
    'problem' in result ? { problem: result.problem } : { connected: String(result.connectionId) },
  );
}

/** The session may end while the provider asks: the person continues after the sign-in. */
function signInAddress(appUrl: string, { path, querystring }: KoaContext): string {
  return `${appUrl}/sign-in?${new URLSearchParams({ next: `${path}?${querystring}` })}`;
}

function leadTo(koa: KoaContext, location: string, text: string): void {
  const content = html`<h1>Calendars</h1><p>${text}</p><p><a href="${location}">Continue</a></p>`;
  sendRedirect(koa, location, { title: 'Calendars', content });
}
