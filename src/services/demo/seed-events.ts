import type { CallType, EventLocation } from '#src/db/generated/prisma/enums.ts';
import { questionTexts } from './event-template.ts';
import type { RowWriter } from './row-writer.ts';
import { eventsPerCloser, hostedEvent } from './seed-size.ts';

const names = [
  'Strategy session',
  'Discovery call',
  'Closing call',
  'Intro chat',
  'Proposal review',
  'Fit check',
  'Deep dive',
  'First conversation',
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
const questions = ['NAME', 'EMAIL'] as const;

export interface SeedEvent {
  id: number;
  callType: CallType;
  duration: number;
  location: EventLocation;
  locationLink: string | null;
}

export interface SeedHost {
  userId: number;
  scheduleId: number;
}

/** Events by turns of both call types, each with the closers who host it and two questions. */
export function addSeedEvents(
  writer: RowWriter,
  { count, username, hosts, createdAt }: { count: number; username: string; hosts: SeedHost[]; createdAt: string },
): SeedEvent[] {
  const drafts = Array.from({ length: count }, (_, place) => eventAt(place, username, createdAt));
  const events = writer.addWithIds('Event', drafts);
  const eventIds = events.map(({ id }) => id);
  writer.add(
    'EventHost',
    hosts.flatMap((host, closer) => hosting(host, closer, eventIds)),
  );
  writer.add('InviteeQuestion', eventIds.flatMap(inviteeQuestions));
  return events;
}

function eventAt(place: number, username: string, createdAt: string) {
  const name = `${names[place % names.length]}${audiences[Math.floor(place / names.length) % audiences.length]}`;
  const [location, locationLink] = locations[place % locations.length] as (typeof locations)[number];
  return {
    name,
    linkPrefix: `${username}/${name.toLowerCase().replaceAll(' ', '-')}`,
    callType: place % 2 === 0 ? ('STRATEGY_EVENT' as const) : ('DISCOVERY_EVENT' as const),
    duration: durations[place % durations.length] as number,
    slotInterval: 60,
    ...{ location, locationLink },
    ...{ createdAt, updatedAt: createdAt },
  };
}

function hosting({ userId, scheduleId }: SeedHost, closer: number, eventIds: readonly number[]) {
  return Array.from({ length: eventsPerCloser }, (_, place) => {
    const eventId = eventIds[hostedEvent(closer, place, eventIds.length)] as number;
    return { eventId, userId, scheduleId, priority: closer % 3 };
  });
}

function inviteeQuestions(eventId: number) {
  return questions.map((type, displayIndex) => ({ eventId, statement: questionTexts[type], type, displayIndex }));
}
