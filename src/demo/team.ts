import type pg from 'pg';
import { type Weekday, weekdays } from '#src/domain/availabilities/availability.ts';
import type { Role } from '#src/domain/principal/roles.ts';
import { demoAddress } from '#src/services/closed-demos.ts';
import type { EventTemplate, FieldTemplate, MemberTemplate, WeekHours, WorkspacePlan } from './plan.ts';
import { type Draft, RowWriter, type WithId } from './row-writer.ts';
import { products } from './texts.ts';

/** The records that contacts and calls refer to. */
export interface Team {
  ownerId: number;
  setterIds: number[];
  /** Members who may own a contact. */
  sellerIds: number[];
  closerIds: number[];
  offers: Offer[];
  /** The custom field ids by identifier. */
  fieldIds: ReadonlyMap<string, number>;
  /** The product ids by name. */
  productIds: ReadonlyMap<string, number>;
}

/** An event with one schedule of one host, which a call can book. */
export interface Offer {
  event: WithId<EventTemplate>;
  schedule: Schedule;
}

type Schedule = Awaited<ReturnType<typeof addSchedules>>[number];

export interface Timing {
  startMinute: number;
  endMinute: number;
}

const questionTexts: Readonly<Record<EventTemplate['inviteeQuestions'][number], string>> = {
  NAME: 'What is your name?',
  FIRST_NAME: 'First name',
  LAST_NAME: 'Last name',
  EMAIL: 'Which email address shall we write to?',
  PHONE_NO: 'Which number can we call you on?',
};

export async function insertWorkspace(
  client: pg.ClientBase,
  { name, plan, timeZone, isDemo, createdAt }: Draft<'Workspace'> & { createdAt: string },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "Workspace" ("name", "plan", "timeZone", "isDemo", "createdAt", "updatedAt")
     VALUES ($1, $2, $3, $4, $5, $5) RETURNING "id"`,
    [name, plan, timeZone, isDemo, createdAt],
  );
  return (rows[0] as { id: number }).id;
}

/** Adds the members with their schedules, the custom fields, and the events with their hosts and questions. */
export async function insertTeam(
  client: pg.ClientBase,
  workspaceId: number,
  { members, fields, events }: WorkspacePlan,
  createdAt: string,
): Promise<Team> {
  const writer = new RowWriter(client, { workspaceId, createdAt, updatedAt: createdAt });
  // Without a password, so that nobody can sign in as them.
  const drafts = members.map((member) => ({ ...member, email: demoAddress(member.username) }));
  const users = await writer.addWithIds('User', drafts);
  writer.add(
    'Membership',
    users.map(({ id: userId, role }) => ({ userId, role })),
  );
  const schedules = await addSchedules(writer, users);
  const fieldIds = await addFields(writer, fields);
  const sold = await writer.addWithIds(
    'Product',
    products.map((product) => ({ ...product, currency: 'USD' })),
  );
  const productIds = new Map(sold.map(({ id, name }) => [name, id]));
  const offers = await addEvents(writer, events, { schedules, fieldIds, ownerName: members[0]?.username, workspaceId });
  await writer.write();
  const idsOf = (...roles: Role[]) => users.filter(({ role }) => roles.includes(role)).map(({ id }) => id);
  const [ownerId] = idsOf('OWNER') as [number];
  const [setterIds, closerIds, sellerIds] = [idsOf('SETTER'), idsOf('CLOSER'), idsOf('ADMIN', 'CLOSER')];
  return { ownerId, setterIds, closerIds, sellerIds, offers, fieldIds, productIds };
}

/** Adds schedules with their seven days each. */
async function addSchedules(writer: RowWriter, users: readonly WithId<MemberTemplate>[]) {
  const drafts = users.flatMap(({ id: userId, username, timeZone, schedules }) =>
    Object.entries(schedules).map(([name, hours], index) => {
      return { key: `${username}/${name}`, userId, name, timeZone, isDefault: index === 0, week: weekOf(hours) };
    }),
  );
  const schedules = await writer.addWithIds('Schedule', drafts);
  const days = await writer.addWithIds(
    'ScheduleDay',
    schedules.flatMap(({ id: scheduleId, week }) =>
      weekdays.map((weekday) => ({ scheduleId, weekday, timings: week[weekday] })),
    ),
  );
  writer.add(
    'ScheduleTiming',
    days.flatMap(({ id: dayId, timings }) => timings.map((timing) => ({ dayId, ...timing }))),
  );
  return schedules;
}

function weekOf(hours: WeekHours): Readonly<Record<Weekday, Timing[]>> {
  const days = weekdays.map((weekday) => [weekday, timingsOf(hours[weekday])]);
  return Object.fromEntries(days) as Record<Weekday, Timing[]>;
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

const colors = ['gray', 'blue', 'violet', 'green', 'red', 'orange'];

/** Adds custom fields with their options and returns the ids by identifier. */
async function addFields(writer: RowWriter, templates: readonly FieldTemplate[]) {
  const drafts = templates.map((template, displayIndex) => ({ ...template, displayIndex }));
  const fields = await writer.addWithIds('CustomField', drafts);
  writer.add('CustomFieldOption', fields.flatMap(optionRows));
  return new Map(fields.map(({ identifier, id }) => [identifier, id]));
}

/** Only the contact stage has a default: every contact starts at its first option. */
function optionRows({ id: customFieldId, options, isSystemField = false }: WithId<FieldTemplate>) {
  return options.map((name, displayIndex) => {
    const isDefault = isSystemField && displayIndex === 0;
    const color = colors[displayIndex % colors.length] ?? null;
    return { customFieldId, name, color, displayIndex, isDefault, isArchived: false };
  });
}

interface EventContext {
  workspaceId: number;
  schedules: readonly Schedule[];
  fieldIds: Team['fieldIds'];
  ownerName: string | undefined;
}

async function addEvents(writer: RowWriter, templates: readonly EventTemplate[], context: EventContext) {
  const { schedules, fieldIds, ownerName } = context;
  const drafts = templates.map((template) => {
    return {
      ...template,
      linkPrefix: `${ownerName}/${template.name.toLowerCase().replaceAll(' ', '-')}`,
      disqualificationRules: template.disqualifiedBy.map(({ field, values }) => {
        const customFieldId = known(fieldIds, field);
        return { kind: 'ANSWER' as const, questionType: null, customFieldId, operator: 'EQUALS' as const, values };
      }),
    };
  });
  const events = await writer.addWithIds('Event', drafts);
  writer.add(
    'BookingLink',
    events.map(({ linkPrefix }) => ({ linkPrefix, leadsTo: context.workspaceId })),
  );
  const schedulesByKey = new Map(schedules.map((schedule) => [schedule.key, schedule]));
  const hosts = events.flatMap((event) =>
    Object.entries(event.hosts).map(([key, priority]) => ({ event, schedule: known(schedulesByKey, key), priority })),
  );
  writer.add(
    'EventHost',
    hosts.map(({ event, schedule: { id: scheduleId, userId }, priority }) => {
      return { eventId: event.id, userId, scheduleId, priority };
    }),
  );
  writer.add(
    'InviteeQuestion',
    events.flatMap(({ id: eventId, inviteeQuestions }) =>
      inviteeQuestions.map((type, displayIndex) => {
        return { eventId, statement: questionTexts[type], type, required: type !== 'PHONE_NO', displayIndex };
      }),
    ),
  );
  writer.add(
    'EventSecondaryQuestion',
    events.flatMap(({ id: eventId, secondaryQuestions }) =>
      secondaryQuestions.map((identifier, displayIndex) => {
        return { eventId, customFieldId: known(fieldIds, identifier), required: displayIndex === 0, displayIndex };
      }),
    ),
  );
  return hosts;
}

function known<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value !== undefined) return value;
  throw new Error(`An event refers to "${key}", which the plan of the workspace does not have.`);
}
