import type { Prisma } from '#src/db/generated/prisma/client.ts';
import { discoveryEvents } from './demo-discovery-events.ts';
import { strategyEvents } from './demo-strategy-events.ts';
import type { Team } from './demo-team.ts';
import { type EventTemplate, questionTexts } from './event-template.ts';
import type { Made, RowWriter } from './row-writer.ts';
import type { ScheduleDraft } from './schedules.ts';

export interface DemoEvent extends EventTemplate {
  id: number;
}

/** An event on one schedule of one host: what a call can be booked into. */
export interface Offer {
  event: DemoEvent;
  schedule: Made<ScheduleDraft>;
}

/** The bookable events with their hosts and questions, as the offers of each host's schedule. */
export function addEvents(
  writer: RowWriter,
  { team, fieldIds, createdAt }: { team: Team; fieldIds: ReadonlyMap<string, number>; createdAt: string },
): Offer[] {
  const events = writer.withIds('Event', [...strategyEvents, ...discoveryEvents]);
  writer.add(
    'Event',
    events.map((event) => eventRow(event, createdAt)),
  );
  const hosts = events.flatMap((event) => event.hosts.map((host) => hostOf(event, host, team)));
  writer.add(
    'EventHost',
    hosts.map(({ event, schedule, priority }) => {
      return { eventId: event.id, userId: schedule.userId, scheduleId: schedule.id, priority };
    }),
  );
  writer.add('InviteeQuestion', events.flatMap(inviteeQuestions));
  writer.add(
    'EventSecondaryQuestion',
    events.flatMap((event) => secondaryQuestions(event, fieldIds)),
  );
  return hosts;
}

function eventRow(event: DemoEvent, createdAt: string): Omit<Prisma.EventCreateManyInput, 'workspaceId'> {
  const { slug, hosts: _, questions: __, asksFields: ___, ...columns } = event;
  return { ...columns, linkPrefix: `demo/${slug}`, createdAt, updatedAt: createdAt };
}

function hostOf(event: DemoEvent, [scheduleKey, priority]: readonly [string, number], team: Team) {
  const schedule = team.schedules.get(scheduleKey);
  if (!schedule) throw new Error(`The demo has no schedule "${scheduleKey}".`);
  return { event, schedule, priority };
}

function inviteeQuestions({ id: eventId, questions }: DemoEvent) {
  return questions.map((type, displayIndex) => {
    return { eventId, statement: questionTexts[type], type, required: type !== 'PHONE_NO', displayIndex };
  });
}

function secondaryQuestions({ id: eventId, asksFields }: DemoEvent, fieldIds: ReadonlyMap<string, number>) {
  return asksFields.map((identifier, displayIndex) => {
    const customFieldId = fieldIds.get(identifier);
    if (customFieldId === undefined) throw new Error(`The demo has no custom field "${identifier}".`);
    return { eventId, customFieldId, required: displayIndex === 0, displayIndex };
  });
}
