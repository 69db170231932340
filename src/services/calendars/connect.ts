import { readConnection } from '#src/db/reads/calendar-connections.ts';
import { readListedConnection } from '#src/db/reads/listed-calendar-connections.ts';
import {
  type CalendarConnection,
  type CreateCalendarConnectionInput,
  withHttps,
} from '#src/domain/calendars/connection.ts';
import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import { fieldError, requireFound } from '#src/domain/errors.ts';
import type { CallerContext } from '../context.ts';
import { requireTarget, targetProblem } from '../outgoing-target.ts';
import { asOf, requireOwnConnection } from './connections.ts';
import type { CalendarGateway } from './gateway.ts';
import { authorizationUrl } from './oauth/authorization.ts';
import type { CalendarSecret, FoundCalendars } from './providers/provider.ts';
import { readNewConnection } from './read-connection.ts';
import { noCalendar, storeConnection, storedCalendars } from './store-connection.ts';

/** A connection, or the URL where the member authorizes one. */
export interface NewConnection {
  readonly connection: CalendarConnection | null;
  readonly authorizationUrl: string | null;
}

/** The time limit for the list of calendars, which shows if the credential works. */
const maxListMs = 20_000;

/**
 * Connects calendars of the caller, or gives a connection a new credential. Tries the entered credential and reads the
 * calendars at once, so that the response says if it works. No transaction is open meanwhile.
 */
export async function createCalendarConnection(
  context: CallerContext,
  input: CreateCalendarConnectionInput,
): Promise<NewConnection> {
  const { calendars, clock, db, principal } = context;
  const { workspaceId, userId } = principal;
  const { kind } = input;
  const connectionId = input.connectionId ?? null;
  if (!calendars.kinds.includes(kind)) {
    const offered = `This server is not set up for it. Available kinds: ${calendars.kinds.join(', ')}`;
    throw fieldError('kind', 'not_allowed', offered);
  }
  if (connectionId !== null) await requireOwnConnection(context, { kind, connectionId });
  if (kind === 'GOOGLE' || kind === 'MICROSOFT') {
    return { connection: null, authorizationUrl: authorizationUrl(context, { kind, connectionId }) };
  }
  const secret = await secretOf(context, input);
  requireTarget(await targetProblem(context, secret));
  const found = await foundCalendars(context, secret);
  const id = await storeConnection(context, [workspaceId, userId], { secret, found, connectionId });
  await readNewConnection(context, [workspaceId, id]);
  const row = requireFound(await readListedConnection(db.pool, [workspaceId, id]));
  return { connection: asOf(clock.now(), row), authorizationUrl: null };
}

type TypedSecret = Extract<CalendarSecret, { readonly kind: 'ICS' | 'CALDAV' }>;

/** Combines the entered fields with the stored ones of the connection that gets a new credential. */
async function secretOf(
  { db, calendars, principal }: CallerContext,
  { kind, connectionId, ...typed }: CreateCalendarConnectionInput,
): Promise<TypedSecret> {
  if (kind === 'ICS') return { kind, url: withHttps(typed.url ?? '') };
  const id = connectionId ?? null;
  const stored = id === null ? undefined : await readConnection(db, [principal.workspaceId, id]);
  const before = stored && openedSecret(calendars, stored.secret);
  const url = typed.url ? withHttps(typed.url) : before?.url;
  const username = typed.username ?? before?.username;
  if (url === undefined) throw fieldError('url', 'required', 'Is required');
  if (username === undefined) throw fieldError('username', 'required', 'Is required');
  return { kind: 'CALDAV', url, username, password: typed.password ?? '' };
}

/** Returns undefined if the secret was sealed with another SECRET_KEY: then every field must be entered again. */
function openedSecret(
  calendars: CalendarGateway,
  sealed: Buffer,
): Extract<CalendarSecret, { readonly kind: 'CALDAV' }> | undefined {
  try {
    const secret = calendars.open(sealed);
    return secret.kind === 'CALDAV' ? secret : undefined;
  } catch (error) {
    if (error instanceof CalendarProblem) return undefined;
    throw error;
  }
}

/** The calendars that the provider lists. A failure becomes an error of the field that can fix it. */
async function foundCalendars({ calendars, principal }: CallerContext, secret: TypedSecret): Promise<FoundCalendars> {
  const { http, host } = calendars;
  const { timeZone, workspaceId } = principal;
  const signal = AbortSignal.timeout(maxListMs);
  try {
    const access = { secret, http, host, signal, timeZone, workspaceId };
    const found = await calendars.provider(secret.kind).listCalendars(access);
    if (storedCalendars(found.calendars).length === 0) throw new CalendarProblem(noCalendar);
    return found;
  } catch (error) {
    const late = `No complete response within ${maxListMs / 1_000} seconds.`;
    const problem = signal.aborted ? new CalendarProblem(late) : error;
    if (!(problem instanceof CalendarProblem)) throw problem;
    throw fieldError(secret.kind === 'CALDAV' && problem.isRefused ? 'password' : 'url', 'invalid', problem.message);
  }
}
