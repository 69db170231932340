import { type Weekday, weekdays } from '#src/domain/availabilities/availability.ts';
import type { DisqualificationRule } from '#src/domain/events/disqualification.ts';
import type { Member } from '#src/domain/members/member.ts';
import type { Draft } from './row-writer.ts';

/** The hours of each working day, such as `09:00-12:30 13:30-17:00`. */
export type WeekHours = Partial<Record<Weekday, string>>;

export const workdays = weekdays.slice(0, 5);
export const weekend = weekdays.slice(5);

export function sameHours(days: readonly Weekday[], hours: string): WeekHours {
  return Object.fromEntries(days.map((day) => [day, hours]));
}

export interface MemberTemplate extends Omit<Member, 'meetingLink' | 'id' | 'email' | 'createdAt'> {
  /** The hours by schedule name. The first schedule is the default. */
  schedules: Readonly<Record<string, WeekHours>>;
}

/** A rule that looks at the answer to the custom field with this identifier. */
export interface RuleTemplate extends Pick<DisqualificationRule, 'values'> {
  readonly field: string;
}

export interface EventTemplate
  extends Required<Omit<Draft<'Event'>, 'linkPrefix' | 'deletedAt' | 'disqualificationRules'>> {
  disqualifiedBy: readonly RuleTemplate[];
  slotInterval: number;
  /** The priority of each host, by `<username>/<schedule name>`. */
  hosts: Readonly<Record<string, number>>;
  inviteeQuestions: readonly Draft<'InviteeQuestion'>['type'][];
  /** The identifiers of custom fields. */
  secondaryQuestions: readonly string[];
}

/** The settings that most events share. */
export const commonEvent = {
  description: null,
  slotInterval: 30,
  bufferBefore: 0,
  bufferAfter: 0,
  minimumNotice: 120,
  bookingWindow: 90,
  dailyLimit: null,
  maxUpcomingPerInvitee: 3,
  sendsMail: true,
  reminders: [
    { minutesBefore: 1_440, recipient: 'INVITEE' },
    { minutesBefore: 60, recipient: 'INVITEE' },
  ],
  status: 'ACTIVATED',
  disqualifiesLeads: false,
  bookingFlow: 'TIME_FIRST',
  isListed: true,
  bookedStatus: null,
  disqualifiedBy: [],
  disqualifiedMessage: null,
  disqualifiedUrl: null,
  redirectUrl: null,
  redirectAnswers: [],
  inviteeQuestions: ['NAME', 'EMAIL'],
  secondaryQuestions: [],
} as const satisfies Partial<EventTemplate>;

export interface LastCall {
  event: string;
  /** `<username>/<schedule name>`, as in the event's hosts. */
  host: string;
  /** The minute of the day on the clock of the schedule. */
  minute: number;
}

export interface FieldTemplate extends Omit<Draft<'CustomField'>, 'displayIndex'> {
  options: readonly string[];
}

/** Everything that the generator needs to know. All content of a workspace follows from its plan and the date. */
export interface WorkspacePlan {
  /** The first one is the owner. */
  members: readonly MemberTemplate[];
  fields: readonly FieldTemplate[];
  events: readonly EventTemplate[];
  contacts: number;
  calls: number;
  /** The number of calls that reuse the time of a cancelled call of the same host. */
  rebookedCalls: number;
  /** The last calls, on the Monday after all others: upcoming and scheduled, whatever the date. */
  lastCalls: readonly LastCall[];
  /** The range of days with calls, before and after today. */
  pastDays: number;
  futureDays: number;
  /** The relative probability, from 0 to 1, that a host's time is booked on a day; day 0 is today. */
  popularity(day: number): number;
  /**
   * Books exactly every nth time of a host on a day; undefined lets chance decide. Chance alone may leave a day of the week
   * without calls.
   */
  everyNthStart?(day: number): number | undefined;
  /** The share of ended calls without an outcome. */
  undecided: number;
  /** The number of calls of the last days that wait for an outcome, besides that share. */
  waitingCalls: number;
  /** The share of calls to which contacts of a `utm_source` do not come. */
  noShows(source: string | undefined): number;
  /** The share of held strategy calls that a host, `<username>/<schedule name>`, wins. */
  closes(host: string): number;
  /** The number of most recent contacts that book calls. */
  recentContacts: number;
  /** The shares of contacts with an e-mail address and with a phone number. Each contact has at least one of them. */
  reachableBy: { email: number; phone: number };
  /** True if it has custom field answers, payments without a deal and all instalments, which load tests do not need. */
  isDetailed: boolean;
}
