import type pg from 'pg';
import type { InviteeQuestionType } from '#src/db/generated/prisma/enums.ts';
import type { Plan } from '#src/domain/access/plans.ts';
import type { Role } from '#src/domain/access/policy.ts';
import { type Weekday, weekdays } from '#src/domain/availabilities/availability.ts';
import { addFields } from './custom-fields.ts';
import type { EventTemplate, MemberTemplate, WeekHours, WorkspacePlan } from './plan.ts';
import { type Made, RowWriter } from './row-writer.ts';

/** Everything that contacts and calls refer to. */
export interface Team {
  ownerId: number;
  setterIds: number[];
  /** Who may own a contact. */
  sellerIds: number[];
  offers: Offer[];
  /** By identifier. */
  fieldIds: ReadonlyMap<string, number>;
}

/** An event on one schedule of one host: what a call can be booked into. */
export interface Offer {
  event: Made<EventTemplate>;
  schedule: Made<Schedule>;
}

interface Schedule {
  userId: number;
  timeZone: string;
  week: Readonly<Record<Weekday, Timing[]>>;
}

export interface Timing {
  startMinute: number;
  endMinute: number;
}

const questionTexts: Readonly<Record<InviteeQuestionType, string>> = {
  NAME: 'What is your name?',
  FIRST_NAME: 'First name',
  LAST_NAME: 'Last name',
  EMAIL: 'Which e-mail address shall we write to?',
  PHONE_NO: 'Which number can we call you on?',
};

export interface NewWorkspace {
  name: string;
  plan: Plan;
  timeZone: string;
  isDemo: boolean;
  createdAt: string;
}

export async function insertWorkspace(client: pg.ClientBase, workspace: NewWorkspace): Promise<number> {
  const { name, plan, timeZone, isDemo, createdAt } = workspace;
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "Workspace" ("name", "plan", "timeZone", "isDemo", "createdAt", "updatedAt")
     VALUES ($1, $2, $3, $4, $5, $5) RETURNING "id"`,
    [name, plan, timeZone, isDemo, createdAt],
  );
  return (rows[0] as { id: number }).id;
}

interface Stamps {
  createdAt: string;
  updatedAt: string;
}

/** Adds the members with their schedules, the custom fields, and the events with their hosts and questions. */
export async function insertTeam(
  client: pg.ClientBase,
  workspaceId: number,
  { members, fields, events }: WorkspacePlan,
  createdAt: string,
): Promise<Team> {
  const writer = new RowWriter(client, workspaceId);
  const schedules = members.reduce((count, member) => count + member.schedules.length, 0);
  await writer.reserve({
    User: members.length,
    Schedule: schedules,
    ScheduleDay: schedules * weekdays.length,
    CustomField: fields.length,
    Event: events.length,
  });
  const stamps = { createdAt, updatedAt: createdAt };
  const users = addMembers(writer, members, stamps);
  const byKey = addSchedules(writer, users, stamps);
  const fieldIds = addFields(writer, fields, createdAt);
  const offers = addEvents(writer, events, { byKey, fieldIds, prefix: members[0]?.username ?? '', stamps });
  await writer.write();
  const idsOf = (...roles: Role[]) => users.filter(({ role }) => roles.includes(role)).map(({ id }) => id);
  const [ownerId] = idsOf('OWNER') as [number];
  return { ownerId, setterIds: idsOf('SETTER'), sellerIds: idsOf('ADMIN', 'CLOSER'), offers, fieldIds };
}

/** Without a password: nobody can sign in as them. */
function addMembers(writer: RowWriter, members: readonly MemberTemplate[], stamps: Stamps): Made<MemberTemplate>[] {
  const users = writer.withIds('User', members);
  writer.add(
    'User',
    users.map(({ role: _, schedules: __, ...user }) => ({ ...user, ...stamps })),
  );
  writer.add(
    'Membership',
    users.map(({ id: userId, role }) => ({ userId, role, ...stamps })),
  );
  return users;
}

/** Schedules with their seven days each, by `<username>/<schedule name>`. */
function addSchedules(writer: RowWriter, users: readonly Made<MemberTemplate>[], stamps: Stamps) {
  const drafts = users.flatMap(({ id: userId, username, timeZone, schedules }) =>
    schedules.map(({ name, hours }, index) => {
      return { key: `${username}/${name}`, row: { userId, name, timeZone, isDefault: index === 0 }, hours };
    }),
  );
  const schedules = writer.withIds('Schedule', drafts);
  writer.add(
    'Schedule',
    schedules.map(({ id, row }) => ({ id, ...row, ...stamps })),
  );
  const days = writer.withIds(
    'ScheduleDay',
    schedules.flatMap(({ id: scheduleId, hours }) => weekdays.map((weekday) => ({ scheduleId, weekday, hours }))),
  );
  writer.add(
    'ScheduleDay',
    days.map(({ hours: _, ...day }) => day),
  );
  writer.add(
    'ScheduleTiming',
    days.flatMap(({ id: dayId, weekday, hours }) => timingsOf(hours[weekday]).map((timing) => ({ dayId, ...timing }))),
  );
  return new Map(schedules.map(({ id, key, row, hours }) => [key, { id, ...row, week: weekOf(hours) }]));
}

function weekOf(hours: WeekHours): Schedule['week'] {
  return Object.fromEntries(weekdays.map((weekday) => [weekday, timingsOf(hours[weekday])])) as Schedule['week'];
}

function timingsOf(hours: string | undefined): Timing[] {
  return (hours?.split(' ') ?? []).map((range) => {
    const [startMinute, endMinute] = range.split('-').map(minuteOf) as [number, number];
    return { startMinute, endMinute };
  });
}

function minuteOf(text: string): number {
  const [hours, minutes] = text.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

interface EventContext {
  byKey: ReadonlyMap<string, Made<Schedule>>;
  fieldIds: ReadonlyMap<string, number>;
  prefix: string;
  stamps: Stamps;
}

function addEvents(writer: RowWriter, templates: readonly EventTemplate[], context: EventContext): Offer[] {
  const { byKey, fieldIds, prefix, stamps } = context;
  const events = writer.withIds('Event', templates);
  writer.add(
    'Event',
    events.map(({ slug, hosts: _, questions: __, asksFields: ___, ...columns }) => {
      return { ...columns, linkPrefix: `${prefix}/${slug}`, ...stamps };
    }),
  );
  const hosts = events.flatMap((event) =>
    Object.entries(event.hosts).map(([key, priority]) => ({ event, schedule: known(byKey, key), priority })),
  );
  writer.add(
    'EventHost',
    hosts.map(({ event, schedule: { id: scheduleId, userId }, priority }) => {
      return { eventId: event.id, userId, scheduleId, priority };
    }),
  );
  writer.add('InviteeQuestion', events.flatMap(inviteeQuestions));
  writer.add(
    'EventSecondaryQuestion',
    events.flatMap(({ id: eventId, asksFields }) =>
      asksFields.map((identifier, displayIndex) => {
        return { eventId, customFieldId: known(fieldIds, identifier), required: displayIndex === 0, displayIndex };
      }),
    ),
  );
  return hosts;
}

function inviteeQuestions({ id: eventId, questions }: Made<EventTemplate>) {
  return questions.map((type, displayIndex) => {
    return { eventId, statement: questionTexts[type], type, required: type !== 'PHONE_NO', displayIndex };
  });
}

function known<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined)
    throw new Error(`An event refers to "${key}", which the plan of the workspace does not have.`);
  return value;
}
