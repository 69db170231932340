import type { StoredAnswer, StoredCall, StoredContact, StoredRows } from './report-workspace.ts';
import {
  dayOf,
  fits,
  isHeld,
  isNoShow,
  isWon,
  keyOf,
  names,
  type Origin,
  type OriginFilters,
  seesCall,
  sourceOf,
  type Viewer,
} from './reported-records.ts';

type Placed<Row> = Row & { readonly origin: Origin };

/** A contact with the calls that the viewer sees, the first booking first. */
export interface Lead extends StoredContact {
  readonly calls: readonly StoredCall[];
}

/** What a set of days has: contacts created, first bookings, calls and forms. */
export interface PlacedLeads {
  readonly created: readonly Placed<Lead>[];
  readonly cohort: readonly Placed<Lead>[];
  readonly calls: readonly Placed<StoredCall>[];
  readonly forms: readonly Placed<StoredAnswer>[];
}

export interface LeadQuestion {
  readonly viewer: Viewer;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly filters: OriginFilters;
}

export function leadRows(rows: StoredRows, { viewer, dateFrom, dateTo, filters }: LeadQuestion): PlacedLeads {
  const seenCalls = rows.calls.filter(seesCall(viewer));
  const leads: Lead[] = rows.contacts.map((contact) => ({
    ...contact,
    calls: seenCalls
      .filter(({ contactId }) => contactId === contact.id)
      .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id),
  }));
  const originOf = (lead: Lead | undefined, at: Date): Origin => {
    const first = lead?.calls[0];
    const bought = rows.deals
      .filter(
        (deal) =>
          names(viewer, deal.userId) && lead !== undefined && deal.contactId === lead.id && deal.productId !== null,
      )
      .sort((one, other) => one.id - other.id);
    return {
      at,
      closer: lead?.userId ?? null,
      setter: lead?.setterId ?? null,
      event: first?.eventId ?? null,
      callType: first?.callType ?? null,
      source: (lead && sourceOf(lead)) ?? (first ? sourceOf(first) : null),
      product: bought[0]?.productId ?? null,
    };
  };
  const leadOf = (contactId: number | null) => leads.find(({ id }) => id === contactId);
  const isIn = ({ origin }: { origin: Origin }) =>
    dayOf(origin.at) >= dateFrom && dayOf(origin.at) <= dateTo && fits(origin, filters);
  const forms = new Map(
    rows.answers.map((answer) => [`${answer.contactId} ${answer.eventId} ${answer.createdAt.getTime()}`, answer]),
  );
  return {
    created: leads.map((lead) => ({ ...lead, origin: originOf(lead, lead.createdAt) })).filter(isIn),
    cohort: leads
      .flatMap((lead) => (lead.calls[0] ? [{ ...lead, origin: originOf(lead, lead.calls[0].createdAt) }] : []))
      .filter(isIn),
    calls: seenCalls
      .map((call) => ({
        ...call,
        origin: { ...originOf(leadOf(call.contactId), call.dateTime), event: call.eventId, callType: call.callType },
      }))
      .filter(isIn),
    forms: [...forms.values()]
      .map((form) => ({ ...form, origin: originOf(leadOf(form.contactId), form.createdAt) }))
      .filter(isIn),
  };
}

const share = (numerator: number, denominator: number) => ({
  numerator,
  denominator,
  value: denominator === 0 ? null : numerator / denominator,
});

/** The value below which a share of the sorted values lies, between two of them where it must. */
function percentile(sorted: readonly number[], of: number): number | null {
  if (sorted.length === 0) return null;
  const place = of * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number];
  return low + (place - Math.floor(place)) * (high - low);
}

function speed(minutes: readonly number[]) {
  const sorted = minutes.map((each) => Math.max(0, each)).sort((one, other) => one - other);
  let before = -1;
  const bands = [5, 15, 60, 1440, null].map((most) => {
    const count = sorted.filter((each) => each > before && (most === null || each <= most)).length;
    before = most ?? before;
    return { minutes: most, count };
  });
  return { medianMinutes: percentile(sorted, 0.5), p95Minutes: percentile(sorted, 0.95), bands };
}

const minutesFrom = (start: Date, end: Date) => (end.getTime() - start.getTime()) / 60_000;

export function leadNumbersOf({ created, cohort, calls, forms }: PlacedLeads): Record<string, unknown> {
  const booked = created.filter(({ calls: of }) => of.length > 0);
  const disqualified = created.filter(({ status }) => status === 'DISQUALIFIED').length;
  const bands = [
    [1, 0, 1],
    [3, 1, 3],
    [7, 3, 7],
    [null, 7, Number.POSITIVE_INFINITY],
  ] as const;
  return {
    created: created.length,
    booked: booked.length,
    held: created.filter(({ calls: of }) => of.some(isHeld)).length,
    won: created.filter(({ calls: of }) => of.some(isWon)).length,
    disqualified,
    forms: forms.length,
    cohortCloseRate: share(cohort.filter(({ calls: of }) => of.some(isWon)).length, cohort.length),
    disqualifiedRate: share(disqualified, forms.length),
    speedToLead: speed(
      booked.map(({ joinedTime, calls: of }) => minutesFrom(joinedTime, (of[0] as StoredCall).createdAt)),
    ),
    speedToCall: speed(
      booked.map(({ joinedTime, calls: of }) => minutesFrom(joinedTime, (of[0] as StoredCall).dateTime)),
    ),
    leadTime: bands.map(([days, from, until]) => {
      const inBand = calls.filter(({ createdAt, dateTime }) => {
        const ahead = minutesFrom(createdAt, dateTime) / 1440;
        return (from === 0 || ahead >= from) && ahead < until;
      });
      const held = inBand.filter(isHeld).length;
      return { days, booked: inBand.length, showRate: share(held, held + inBand.filter(isNoShow).length) };
    }),
  };
}

/** The rows of each group, by its key. */
export function leadGroups(
  { created, cohort, calls, forms }: PlacedLeads,
  groupBy: string,
): Map<string | null, PlacedLeads> {
  const keys = new Set([...created, ...cohort, ...calls, ...forms].map(({ origin }) => keyOf(groupBy, origin)));
  const ofKey = <Row extends { origin: Origin }>(rows: readonly Row[], key: string | null) =>
    rows.filter(({ origin }) => keyOf(groupBy, origin) === key);
  return new Map(
    [...keys].map((key) => [
      key,
      { created: ofKey(created, key), cohort: ofKey(cohort, key), calls: ofKey(calls, key), forms: ofKey(forms, key) },
    ]),
  );
}
