import type { CallsQueryVariables } from '../../gql/calls.ts';
import type { ContactsQueryVariables } from '../../gql/contacts.ts';

export type CallSet = NonNullable<CallsQueryVariables['counted']>;

/** The sets of calls that reports count. */
export const countedTitles: Readonly<Record<CallSet, string>> = {
  booked: 'Booked',
  cancelled: 'Cancelled',
  lateCancelled: 'Cancelled late',
  lateCancelledByInvitee: 'Cancelled late by the invitee',
  due: 'Due',
  noShow: 'No-show',
  undecided: 'Undecided',
  held: 'Held',
  won: 'Won',
  qualified: 'Qualified',
  rescheduled: 'Moved',
};

export type LeadSet = NonNullable<ContactsQueryVariables['counted']>;

/** The sets of contacts that the report of leads counts. */
export const countedLeadTitles: Readonly<Record<LeadSet, string>> = {
  created: 'Created',
  booked: 'Booked',
  held: 'Held',
  won: 'Won',
  disqualified: 'Disqualified',
};

/** The period and the filters of a report, as the addresses of lists have them. */
export interface Counted {
  readonly dateFrom: string;
  readonly dateTo: string;
  /** Set where the days of the workspace are not those of the viewer. */
  readonly daysIn?: 'workspace' | undefined;
  readonly hosts?: string | undefined;
  readonly setters?: string | undefined;
  readonly events?: string | undefined;
  readonly types?: string | undefined;
  readonly sources?: string | undefined;
  readonly hasSource?: string | undefined;
  readonly products?: string | undefined;
  readonly hasProduct?: string | undefined;
}

/** A part of the calls of a report, as the address of their list has it. */
export interface CallGroup extends Partial<Counted> {
  readonly hasSetter?: string | undefined;
  readonly reasons?: string | undefined;
  readonly objections?: string | undefined;
}

/** The list of the calls that a number counts; of all calls of the period without a set. `also` narrows it to a group. */
export function callsCounted(
  { dateFrom, dateTo, ...filters }: Counted,
  counted: CallSet | undefined,
  also: CallGroup = {},
) {
  const search = { when: 'all', date: `${dateFrom}..${dateTo}`, counted, ...filters, ...also } as const;
  return { to: '/calls', search } as const;
}

/** The list of the deals of a period, with the same filters by the names that it has for them. */
export function dealsCounted({ dateFrom, dateTo, hosts, types, ...filters }: Counted) {
  const search = { made: `${dateFrom}..${dateTo}`, closers: hosts, callTypes: types, ...filters } as const;
  return { to: '/deals', search } as const;
}

/** The list of the contacts that a number counts: those created in the period, or those who first booked in it. */
export function contactsCounted(
  { dateFrom, dateTo, hosts, types, ...filters }: Counted,
  counted: LeadSet | undefined,
  by: 'created' | 'firstBooked' = 'created',
) {
  const search = { [by]: `${dateFrom}..${dateTo}`, counted, owners: hosts, callTypes: types, ...filters };
  return { to: '/contacts', search } as const;
}
