import type { StoredConnection } from '#src/db/reads/calendar-connections.ts';
import { freshSecret, isFresh, isOAuthSecret } from './oauth/fresh-secret.ts';
import type { CalendarAccess, CalendarProvider, OAuthSecret } from './providers/provider.ts';
import type { CalendarContext } from './store-connection.ts';

export interface OpenedConnection {
  readonly provider: CalendarProvider;
  readonly access: CalendarAccess;
}

/**
 * What calls to the provider of a connection need, with a valid access token if the provider uses one. Rejects with a
 * CalendarProblem if the credential is unreadable or its renewal is refused. The signal aborts every request.
 */
export async function openAccess(
  context: CalendarContext,
  { workspaceId, id, kind, secret: sealed, timeZone }: StoredConnection,
  signal: AbortSignal,
  { isCheck }: Pick<CalendarAccess, 'isCheck'> = {},
): Promise<OpenedConnection> {
  const { calendars, clock } = context;
  const provider = calendars.provider(kind);
  const secret = calendars.open(sealed);
  const common = { http: calendars.http, signal, workspaceId, isCheck, timeZone, host: calendars.host };
  if (!isOAuthSecret(secret)) return { provider, access: { ...common, secret } };
  const key = [workspaceId, id] as const;
  const fresh = isFresh(secret, clock.now()) ? secret : await freshSecret(context, { key, signal });
  const renew = (refusedToken: string) => freshSecret(context, { key, signal, refusedToken });
  return { provider, access: renewingAccess({ ...common, secret: fresh }, renew) };
}

/** Always returns the newest secret, so that a refused token is not sent again. */
function renewingAccess(
  access: CalendarAccess<OAuthSecret>,
  renew: (refusedToken: string) => Promise<OAuthSecret>,
): CalendarAccess {
  let { secret } = access;
  return {
    ...access,
    get secret() {
      return secret;
    },
    async renew(refusedToken) {
      secret = await renew(refusedToken);
      return secret;
    },
  };
}
