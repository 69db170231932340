/** A call as a test wrote it; instants are ISO 8601 text, UTC, with milliseconds. */
export interface ModelCall {
  id: number;
  previewId: string;
  eventId: number;
  contactId: number;
  userId: number;
  setterId: number | null;
  status: 'SCHEDULED' | 'RESCHEDULED' | 'CANCELLED';
  callType: 'STRATEGY_EVENT' | 'DISCOVERY_EVENT';
  dateTime: string;
  endTime: string;
  duration: number;
  inviteeName: string;
  inviteeEmail: string | null;
  phoneNumber: string | null;
  outcome: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The arguments of the list, by their names in REST and GraphQL. */
export interface CallFilters {
  page?: number;
  limit?: number;
  eventType?: string;
  dateFrom?: string;
  dateTo?: string;
  ids?: number[];
  userIds?: number[];
  eventIds?: number[];
  outcomes?: string[];
  types?: string[];
  callTypes?: string[];
  inviteeEmails?: string[];
  search?: string;
  setterIds?: number[];
  hasSetter?: boolean;
  contactId?: number;
  previewId?: string;
  orderColumn?: 'dateTime' | 'createdAt' | 'updatedAt' | 'id';
  orderBy?: 'asc' | 'desc';
}

interface Viewpoint {
  now: string;
  timeZone: string;
  /** The user who sees only their own calls. */
  only?: number;
}

/** The contract's list in the plainest code: the ids of the page, and the number of matching calls. */
export function expectedPage(calls: readonly ModelCall[], filters: CallFilters, viewpoint: Viewpoint) {
  const { page = 0, limit = 20, orderColumn = 'dateTime', orderBy = 'desc' } = filters;
  const matching = calls.filter((call) => isVisible(call, viewpoint) && matches(call, filters, viewpoint));
  const sign = orderBy === 'asc' ? 1 : -1;
  matching.sort((a, b) => sign * (compare(a[orderColumn], b[orderColumn]) || a.id - b.id));
  const ids = matching.slice(page * limit, (page + 1) * limit).map(({ id }) => id);
  return { ids, count: matching.length };
}

export function eventTypeAt(call: ModelCall, now: string): 'PAST' | 'UPCOMING' {
  return Date.parse(call.endTime) <= Date.parse(now) ? 'PAST' : 'UPCOMING';
}

export function outcomeAt(call: ModelCall, now: string): string | null {
  return (
    call.outcome ??
    (call.status === 'CANCELLED' ? null : eventTypeAt(call, now) === 'PAST' ? 'PENDING_OUTCOME' : 'PENDING')
  );
}

/** The query string of a REST call; lists are separated by commas. */
export function queryString(filters: CallFilters): string {
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
}

function isVisible({ userId, setterId }: ModelCall, { only }: Viewpoint): boolean {
  return only === undefined || userId === only || setterId === only;
}

function matches(call: ModelCall, filters: CallFilters, { now, timeZone }: Viewpoint): boolean {
  const { eventType = 'ALL', dateFrom, dateTo, contactId, previewId } = filters;
  const type = { SCHEDULED: 'scheduled_events', RESCHEDULED: 'rescheduled_events', CANCELLED: 'cancelled_events' };
  return (
    (eventType === 'ALL' || eventType === eventTypeAt(call, now)) &&
    (dateFrom === undefined || comparedWith(call.dateTime, dateFrom, timeZone) >= 0) &&
    (dateTo === undefined || comparedWith(call.dateTime, dateTo, timeZone) <= 0) &&
    oneOf(filters.ids, call.id) &&
    oneOf(filters.userIds, call.userId) &&
    oneOf(filters.setterIds, call.setterId) &&
    (filters.hasSetter === undefined || filters.hasSetter === (call.setterId !== null)) &&
    oneOf(filters.eventIds, call.eventId) &&
    oneOf(filters.outcomes, outcomeAt(call, now)) &&
    oneOf(filters.types, type[call.status]) &&
    oneOf(filters.callTypes, call.callType) &&
    oneOf(
      filters.inviteeEmails?.map((email) => email.toLowerCase()),
      call.inviteeEmail?.toLowerCase() ?? null,
    ) &&
    (contactId === undefined || contactId === call.contactId) &&
    (!previewId || previewId === call.previewId) &&
    isFound(call, filters.search ?? '')
  );
}

function oneOf<Value>(allowed: readonly Value[] | undefined, value: Value | null): boolean {
  return allowed === undefined || allowed.length === 0 || (value !== null && allowed.includes(value));
}

function isFound({ inviteeName, inviteeEmail, phoneNumber }: ModelCall, search: string): boolean {
  const texts = [inviteeName, inviteeEmail ?? '', phoneNumber ?? ''].map((text) => text.toLowerCase());
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => texts.some((text) => text.includes(word)));
}

/** A day is compared by the calendar of the zone, an instant by the millisecond. */
function comparedWith(dateTime: string, bound: string, timeZone: string): number {
  if (bound.length > 10) return Date.parse(dateTime) - Date.parse(bound);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(dateTime));
  return compare(day, bound);
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
