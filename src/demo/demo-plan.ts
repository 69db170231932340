import type { Role } from '#src/domain/principal/roles.ts';
import { detailedFields } from './custom-fields.ts';
import {
  commonEvent,
  type EventTemplate,
  type MemberTemplate,
  sameHours,
  type WorkspacePlan,
  weekend,
  workdays,
} from './plan.ts';

const members: readonly MemberTemplate[] = [
  member('demo Dana Whitfield OWNER America/New_York', {
    'Founder hours': sameHours(['tuesday', 'wednesday', 'thursday'], '10:00-12:00 14:00-16:30'),
  }),
  member('demo-jonas Jonas Lindqvist ADMIN Europe/Berlin', {
    'Berlin office': { ...sameHours(workdays, '09:00-12:30 13:30-17:00'), friday: '09:00-13:00' },
    'Weekend evenings': sameHours(weekend, '17:00-20:00'),
  }),
  member('demo-marcus Marcus Delgado CLOSER America/Los_Angeles', {
    'Pacific days': sameHours(workdays, '08:00-12:00 13:00-17:30'),
    'Weekend calls': { saturday: '09:00-13:00', sunday: '10:00-13:00' },
  }),
  member('demo-priya Priya Raman CLOSER Asia/Kolkata', {
    'India and evenings': { ...sameHours(workdays, '10:30-14:00 15:00-19:00'), friday: '10:30-14:00 20:00-24:00' },
    'Weekend mornings': sameHours(weekend, '09:00-12:30'),
  }),
  member('demo-sofia Sofia Marchetti SETTER America/New_York', {
    'Setter shift': sameHours(workdays, '09:00-17:00'),
  }),
  member('demo-liam Liam Byrne SETTER Europe/Berlin', {
    'Setter shift': sameHours(workdays.slice(0, 4), '08:00-14:00'),
  }),
];

function member(columns: string, schedules: MemberTemplate['schedules']): MemberTemplate {
  const [username, firstName, lastName, role, timeZone] = columns.split(' ') as [string, string, string, Role, string];
  return { username, firstName, lastName, role, timeZone, schedules };
}

/** The schedule keys of an event's hosts. */
const dana = 'demo/Founder hours';
const jonas = 'demo-jonas/Berlin office';
const marcus = 'demo-marcus/Pacific days';
const priya = 'demo-priya/India and evenings';
const weekendHosts = {
  'demo-marcus/Weekend calls': 1,
  'demo-jonas/Weekend evenings': 1,
  'demo-priya/Weekend mornings': 1,
};

const strategy = { ...commonEvent, callType: 'STRATEGY_EVENT' } as const;
const discovery = { ...commonEvent, callType: 'DISCOVERY_EVENT' } as const;

const events: readonly EventTemplate[] = [
  {
    // No horizon, so that the documentation's examples can book a fixed date.
    ...strategy,
    name: 'Strategy session',
    duration: 45,
    bufferAfter: 15,
    bookingWindow: null,
    description: 'Forty-five minutes on where you are, where you want to be, and what is in the way.',
    location: 'ZOOM',
    locationLink: 'https://zoom.example/j/8215550123',
    hosts: { [marcus]: 2, [priya]: 1 },
    inviteeQuestions: ['FIRST_NAME', 'LAST_NAME', 'EMAIL'],
    secondaryQuestions: ['monthly-revenue', 'goals'],
  },
  {
    ...strategy,
    name: 'Strategy deep dive',
    duration: 60,
    slotInterval: 60,
    bufferBefore: 15,
    description: 'A full hour for companies with several decision makers.',
    minimumNotice: 1440,
    dailyLimit: 12,
    location: 'GOOGLE_MEET',
    locationLink: 'https://meet.example/deep-dive',
    hosts: { [marcus]: 1, [jonas]: 1, [dana]: 0 },
    secondaryQuestions: ['industry'],
  },
  {
    ...strategy,
    name: 'Closing call',
    duration: 30,
    description: 'The proposal, the open questions, the decision.',
    location: 'PHONE_CALL',
    locationLink: null,
    hosts: { [priya]: 2, [jonas]: 1 },
  },
  {
    ...strategy,
    name: 'Workshop on site',
    duration: 60,
    slotInterval: 60,
    bufferBefore: 30,
    bufferAfter: 30,
    description: 'We come to your office, or you come to ours.',
    minimumNotice: 2880,
    location: 'IN_PERSON',
    locationLink: 'https://maps.example/northwind-hq',
    hosts: { [dana]: 1, [jonas]: 0 },
    inviteeQuestions: ['NAME', 'EMAIL', 'PHONE_NO'],
  },
  {
    ...discovery,
    name: 'Discovery call',
    duration: 15,
    slotInterval: 15,
    minimumNotice: 60,
    description: 'A quarter of an hour to find out whether we can help.',
    location: 'PHONE_CALL',
    locationLink: null,
    hosts: { [priya]: 1, [marcus]: 1 },
    inviteeQuestions: ['NAME', 'EMAIL', 'PHONE_NO'],
  },
  {
    ...discovery,
    name: 'Weekend intro chat',
    duration: 20,
    bufferAfter: 10,
    description: 'For those who are busy all week.',
    location: 'GOOGLE_MEET',
    locationLink: 'https://meet.example/intro-chat',
    hosts: weekendHosts,
  },
  {
    ...discovery,
    name: 'Fit check',
    duration: 30,
    disqualifiesLeads: true,
    description: 'Half an hour on budget, timing and team; leads below the budget are disqualified.',
    disqualifiedBy: [{ field: 'monthly-revenue', values: ['Below $10k'] }],
    disqualifiedMessage:
      'Thank you for your answers. Our programs begin at $10k of monthly revenue. Until then, our weekly newsletter is the best place to start.',
    location: 'ZOOM',
    locationLink: 'https://zoom.example/j/8215550177',
    hosts: { [marcus]: 1, [jonas]: 2, [priya]: 0 },
    secondaryQuestions: ['monthly-revenue', 'company-size', 'interests'],
  },
  {
    ...discovery,
    name: 'Webinar follow-up',
    duration: 30,
    status: 'DEACTIVATED',
    description: 'Questions left after the spring webinar. No longer offered.',
    location: 'CUSTOM',
    locationLink: 'https://stage.example/webinar',
    hosts: { [jonas]: 1, [priya]: 1 },
  },
];

const closeRates: Readonly<Record<string, number>> = {
  demo: 0.34,
  'demo-jonas': 0.28,
  'demo-marcus': 0.32,
  'demo-priya': 0.5,
};

const pastDays = 425;
const futureDays = 60;

/** A sales team at work that shows every feature of the product. */
export const demoPlan: WorkspacePlan = {
  members,
  fields: detailedFields,
  events,
  contacts: 300,
  calls: 2000,
  rebookedCalls: 40,
  recentContacts: 60,
  pastDays,
  futureDays,
  // The documentation's examples move, cancel and close these three.
  lastCalls: [9, 11, 14].map((hour) => ({ event: 'Strategy session', host: marcus, minute: hour * 60 })),
  // The team has grown, and the coming weeks are not fully booked yet.
  popularity: (day) => (day <= 0 ? 0.35 + 0.65 * (1 + day / pastDays) : 0.6 * (1 - day / (futureDays + 10))),
  // The next seven days, whatever the weekday: a dozen calls today, and nearly as many on the following days.
  everyNthStart: (day) => (day === 0 ? 3 : day > 0 && day < 7 ? 4 : undefined),
  // Closers have recorded all outcomes except two.
  undecided: 0,
  waitingCalls: 2,
  // One campaign brings people who book and do not come: a quarter of all calls are no-shows, and half of its own.
  noShows: (source) => (source === 'linkedin' ? 0.5 : 0.2),
  // Priya is the best closer.
  closes: (host) => closeRates[host.split('/')[0] ?? ''] ?? 0,
  reachableBy: { email: 0.98, phone: 0.96 },
  isDetailed: true,
};
