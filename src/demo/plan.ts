import { type Weekday, weekdays } from '#src/domain/availabilities/availability.ts';
import type { Member } from '#src/domain/members/member.ts';
import type { Draft } from './row-writer.ts';

/** `09:00-12:30 13:30-17:00` for each day that has hours. */
export type WeekHours = Partial<Record<Weekday, string>>;

export const workdays = weekdays.slice(0, 5);
export const weekend = weekdays.slice(5);

export function sameHours(days: readonly Weekday[], hours: string): WeekHours {
  return Object.fromEntries(days.map((day) => [day, hours]));
}

export interface MemberTemplate extends Omit<Member, 'meetingLink' | 'id' | 'email' | 'createdAt'> {
  /** The hours by the name of the schedule. The first one is the default. */
  schedules: Readonly<Record<string, WeekHours>>;
}

export interface EventTemplate extends Required<Omit<Draft<'Event'>, 'linkPrefix' | 'deletedAt'>> {
  slotInterval: number;
  /** The priority of each host, by `<username>/<schedule name>`. */
  hosts: Readonly<Record<string, number>>;
  inviteeQuestions: readonly Draft<'InviteeQuestion'>['type'][];
  /** Identifiers of custom fields. */
  secondaryQuestions: readonly string[];
}

/** What most events have in common. */
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
  disqualificationRules: [],
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

/** Everything that the generator needs to know of a workspace. All of its content follows from the plan and the day. */
export interface WorkspacePlan {
  /** The first one is the owner. */
  members: readonly MemberTemplate[];
  fields: readonly FieldTemplate[];
  events: readonly EventTemplate[];
  contacts: number;
  calls: number;
  /** How many of the calls take the time of a cancelled call of the same host. */
  rebookedCalls: number;
  /** The last of the calls, on the Monday after all others: upcoming and scheduled, whatever the day is. */
  lastCalls: readonly LastCall[];
  /** Calls lie on these days before and after today. */
  pastDays: number;
  futureDays: number;
  /** How likely the host's time is to be booked on a day, from 0 to 1, relative to other days; 0 is today. */
  popularity(day: number): number;
  /**
   * Every how many of a host's times have a call on a day, and no others; undefined where chance decides. Without it, a week
   * may have a day without calls.
   */
  everyNthStart?(day: number): number | undefined;
  /** How often calls of a day have no outcome although they are over: its weight beside 92 of all outcomes together. */
  undecided(day: number): number;
  /** Calls are booked by one of so many contacts who joined last. */
  recentContacts: number;
  /** The part of the contacts with an e-mail address, and of those with a phone number. Each contact has one of them. */
  reachableBy: { email: number; phone: number };
  /** Whether it has answers to custom fields, payments without a deal and all instalments; load tests need none. */
  isDetailed: boolean;
}
