import type { Role } from '#src/domain/principal/roles.ts';
import { systemFields } from './custom-fields.ts';
import {
  commonEvent,
  type EventTemplate,
  type MemberTemplate,
  sameHours,
  type WorkspacePlan,
  workdays,
} from './plan.ts';
import { firstNames, lastNames } from './texts.ts';

/** The closers' time zones in rotation: on both sides of the date line and of each clock change. */
const zones = [
  ...['America/New_York', 'America/Chicago', 'America/Los_Angeles', 'Europe/London'],
  ...['Europe/Berlin', 'Asia/Kolkata', 'Australia/Sydney'],
];
const eventNames = [
  ...['Strategy session', 'Discovery call', 'Closing call', 'Intro chat'],
  ...['Proposal review', 'Fit check', 'Deep dive', 'First conversation'],
];
const audiences = ['', ' for founders', ' for agencies', ' for teams', ' for partners'];
const durations = [45, 15, 60, 30, 20];
const locations = [
  ['ZOOM', 'https://zoom.example/j/8215550199'],
  ['PHONE_CALL', null],
  ['GOOGLE_MEET', 'https://meet.example/seed'],
  ['IN_PERSON', 'https://maps.example/seed'],
  ['CUSTOM', 'https://stage.example/seed'],
] as const;

/** The number of events per closer: with four closers and eight events, each event has two hosts. */
const eventsPerCloser = 4;
/** The calls per closer, out of 4,680 working hours in the plan's period. */
const callsPerCloser = 4000;
const schedules = { 'Working hours': sameHours(workdays, '09:00-12:00 13:00-18:00') };
const pastDays = 730;
const futureDays = 90;

/** A workspace for load tests, whose team, events and contacts grow with the number of calls. */
export function loadPlan(calls: number, workspaceId: number): WorkspacePlan {
  const contacts = Math.ceil(calls / 6.7);
  const members = membersFor(calls, workspaceId);
  const closers = members.filter(({ role }) => role === 'CLOSER');
  return {
    members,
    fields: systemFields,
    events: eventsFor(calls, closers),
    contacts,
    calls,
    rebookedCalls: 0,
    pastDays,
    futureDays,
    popularity: () => 1,
    undecided: 0.08,
    waitingCalls: 0,
    noShows: () => 0.25,
    closes: () => 0.35,
    // The number of contacts that join in six weeks.
    recentContacts: Math.max(1, Math.ceil((contacts * 45) / (pastDays + futureDays))),
    reachableBy: { email: 1, phone: 1 },
    lastCalls: [],
    isDetailed: false,
  };
}

function membersFor(calls: number, workspaceId: number): MemberTemplate[] {
  const counts: [Role, number][] = [
    ['OWNER', 1],
    ['ADMIN', 1],
    ['CLOSER', Math.max(4, Math.ceil(calls / callsPerCloser))],
    ['SETTER', Math.max(3, Math.ceil(calls / 20_000))],
  ];
  const roles = counts.flatMap(([role, count]) => Array.from({ length: count }, (_, index) => ({ role, index })));
  return roles.map(({ role, index }, position) => {
    const username = `w${workspaceId}-${role.toLowerCase()}-${index + 1}`;
    return {
      username,
      firstName: at(firstNames, position * 7),
      lastName: at(lastNames, position * 11),
      role,
      timeZone: role === 'CLOSER' ? at(zones, index) : 'America/New_York',
      schedules: role === 'CLOSER' ? schedules : {},
    };
  });
}

function eventsFor(calls: number, closers: readonly MemberTemplate[]): EventTemplate[] {
  const count = Math.min(40, 8 + Math.floor(calls / 31_250));
  const hosts = Array.from({ length: count }, (): Record<string, number> => ({}));
  for (const [closer, { username }] of closers.entries()) {
    for (let hosted = 0; hosted < eventsPerCloser; hosted++) {
      at(hosts, closer * eventsPerCloser + hosted)[`${username}/Working hours`] = closer % 3;
    }
  }
  return hosts.map((eventHosts, index) => {
    const [location, locationLink] = at(locations, index);
    return {
      ...commonEvent,
      name: `${at(eventNames, index)}${at(audiences, Math.floor(index / eventNames.length))}`,
      callType: index % 2 === 0 ? 'STRATEGY_EVENT' : 'DISCOVERY_EVENT',
      duration: at(durations, index),
      slotInterval: 60,
      bookingWindow: 120,
      location,
      locationLink,
      hosts: eventHosts,
    };
  });
}

/** The item at an index, in rotation. */
function at<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item;
}
