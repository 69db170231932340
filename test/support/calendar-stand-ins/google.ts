import { StandInOAuth } from './oauth.ts';
import { type StandInAnswer, type StandInRequest, StandInServer } from './server.ts';

/** As Google has it (Calendar API v3, Events). */
export interface GoogleStandInEvent {
  readonly id: string;
  readonly status?: 'confirmed' | 'cancelled';
  readonly [property: string]: unknown;
}

interface GoogleStandInCalendar {
  readonly accessRole: 'owner' | 'writer' | 'reader' | 'freeBusyReader';
  readonly summary: string;
  readonly timeZone: string;
  readonly primary: boolean;
  readonly events: Map<string, GoogleStandInEvent>;
  /** What freeBusy says. */
  busy: { start: string; end: string }[];
  /** Per-calendar errors of freeBusy. */
  errors: { domain: string; reason: string }[];
  /** The ids of events in the order of their changes: a sync token is a place in it. */
  readonly changes: string[];
}

/** A Google of one account: OAuth, and what is used of the Calendar API as its documents describe it. */
export class GoogleStandIn {
  readonly oauth = new StandInOAuth();
  readonly calendars = new Map<string, GoogleStandInCalendar>();
  /** Bodies of the watch requests. */
  readonly channels: { calendarId: string; id: string; address: string; token: string }[] = [];
  /** Events on a page. */
  pageSize = 2;
  /** Tokens before this place are forgotten: 410. */
  oldestSyncToken = 0;
  channelLifetimeMs: number | undefined = 7 * 24 * 3_600_000;
  now = Date.parse('2026-03-01T12:00:00.000Z');
  readonly server: StandInServer;

  private constructor(server: StandInServer) {
    this.server = server;
  }

  static async open(): Promise<GoogleStandIn> {
    const mounted: { google?: GoogleStandIn } = {};
    const server = await StandInServer.open((request) => mounted.google?.answer(request) ?? { status: 503 });
    mounted.google = new GoogleStandIn(server);
    return mounted.google;
  }

  get endpoints() {
    const { url } = this.server;
    return { authorizationEndpoint: `${url}/auth`, tokenEndpoint: `${url}/token`, api: `${url}/calendar/v3` };
  }

  calendar(
    id: string,
    options: Partial<Omit<GoogleStandInCalendar, 'events' | 'changes'>> = {},
  ): GoogleStandInCalendar {
    const calendar = {
      ...({ accessRole: 'owner', summary: id, timeZone: 'Europe/Berlin', primary: false } as const),
      ...{ events: new Map(), changes: [], busy: [], errors: [] },
      ...options,
    };
    this.calendars.set(id, calendar);
    return calendar;
  }

  /** Adds or changes an event. */
  put(calendarId: string, event: GoogleStandInEvent): void {
    const calendar = this.calendars.get(calendarId);
    calendar?.events.set(event.id, { status: 'confirmed', ...event });
    calendar?.changes.push(event.id);
  }

  answer(request: StandInRequest): StandInAnswer {
    if (request.path === '/auth') return this.oauth.authorize(request);
    if (request.path === '/token') return this.oauth.token(request);
    if (!this.oauth.isKnown(request.headers.authorization)) return failure(401, 'authError');
    const path = request.path.replace('/calendar/v3', '');
    if (path === '/freeBusy') return this.#freeBusy(request);
    if (path === '/users/me/calendarList') return this.#calendarList(request);
    const [, listed] = /^\/users\/me\/calendarList\/([^/]+)$/.exec(path) ?? [];
    const [, id, rest = ''] = /^\/calendars\/([^/]+)\/events(\/.+)?$/.exec(path) ?? [];
    const calendarId = decodeURIComponent(listed ?? id ?? '');
    const calendar = this.calendars.get(calendarId);
    if (!calendar) return failure(404, 'notFound');
    if (listed !== undefined) return { body: { accessRole: calendar.accessRole } };
    if (calendar.accessRole !== 'owner') return failure(403, 'insufficientPermissions');
    if (rest === '/watch') return this.#watch(calendarId, request);
    return rest === ''
      ? this.#events(calendarId, calendar, request)
      : this.#event(calendarId, calendar, rest.slice(1), request);
  }

  #calendarList({ query }: StandInRequest): StandInAnswer {
    const all = [...this.calendars].map(([id, { events, changes, busy, errors, ...listed }]) => ({ id, ...listed }));
    const from = Number(query.get('pageToken') ?? 0);
    const isLast = from + this.pageSize >= all.length;
    const items = all.slice(from, from + this.pageSize);
    return { body: { items, ...(!isLast && { nextPageToken: String(from + this.pageSize) }) } };
  }

  #freeBusy({ body }: StandInRequest): StandInAnswer {
    if (Date.parse(body.timeMax) - Date.parse(body.timeMin) > 75 * 24 * 3_600_000)
      return failure(400, 'timeRangeTooLong');
    const answers = body.items.map(({ id }: { id: string }) => {
      const calendar = this.calendars.get(id);
      if (!calendar) return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }];
      const overlaps = calendar.busy.filter(({ start, end }) => start < body.timeMax && end > body.timeMin);
      return [id, { ...(calendar.errors.length > 0 && { errors: calendar.errors }), busy: overlaps }];
    });
    return { body: { calendars: Object.fromEntries(answers) } };
  }

  #events(calendarId: string, calendar: GoogleStandInCalendar, { method, query, body }: StandInRequest): StandInAnswer {
    if (method === 'POST') {
      if (body.iCalUID !== undefined && body.id !== undefined) return failure(400, 'invalid');
      if (!/^[0-9a-v]{5,1024}$/.test(body.id)) return failure(400, 'invalid');
      // Also that of an event that was deleted.
      if (calendar.events.has(body.id)) return failure(409, 'duplicate');
      this.put(calendarId, { iCalUID: `${body.id}@google.com`, ...body });
      return { body: { id: body.id } };
    }
    const syncToken = query.get('syncToken');
    if (syncToken !== null && (query.has('timeMin') || query.has('timeMax'))) return failure(400, 'badRequest');
    if (syncToken !== null && Number(syncToken) < this.oldestSyncToken) return failure(410, 'fullSyncRequired');
    const found = syncToken === null ? eventsIn(calendar, query) : changesSince(calendar, Number(syncToken));
    const from = Number(query.get('pageToken') ?? 0);
    const isLast = from + this.pageSize >= found.length;
    const next = isLast
      ? { nextSyncToken: String(calendar.changes.length) }
      : { nextPageToken: String(from + this.pageSize) };
    return { body: { timeZone: calendar.timeZone, items: found.slice(from, from + this.pageSize), ...next } };
  }

  #event(
    calendarId: string,
    calendar: GoogleStandInCalendar,
    id: string,
    { method, body }: StandInRequest,
  ): StandInAnswer {
    const event = calendar.events.get(id);
    if (!event) return failure(404, 'notFound');
    if (method === 'DELETE') {
      if (event.status === 'cancelled') return failure(410, 'deleted');
      this.put(calendarId, { ...event, status: 'cancelled' });
      return { status: 204 };
    }
    this.put(calendarId, { ...event, ...body });
    return { body: { id } };
  }

  #watch(calendarId: string, { body }: StandInRequest): StandInAnswer {
    const { id, address, token } = body;
    if (this.channels.some((channel) => channel.id === id)) return failure(400, 'channelIdNotUnique');
    this.channels.push({ calendarId, id, address, token });
    const expiration =
      this.channelLifetimeMs === undefined ? {} : { expiration: String(this.now + this.channelLifetimeMs) };
    return { body: { kind: 'api#channel', id, resourceId: `resource-${calendarId}`, ...expiration } };
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

/** Deleted events are not listed, unless changes are asked for. */
function eventsIn({ events }: GoogleStandInCalendar, query: URLSearchParams): GoogleStandInEvent[] {
  const [from, until] = [query.get('timeMin') ?? '', query.get('timeMax') ?? ''].map((text) => Date.parse(text)) as [
    number,
    number,
  ];
  return [...events.values()].filter((event) => {
    const [start, end] = [event.start, event.end].map((time) => {
      const { date, dateTime } = (time ?? {}) as { date?: string; dateTime?: string };
      return Date.parse(dateTime ?? date ?? '');
    }) as [number, number];
    // An event with a time that cannot be read is not left out.
    return event.status !== 'cancelled' && !(end <= from || start >= until);
  });
}

function changesSince({ events, changes }: GoogleStandInCalendar, place: number): GoogleStandInEvent[] {
  return [...new Set(changes.slice(place))].map((id) => events.get(id) ?? { id, status: 'cancelled' });
}

function failure(code: number, reason: string): StandInAnswer {
  return { status: code, body: { error: { code, message: reason, errors: [{ domain: 'global', reason }] } } };
}
