import { detailedFields } from './custom-fields.ts';
import {
  commonEvent,
  type EventTemplate,
  type MemberTemplate,
  sameHours,
  type WorkspacePlan,
  workdays,
} from './plan.ts';

/** Who signs in to the demo workspace. Production has no demo, so the password is no secret. */
export const demoOwner = { email: 'demo@slotline.example', password: 'slotline-demo' } as const;

/** Schedules as the events name them. */
const dana = 'demo/Founder hours';
const jonas = 'demo-jonas/Berlin office';
const marcus = 'demo-marcus/Pacific days';
const marcusOnSaturday = 'demo-marcus/Saturday calls';
const priya = 'demo-priya/India and evenings';

export const demoMembers: readonly MemberTemplate[] = [
  {
    ...{ username: 'demo', email: demoOwner.email, firstName: 'Dana', lastName: 'Whitfield' },
    ...{ role: 'OWNER', timeZone: 'America/New_York' },
    schedules: [
      { name: 'Founder hours', hours: sameHours(['tuesday', 'wednesday', 'thursday'], '10:00-12:00 14:00-16:30') },
    ],
  },
  {
    ...{ username: 'demo-jonas', email: 'demo-jonas@slotline.example', firstName: 'Jonas', lastName: 'Lindqvist' },
    ...{ role: 'ADMIN', timeZone: 'Europe/Berlin' },
    schedules: [
      { name: 'Berlin office', hours: { ...sameHours(workdays, '09:00-12:30 13:30-17:00'), friday: '09:00-13:00' } },
    ],
  },
  {
    ...{ username: 'demo-marcus', email: 'demo-marcus@slotline.example', firstName: 'Marcus', lastName: 'Delgado' },
    ...{ role: 'CLOSER', timeZone: 'America/Los_Angeles' },
    schedules: [
      { name: 'Pacific days', hours: sameHours(workdays, '08:00-12:00 13:00-17:30') },
      { name: 'Saturday calls', hours: { saturday: '09:00-13:00' } },
    ],
  },
  {
    ...{ username: 'demo-priya', email: 'demo-priya@slotline.example', firstName: 'Priya', lastName: 'Raman' },
    ...{ role: 'CLOSER', timeZone: 'Asia/Kolkata' },
    schedules: [
      {
        name: 'India and evenings',
        hours: { ...sameHours(workdays, '10:30-14:00 15:00-19:00'), friday: '10:30-14:00 20:00-24:00' },
      },
    ],
  },
  {
    ...{ username: 'demo-sofia', email: 'demo-sofia@slotline.example', firstName: 'Sofia', lastName: 'Marchetti' },
    ...{ role: 'SETTER', timeZone: 'America/New_York' },
    schedules: [{ name: 'Setter shift', hours: sameHours(workdays, '09:00-17:00') }],
  },
  {
    ...{ username: 'demo-liam', email: 'demo-liam@slotline.example', firstName: 'Liam', lastName: 'Byrne' },
    ...{ role: 'SETTER', timeZone: 'Europe/Berlin' },
    schedules: [{ name: 'Setter shift', hours: sameHours(workdays.slice(0, 4), '08:00-14:00') }],
  },
];

const strategy = { ...commonEvent, callType: 'STRATEGY_EVENT' } as const;
const discovery = { ...commonEvent, callType: 'DISCOVERY_EVENT' } as const;

const demoEvents: readonly EventTemplate[] = [
  {
    ...{ ...strategy, name: 'Strategy session', slug: 'strategy-session' },
    description: 'Forty-five minutes on where you are, where you want to be, and what is in the way.',
    ...{ duration: 45, bufferAfter: 15 },
    ...{ location: 'ZOOM', locationLink: 'https://zoom.example/j/8215550123' },
    hosts: { [marcus]: 2, [priya]: 1 },
    questions: ['FIRST_NAME', 'LAST_NAME', 'EMAIL'],
    asksFields: ['monthly-revenue', 'goals'],
  },
  {
    ...{ ...strategy, name: 'Strategy deep dive', slug: 'strategy-deep-dive' },
    description: 'A full hour for companies with several decision makers.',
    ...{ duration: 60, slotInterval: 60, bufferBefore: 15, minimumNotice: 1440, dailyLimit: 12 },
    ...{ location: 'GOOGLE_MEET', locationLink: 'https://meet.example/deep-dive' },
    hosts: { [marcus]: 1, [jonas]: 1, [dana]: 0 },
    questions: ['NAME', 'EMAIL'],
    asksFields: ['industry'],
  },
  {
    ...{ ...strategy, name: 'Closing call', slug: 'closing-call' },
    description: 'The proposal, the open questions, the decision.',
    ...{ duration: 30, location: 'PHONE_CALL' },
    hosts: { [priya]: 2, [jonas]: 1 },
    questions: ['NAME', 'EMAIL'],
  },
  {
    ...{ ...strategy, name: 'Workshop on site', slug: 'workshop-on-site' },
    description: 'We come to your office, or you come to ours.',
    ...{ duration: 60, slotInterval: 60, bufferBefore: 30, bufferAfter: 30, minimumNotice: 2880 },
    ...{ location: 'IN_PERSON', locationLink: 'https://maps.example/northwind-hq' },
    hosts: { [dana]: 1, [jonas]: 0 },
    questions: ['NAME', 'EMAIL', 'PHONE_NO'],
  },
  {
    ...{ ...discovery, name: 'Discovery call', slug: 'discovery-call' },
    description: 'A quarter of an hour to find out whether we can help.',
    ...{ duration: 15, slotInterval: 15, minimumNotice: 60, location: 'PHONE_CALL' },
    hosts: { [priya]: 1, [marcus]: 1 },
    questions: ['NAME', 'EMAIL', 'PHONE_NO'],
  },
  {
    ...{ ...discovery, name: 'Intro chat on Saturday', slug: 'intro-chat-on-saturday' },
    description: 'For those who are busy all week.',
    ...{ duration: 20, bufferAfter: 10 },
    ...{ location: 'GOOGLE_MEET', locationLink: 'https://meet.example/intro-chat' },
    hosts: { [marcusOnSaturday]: 1 },
    questions: ['NAME', 'EMAIL'],
  },
  {
    ...{ ...discovery, name: 'Fit check', slug: 'fit-check' },
    description: 'Half an hour on budget, timing and team; leads below the budget are disqualified.',
    ...{ duration: 30, disqualifiesLeads: true },
    ...{ location: 'ZOOM', locationLink: 'https://zoom.example/j/8215550177' },
    hosts: { [marcus]: 1, [jonas]: 2, [priya]: 0 },
    questions: ['NAME', 'EMAIL'],
    asksFields: ['monthly-revenue', 'company-size', 'interests'],
  },
  {
    ...{ ...discovery, name: 'Webinar follow-up', slug: 'webinar-follow-up' },
    description: 'Questions left after the spring webinar. No longer offered.',
    ...{ duration: 30, status: 'DEACTIVATED' },
    ...{ location: 'CUSTOM', locationLink: 'https://stage.example/webinar' },
    hosts: { [jonas]: 1, [priya]: 1 },
    questions: ['NAME', 'EMAIL'],
  },
];

const pastDays = 425;
const futureDays = 60;

/** A sales team at work, with everything that the product can show. */
export const demoPlan: WorkspacePlan = {
  members: demoMembers,
  fields: detailedFields,
  events: demoEvents,
  contacts: 300,
  calls: 2000,
  rebookedCalls: 40,
  pastDays,
  futureDays,
  // The team has grown, and the weeks to come are not yet booked out.
  popularity: (day) => (day <= 0 ? 0.35 + 0.65 * (1 + day / pastDays) : 0.6 * (1 - day / (futureDays + 10))),
  recentContacts: 60,
  reachableBy: { email: 0.98, phone: 0.96 },
  isDetailed: true,
};
