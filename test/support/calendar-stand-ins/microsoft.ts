import { StandInOAuth } from './oauth.ts';
import { type StandInAnswer, type StandInRequest, StandInServer } from './server.ts';

/** As Microsoft Graph has it. */
export interface GraphStandInEvent {
  readonly id: string;
  readonly start: { dateTime: string; timeZone: string };
  readonly end: { dateTime: string; timeZone: string };
  readonly [property: string]: unknown;
}

interface GraphStandInCalendar {
  readonly name: string;
  readonly canEdit: boolean;
  readonly isDefaultCalendar: boolean;
  readonly events: Map<string, GraphStandInEvent>;
  /** The ids of events in the order of their changes: a delta token is a place in it. */
  readonly changes: string[];
}

/** A Microsoft of one account: OAuth, and what is used of Microsoft Graph v1.0 as its documents describe it. */
export class MicrosoftStandIn {
  readonly oauth = new StandInOAuth();
  readonly calendars = new Map<string, GraphStandInCalendar>();
  readonly subscriptions = new Map<
    string,
    { notificationUrl: string; resource: string; clientState: string; expirationDateTime: string }
  >();
  /** Events on a page. */
  pageSize = 2;
  /** Tokens before this place are forgotten: 410. */
  oldestDeltaToken = 0;
  readonly server: StandInServer;
  #last = 0;

  private constructor(server: StandInServer) {
    this.server = server;
  }

  static async open(): Promise<MicrosoftStandIn> {
    const mounted: { microsoft?: MicrosoftStandIn } = {};
    const server = await StandInServer.open((request) => mounted.microsoft?.answer(request) ?? { status: 503 });
    mounted.microsoft = new MicrosoftStandIn(server);
    return mounted.microsoft;
  }

  get endpoints() {
    const { url } = this.server;
    return { authorizationEndpoint: `${url}/authorize`, tokenEndpoint: `${url}/token`, api: `${url}/v1.0` };
  }

  calendar(id: string, options: Partial<Omit<GraphStandInCalendar, 'events' | 'changes'>> = {}): GraphStandInCalendar {
    const defaults = { name: id, canEdit: true, isDefaultCalendar: false };
    const calendar = { ...defaults, events: new Map(), changes: [], ...options };
    this.calendars.set(id, calendar);
    return calendar;
  }

  /** Adds or changes an event. */
  put(calendarId: string, event: GraphStandInEvent): void {
    const calendar = this.calendars.get(calendarId);
    calendar?.events.set(event.id, event);
    calendar?.changes.push(event.id);
  }

  remove(calendarId: string, id: string): void {
    this.calendars.get(calendarId)?.events.delete(id);
    this.calendars.get(calendarId)?.changes.push(id);
  }

  answer(request: StandInRequest): StandInAnswer | Promise<StandInAnswer> {
    if (request.path === '/authorize') return this.oauth.authorize(request);
    if (request.path === '/token') return this.oauth.token(request);
    if (!this.oauth.isKnown(request.headers.authorization)) return failure(401, 'InvalidAuthenticationToken');
    const path = request.path.replace('/v1.0', '');
    if (path === '/me/calendars') return this.#calendarPage(request);
    if (path.startsWith('/subscriptions')) return this.#subscription(path.slice('/subscriptions/'.length), request);
    const [, eventId] = /^\/me\/events\/([^/]+)$/.exec(path) ?? [];
    if (eventId !== undefined) return this.#event(decodeURIComponent(eventId), request);
    const [, id, rest] = /^\/me\/calendars\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const calendarId = decodeURIComponent(id ?? '');
    const calendar = this.calendars.get(calendarId);
    if (!calendar) return failure(404, 'ErrorItemNotFound');
    if (rest === 'calendarView') return this.#page(request, path, eventsIn(calendar, request));
    if (rest === 'calendarView/delta') return this.#delta(request, path, calendar);
    return this.#events(calendarId, calendar, request);
  }

  #calendarPage(request: StandInRequest): StandInAnswer {
    const owner = { name: 'Ada', address: 'ada@example.com' };
    const all = [...this.calendars].map(([id, { name, canEdit, isDefaultCalendar }]) => {
      return { id, name, canEdit, isDefaultCalendar, owner };
    });
    return this.#page(request, '/me/calendars', all);
  }

  #page({ query }: StandInRequest, path: string, all: readonly object[], last: object = {}): StandInAnswer {
    const from = Number(query.get('$skiptoken') ?? 0);
    const next = new URLSearchParams(query);
    next.set('$skiptoken', String(from + this.pageSize));
    const isLast = from + this.pageSize >= all.length;
    const link = { '@odata.nextLink': `${this.server.url}/v1.0${path}?${next}` };
    return { body: { value: all.slice(from, from + this.pageSize), ...(isLast ? last : link) } };
  }

  /** Occurrences have nothing here but their times. */
  #delta(request: StandInRequest, path: string, calendar: GraphStandInCalendar): StandInAnswer {
    const token = request.query.get('$deltatoken');
    if (token !== null && Number(token) < this.oldestDeltaToken) return failure(410, 'SyncStateNotFound');
    const found =
      token === null
        ? eventsIn(calendar, request)
        : [...new Set(calendar.changes.slice(Number(token)))].map(
            (id) => calendar.events.get(id) ?? { id, '@removed': { reason: 'deleted' } },
          );
    const values = found.map((event) =>
      'type' in event && event.type === 'occurrence' ? bare(event as GraphStandInEvent) : event,
    );
    const deltaLink = `${this.server.url}/v1.0${path}?$deltatoken=${calendar.changes.length}`;
    return this.#page(request, path, values, { '@odata.deltaLink': deltaLink });
  }

  #events(
    calendarId: string,
    { events }: GraphStandInCalendar,
    { method, query, body }: StandInRequest,
  ): StandInAnswer {
    if (method === 'GET') {
      const [, uid] = /ep\/value eq '([^']+)'/.exec(query.get('$filter') ?? '') ?? [];
      const has = ({ singleValueExtendedProperties: properties = [] }: GraphStandInEvent) =>
        (properties as { value: string }[]).some(({ value }) => value === uid);
      return { body: { value: [...events.values()].filter(has).map(({ id }) => ({ id })) } };
    }
    const isTaken = [...events.values()].some(({ transactionId }) => transactionId === body.transactionId);
    if (isTaken) return failure(409, 'ErrorDuplicateTransactionId');
    const id = `event-${++this.#last}`;
    this.put(calendarId, { ...body, id, isCancelled: false });
    return { status: 201, body: { id } };
  }

  #event(id: string, { method, body }: StandInRequest): StandInAnswer {
    const [calendarId, calendar] = [...this.calendars].find(([, { events }]) => events.has(id)) ?? [];
    const event = calendar?.events.get(id);
    if (!event || calendarId === undefined) return failure(404, 'ErrorItemNotFound');
    if (method === 'DELETE') {
      this.remove(calendarId, id);
      return { status: 204 };
    }
    if (body.transactionId !== undefined) return failure(400, 'ErrorInvalidPropertySet');
    this.put(calendarId, { ...event, ...body });
    return { body: { id } };
  }

  async #subscription(id: string, { method, body }: StandInRequest): Promise<StandInAnswer> {
    const minutes = (Date.parse(body.expirationDateTime) - this.now) / 60_000;
    if (!(minutes > 0 && minutes <= 10_080)) return failure(400, 'ExtensionError');
    if (method === 'PATCH') {
      const stored = this.subscriptions.get(id);
      if (!stored) return failure(404, 'ResourceNotFound');
      this.subscriptions.set(id, { ...stored, expirationDateTime: body.expirationDateTime });
      return { body: { id, expirationDateTime: body.expirationDateTime } };
    }
    if (body.clientState.length > 128) return failure(400, 'InvalidRequest');
    const validated = await validation(body.notificationUrl);
    if (!validated) return failure(400, 'ValidationError');
    const created = `subscription-${++this.#last}`;
    this.subscriptions.set(created, body);
    return { status: 201, body: { id: created, expirationDateTime: body.expirationDateTime } };
  }

  now = Date.parse('2026-03-01T12:00:00.000Z');

  close(): Promise<void> {
    return this.server.close();
  }
}

function eventsIn({ events }: GraphStandInCalendar, { query }: StandInRequest): GraphStandInEvent[] {
  const [from, until] = [query.get('startDateTime'), query.get('endDateTime')].map((text) =>
    Date.parse(text ?? ''),
  ) as [number, number];
  return [...events.values()].filter(({ start, end }) => {
    return !(Date.parse(`${end.dateTime}Z`) <= from || Date.parse(`${start.dateTime}Z`) >= until);
  });
}

/** The address must give the token back as plain text, decoded. */
async function validation(notificationUrl: string): Promise<boolean> {
  const token = 'Validation: Testing client & <b>1+1</b>';
  const address = `${notificationUrl}?${new URLSearchParams({ validationToken: token })}`;
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'text/plain; charset=utf-8' } });
  const isText = answer.headers.get('content-type')?.startsWith('text/plain') ?? false;
  return answer.status === 200 && isText && (await answer.text()) === token;
}

function bare({ id, type, seriesMasterId, start, end }: GraphStandInEvent): object {
  return { id, type, seriesMasterId, start, end };
}

function failure(status: number, code: string): StandInAnswer {
  return { status, body: { error: { code, message: code } } };
}
