import type { ClientBase } from 'pg';
import type { RecordKey } from '#src/db/keys.ts';
import { deleteHoldsOfEvent } from '#src/db/writes/booking-holds.ts';
import { freeLink, takeLink } from '#src/db/writes/booking-links.ts';
import {
  type EventColumns,
  type HostRow,
  insertEvent,
  isUsernameOfMember,
  linkPrefixesLike,
  lockEvent,
  markEventDeleted,
  readEvent,
  replaceHosts,
  replaceInviteeQuestions,
  replaceSecondaryQuestions,
  type SecondaryQuestionRow,
  updateEventColumns,
  usernameOf,
  writableEventColumns,
} from '#src/db/writes/events.ts';
import { lockAndCount } from '#src/db/writes/rows.ts';
import { type DomainError, fieldError, requireFound } from '#src/domain/errors.ts';
import type { BookableEvent } from '#src/domain/events/event.ts';
import {
  type CreateEventInput,
  defaultInviteeQuestions,
  type InviteeQuestionInput,
  linkPrefixFrom,
  maxEvents,
  newEventDefaults,
  type UpdateEventInput,
  type UpdateEventStatusInput,
} from '#src/domain/events/input.ts';
import type { ById } from '#src/domain/input.ts';
import { firstFree } from '#src/domain/kebab-case.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { isEqual } from '#src/lib/is-equal.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CallerContext } from '../context.ts';
import { requireBelow } from '../limits.ts';
import { requireHosts, requireLink, requireSecondaryQuestions } from './event-lists.ts';
import { requireLeadSettings } from './lead-settings.ts';

/** Creates an event with its hosts and questions in one transaction. */
export function createEvent(context: CallerContext, input: CreateEventInput): Promise<BookableEvent> {
  const { db, principal } = context;
  const { workspaceId } = principal;
  return db.write(async (client) => {
    const condition = '"deletedAt" IS NULL';
    const count = await lockAndCount(client, workspaceId, { table: 'Event', condition });
    requireBelow(maxEvents, count, `A workspace can have at most ${maxEvents.toLocaleString('en')} events`);
    await requireLink(client, workspaceId, { ...newColumns(input), hosts: input.hosts });
    const lists = {
      hosts: await requireHosts(client, workspaceId, input.hosts),
      inviteeQuestions: input.inviteeQuestions ?? defaultInviteeQuestions,
      secondaryQuestions: await requireSecondaryQuestions(client, workspaceId, input.secondaryQuestions ?? []),
    };
    const leads = await requireLeadSettings(client, workspaceId, input);
    const id = await insertLinked(client, principal, input, { ...newColumns(input), ...leads });
    await writeLists(client, [workspaceId, id], lists);
    await recordAudit(client, context, 'event.created', id, auditedChanges({ name: input.name }));
    return (await readEvent(client, [workspaceId, id])) as BookableEvent;
  });
}

/** Refuses a requested link that is taken. A derived one gets a number, even after a race or if another workspace has it. */
async function insertLinked(
  client: ClientBase,
  { workspaceId, userId }: Principal,
  input: CreateEventInput,
  columns: EventColumns,
): Promise<number> {
  if (input.linkPrefix !== undefined) {
    await requireUsername(client, workspaceId, input.linkPrefix);
    const id = await insertEvent(client, workspaceId, { ...columns, linkPrefix: input.linkPrefix });
    if (id === undefined) throw linkTaken();
    return id;
  }
  const preferred = linkPrefixFrom(await usernameOf(client, userId), input.name);
  const taken = await linkPrefixesLike(client, workspaceId, preferred);
  for (;;) {
    const linkPrefix = firstFree(preferred, taken);
    const id = await insertEvent(client, workspaceId, { ...columns, linkPrefix });
    if (id !== undefined) return id;
    taken.add(linkPrefix);
  }
}

function newColumns(input: CreateEventInput): EventColumns {
  return { ...newEventDefaults, ...presentOf(input, writableEventColumns) } as EventColumns;
}

/** Updates the present fields; null clears one. A list replaces the whole stored list. */
export async function updateEvent(
  context: CallerContext,
  { id, ...changes }: UpdateEventInput,
): Promise<BookableEvent> {
  const { db, principal } = context;
  const key = [principal.workspaceId, id] as const;
  return db.write(async (client) => {
    const before = requireFound(await lockEvent(client, key), 'EVENT_NOT_FOUND');
    const columns = await changedColumns(client, key, { before, changes });
    if (changes.hosts || 'location' in columns || 'locationLink' in columns) {
      await requireLink(client, principal.workspaceId, { ...before, ...columns, hosts: changes.hosts ?? before.hosts });
    }
    const lists = await changedLists(client, key, { before, changes });
    if (Object.keys(columns).length + Object.keys(lists).length === 0) return before;
    if (columns.linkPrefix !== undefined) {
      if (!(await takeLink(client, columns.linkPrefix, principal.workspaceId))) throw linkTaken();
      await freeLink(client, before.linkPrefix);
    }
    await writeLists(client, key, lists);
    await updateEventColumns(client, key, columns);
    await recordAudit(client, context, 'event.updated', id, auditedChanges({ ...columns, ...lists }, before));
    return (await readEvent(client, key)) as BookableEvent;
  });
}

/** Opens or closes an event for booking. */
export function updateEventStatus(
  context: CallerContext,
  { eventId, status }: UpdateEventStatusInput,
): Promise<BookableEvent> {
  return updateEvent(context, { id: eventId, status });
}

/** Deletes the event and returns it as it was. Its calls stay, and its link becomes available. */
export function deleteEvent(context: CallerContext, { id }: ById): Promise<BookableEvent> {
  const { db, principal } = context;
  const key = [principal.workspaceId, id] as const;
  return db.write(async (client) => {
    const before = requireFound(await lockEvent(client, key), 'EVENT_NOT_FOUND');
    await markEventDeleted(client, key, before.linkPrefix);
    await deleteHoldsOfEvent(client, { workspaceId: principal.workspaceId, eventId: id });
    await recordAudit(client, context, 'event.deleted', id);
    return before;
  });
}

interface Change {
  readonly before: BookableEvent;
  readonly changes: Omit<UpdateEventInput, 'id'>;
}

/** The columns whose value changes. */
async function changedColumns(client: ClientBase, [workspaceId]: RecordKey, { before, changes }: Change) {
  const leads = await requireLeadSettings(client, workspaceId, changes);
  const present = { ...presentOf(changes, [...writableEventColumns, 'linkPrefix']), ...leads };
  const changed = Object.entries(present).filter(
    ([name, value]) => !isEqual(value, before[name as keyof BookableEvent]),
  );
  const columns = Object.fromEntries(changed) as Partial<EventColumns & Pick<BookableEvent, 'linkPrefix'>>;
  if (columns.linkPrefix !== undefined) await requireUsername(client, workspaceId, columns.linkPrefix);
  return columns;
}

interface Lists {
  readonly hosts?: readonly HostRow[];
  readonly inviteeQuestions?: readonly InviteeQuestionInput[];
  readonly secondaryQuestions?: readonly SecondaryQuestionRow[];
}

/** The lists that change. The order of hosts is irrelevant. */
async function changedLists(client: ClientBase, [workspaceId]: RecordKey, { before, changes }: Change): Promise<Lists> {
  const { hosts, inviteeQuestions, secondaryQuestions } = changes;
  const required: Lists = {
    ...(hosts ? { hosts: await requireHosts(client, workspaceId, hosts) } : {}),
    ...(inviteeQuestions ? { inviteeQuestions } : {}),
    ...(secondaryQuestions
      ? { secondaryQuestions: await requireSecondaryQuestions(client, workspaceId, secondaryQuestions) }
      : {}),
  };
  const stored = comparable(before);
  const requested = comparable(required);
  return Object.fromEntries(
    Object.entries(required).filter(([name]) => requested[name as keyof Lists] !== stored[name as keyof Lists]),
  );
}

/** Each list as text: equal texts mean that both lists are stored alike. */
function comparable({ hosts, inviteeQuestions, secondaryQuestions }: Lists): Record<keyof Lists, string> {
  const byUser = [...(hosts ?? [])].sort((one, other) => one.userId - other.userId);
  return {
    hosts: JSON.stringify(byUser.map(({ userId, scheduleId, priority }) => [userId, scheduleId, priority])),
    inviteeQuestions: JSON.stringify(
      inviteeQuestions?.map(({ statement, type, required }) => [statement, type, required]),
    ),
    secondaryQuestions: JSON.stringify(
      secondaryQuestions?.map(({ customFieldId, required }) => [customFieldId, required]),
    ),
  };
}

async function writeLists(client: ClientBase, key: RecordKey, lists: Lists): Promise<void> {
  const { hosts, inviteeQuestions, secondaryQuestions } = lists;
  if (hosts) await replaceHosts(client, key, hosts);
  if (inviteeQuestions) await replaceInviteeQuestions(client, key, inviteeQuestions);
  if (secondaryQuestions) await replaceSecondaryQuestions(client, key, secondaryQuestions);
}

/** The named fields that are present. */
function presentOf(input: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}

async function requireUsername(client: ClientBase, workspaceId: number, linkPrefix: string): Promise<void> {
  const [username = ''] = linkPrefix.split('/');
  if (await isUsernameOfMember(client, workspaceId, username)) return;
  throw fieldError('linkPrefix', 'not_allowed', 'Must begin with the username of a member of the workspace');
}

function linkTaken(): DomainError {
  return fieldError('linkPrefix', 'taken', 'Another event already has this link');
}
