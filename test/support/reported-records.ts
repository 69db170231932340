import type { Member } from './factories.ts';
import { now, type StoredCall, type StoredContact, type StoredRows, timeZone } from './report-workspace.ts';

/*
 * What reports count, by the definitions alone: one record after the other, with loops over all others. Nothing here knows how the
 * server counts.
 */

/** Whose numbers they are: all of the workspace, or those of one member. */
export type Viewer = 'all' | Member;

/** What a record is grouped and filtered by. */
export interface Origin {
  readonly at: Date;
  readonly closer: number | null;
  readonly setter: number | null;
  readonly event: number | null;
  readonly callType: string | null;
  readonly source: string | null;
  readonly product: number | null;
}

export const sourceOf = ({ utm }: Pick<StoredContact, 'utm'>): string | null =>
  utm.find(({ utmKey }) => utmKey === 'utm_source')?.utmValue ?? null;

export const names = (viewer: Viewer, ...owners: readonly (number | null)[]): boolean =>
  viewer === 'all' || owners.includes(viewer.userId);

export const seesCall = (viewer: Viewer) => (call: StoredCall) => names(viewer, call.userId, call.setterId);

export function originOfCall({ contacts, deals }: StoredRows, call: StoredCall, viewer: Viewer): Origin {
  const contact = contacts.find(({ id }) => id === call.contactId);
  const [firstDeal] = deals
    .filter(({ eventCallId, userId }) => eventCallId === call.id && names(viewer, userId))
    .sort((one, other) => one.id - other.id);
  return {
    at: call.dateTime,
    closer: call.userId,
    setter: call.setterId,
    event: call.eventId,
    callType: call.callType,
    source: sourceOf(call) ?? (contact ? sourceOf(contact) : null),
    product: firstDeal?.productId ?? null,
  };
}

const isOneOf = (value: unknown, ...values: readonly unknown[]) => values.includes(value);
const isCancelled = ({ status, noSaleReason }: StoredCall) =>
  status === 'CANCELLED' || isOneOf(noSaleReason, 'CONTACT_CANCELLED', 'ADMIN_CANCELLED');
const isDue = (call: StoredCall) => !isCancelled(call) && call.endTime.getTime() <= Date.parse(now);
export const isHeld = (call: StoredCall) => isDue(call) && call.outcome !== null && call.noSaleReason !== 'NO_SHOW';
export const isNoShow = (call: StoredCall) => isDue(call) && call.noSaleReason === 'NO_SHOW';
export const isWon = (call: StoredCall) => isDue(call) && call.outcome === 'WON';

/** Filters as parameters of a report. */
export interface OriginFilters {
  readonly userIds?: readonly number[];
  readonly setterIds?: readonly number[];
  readonly eventIds?: readonly number[];
  readonly callTypes?: readonly string[];
  readonly sources?: readonly string[];
  readonly hasSource?: boolean;
  readonly productIds?: readonly number[];
  readonly hasProduct?: boolean;
}

export function fits(origin: Origin, filters: OriginFilters): boolean {
  const lists = [
    [filters.userIds, origin.closer],
    [filters.setterIds, origin.setter],
    [filters.eventIds, origin.event],
    [filters.callTypes, origin.callType],
    [filters.sources, origin.source],
    [filters.productIds, origin.product],
  ] as const;
  return (
    lists.every(([list, value]) => list === undefined || (list as readonly unknown[]).includes(value)) &&
    (filters.hasSource === undefined || filters.hasSource === (origin.source !== null)) &&
    (filters.hasProduct === undefined || filters.hasProduct === (origin.product !== null))
  );
}

const localDay = new Intl.DateTimeFormat('sv', { timeZone });
export const dayOf = (at: Date): string => localDay.format(at);

/** The key of a group, as the report has it. */
export function keyOf(groupBy: string, origin: Origin): string | null {
  const day = dayOf(origin.at);
  if (groupBy === 'day') return day;
  if (groupBy === 'month') return `${day.slice(0, 7)}-01`;
  if (groupBy === 'week') {
    const date = new Date(`${day}T12:00:00Z`);
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    return date.toISOString().slice(0, 10);
  }
  const value = origin[groupBy as keyof Origin];
  return value === null ? null : String(value);
}
