import { randomUUID } from 'node:crypto';
import type { Access } from '#src/domain/principal/access.ts';
import { type RecordPolicy, type RecordType, recordPolicies } from '#src/domain/principal/policy.ts';
import { type Role, rolePolicies, roles } from '#src/domain/principal/roles.ts';
import { allScopes, type Scope } from '#src/domain/principal/scopes.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { loggedRequest } from '../support/api-requests.ts';
import type { TestApp } from '../support/app.ts';
import { auditEntry } from '../support/audit.ts';
import { calendarConnection, calendarEntry } from '../support/calendar-connections.ts';
import { contactNote } from '../support/contact-notes.ts';
import { contactStage, customField } from '../support/custom-fields.ts';
import type { Member } from '../support/factories.ts';
import { notification } from '../support/notifications.ts';
import { deal, product, transaction } from '../support/sales-factories.ts';
import { scheduleOverride, timeOff } from '../support/schedules.ts';
import { nextSerial } from '../support/serial.ts';
import { storedDelivery, storedEvent } from '../support/webhook-records.ts';
import { webhook } from '../support/webhooks.ts';

export type Row = Readonly<Record<string, unknown>>;

interface Storage {
  readonly table: string;
  /** The column that is the record's id, and the field that returns it. */
  readonly key: readonly [column: string, field: string];
  /** What comes before the stored id in that field. */
  readonly prefix?: string;
  /** Only these rows of the table are records of the type. */
  readonly where?: string;
  /** The type of the record that decides who sees it, and the column with its id. */
  readonly seenWith?: { readonly type: RecordType; readonly column: string };
  /** Stores a record of this member. */
  readonly create: (app: TestApp, owner: Member) => Promise<unknown>;
}

const byId = ['id', 'id'] as const;

/** Where the records of each type of the policy table are stored. */
export const storage: Readonly<Record<RecordType, Storage>> = {
  ApiKey: { table: 'ApiKey', key: byId, create: (app, owner) => app.apiKey(owner, { scopes: ['deals:read'] }) },
  ApiRequest: {
    ...{ table: 'ApiRequest', key: byId, prefix: 'req_' },
    create: (app, { workspaceId, userId }) => loggedRequest(app, { workspaceId, userId }),
  },
  AuditEvent: { table: 'AuditEvent', key: byId, create: (app, owner) => auditEntry(app, owner) },
  CalendarConnection: {
    ...{ table: 'CalendarConnection', key: byId },
    create: (app, { workspaceId, userId }) => calendarConnection(app, { workspaceId, userId }),
  },
  CalendarEntry: {
    ...{ table: 'CalendarEntry', key: byId },
    create: async (app, owner) => calendarEntry(app, owner, await app.call(owner)),
  },
  CalendarFeed: {
    ...{ table: 'CalendarFeed', key: byId },
    create: (app, { workspaceId, userId }) =>
      app.insert('CalendarFeed', { workspaceId, userId, scope: 'OWN', tokenHash: sha256(randomUUID()) }),
  },
  Connection: {
    table: 'OAuthGrant',
    key: byId,
    create: async (app, { workspaceId, userId }) => {
      const { clientId } = await oauthClient(app, { workspaceId, userId });
      const row = { workspaceId, userId, clientId, scopes: ['deals:read'], expiresAt: '2026-04-01T00:00:00Z' };
      return app.insert('OAuthGrant', { id: `con_${randomUUID()}`, ...row });
    },
  },
  Contact: { table: 'Contact', key: byId, create: contact },
  ContactAnswer: {
    table: 'CustomFieldAnswer',
    key: ['customFieldId', 'customFieldId'],
    where: '"contactId" IS NOT NULL',
    create: async (app, owner) => {
      const { workspaceId } = owner;
      const row = {
        workspaceId,
        contactId: (await contact(app, owner)).id,
        customFieldId: await field(app, workspaceId),
      };
      return app.insert('CustomFieldAnswer', { ...row, answer: ['x'] });
    },
  },
  ContactNote: {
    ...{ table: 'ContactNote', key: byId },
    create: async (app, owner) => {
      // About a contact that is there: a page of all contacts must have each.
      const known = await app.sql<{ id: number }>('SELECT "id" FROM "Contact" WHERE "workspaceId" = $1 LIMIT 1', [
        owner.workspaceId,
      ]);
      return contactNote(app, owner, known[0] && { contactId: known[0].id });
    },
  },
  DealAnswer: answerOf('dealId', async (app, owner) => deal(app, owner)),
  EventAnswer: answerOf('eventId', (app, owner) => app.event(owner)),
  MemberAnswer: answerOf('userId', async (app, { workspaceId }) => (await app.member(workspaceId, 'CLOSER')).userId),
  CustomField: { table: 'CustomField', key: byId, create: (app, { workspaceId }) => field(app, workspaceId) },
  Deal: { table: 'Deal', key: byId, create: deal },
  Event: { table: 'Event', key: byId, create: (app, owner) => app.event(owner) },
  EventCall: { table: 'EventCall', key: byId, create: (app, owner) => app.call(owner) },
  EventCallChange: {
    ...{ table: 'EventCallChange', key: byId },
    create: async (app, owner) => {
      // Of a call that is there: a page of all calls, each with related records, may not cost more.
      const [known] = await app.sql<{ id: number }>(
        'SELECT "id" FROM "EventCall" WHERE "workspaceId" = $1 AND "userId" = $2 LIMIT 1',
        [owner.workspaceId, owner.userId],
      );
      const eventCallId = known?.id ?? (await app.call(owner));
      const row = { workspaceId: owner.workspaceId, eventCallId, kind: 'BOOKED', actorKind: 'MEMBER' };
      return app.insert('EventCallChange', { ...row, actorId: owner.userId });
    },
  },
  Goal: {
    ...{ table: 'Goal', key: byId },
    create: (app, { workspaceId, userId }) => goal(app, { workspaceId, userId }),
  },
  Member: {
    table: 'Membership',
    key: ['userId', 'id'],
    create: (app, { workspaceId }) => app.member(workspaceId, 'CLOSER'),
  },
  Notification: {
    ...{ table: 'Notification', key: byId, seenWith: { type: 'EventCall', column: 'eventCallId' } },
    create: async (app, owner) => {
      const id = await app.call(owner);
      const [call] = await app.sql<Row>('SELECT * FROM "EventCall" WHERE "workspaceId" = $1 AND "id" = $2', [
        ...[owner.workspaceId, id],
      ]);
      return notification(app, call as Row);
    },
  },
  OAuthClient: { table: 'OAuthClient', key: byId, create: oauthClient },
  Product: { table: 'Product', key: byId, create: product },
  SavedView: {
    ...{ table: 'SavedView', key: byId },
    create: (app, { workspaceId, userId }) =>
      app.insert('SavedView', {
        workspaceId,
        userId,
        list: '/calls',
        name: `View ${nextSerial()}`,
        search: 'when=past',
      }),
  },
  Schedule: { table: 'Schedule', key: byId, create: (app, owner) => app.schedule(owner) },
  ScheduleOverride: {
    table: 'ScheduleOverride',
    key: byId,
    create: async (app, owner) => scheduleOverride(app, owner, await app.schedule(owner)),
  },
  TimeOff: { table: 'TimeOff', key: byId, create: (app, owner) => timeOff(app, owner) },
  Transaction: { table: 'Transaction', key: byId, create: transaction },
  Webhook: { table: 'Webhook', key: byId, create: webhook },
  WebhookDelivery: {
    ...{ table: 'WebhookDelivery', key: byId, prefix: 'dlv_' },
    create: async (app, owner) => {
      const ids = { webhookId: await webhook(app, owner), eventId: await storedEvent(app, owner) };
      return storedDelivery(app, owner, { ...ids, status: 'FAILED' });
    },
  },
  WebhookEvent: {
    ...{ table: 'WebhookEvent', key: byId, prefix: 'evt_' },
    create: (app, owner) => storedEvent(app, owner),
  },
};

function contact(app: TestApp, { workspaceId, userId }: Member): Promise<{ id: number }> {
  const serial = nextSerial();
  const row = {
    workspaceId,
    userId,
    setterId: userId,
    previewId: `contact_${serial}`,
    email: `owned-${serial}@example.com`,
  };
  return app.insert('Contact', row);
}

/** Answers of the records that this column names. */
function answerOf(column: string, record: (app: TestApp, owner: Member) => Promise<number>): Storage {
  return {
    table: 'CustomFieldAnswer',
    key: ['customFieldId', 'customFieldId'],
    where: `"${column}" IS NOT NULL`,
    create: async (app, owner) => {
      const { workspaceId } = owner;
      const row = { workspaceId, [column]: await record(app, owner), customFieldId: await field(app, workspaceId) };
      return app.insert('CustomFieldAnswer', { ...row, answer: ['x'] });
    },
  };
}

function field(app: TestApp, workspaceId: number): Promise<number> {
  return customField(app, workspaceId, { identifier: `field-${nextSerial()}` });
}

async function oauthClient(app: TestApp, { workspaceId, userId }: Member): Promise<{ clientId: string }> {
  const clientId = `ocl_${randomUUID()}`;
  const lists = {
    redirectUris: ['https://a.test/'],
    grantTypes: ['AUTHORIZATION_CODE'],
    allowedScopes: ['deals:read'],
  };
  const secret = { clientType: 'CONFIDENTIAL', secretHash: sha256(clientId) };
  await app.insert('OAuthClient', { workspaceId, userId, clientId, name: 'App', ...lists, ...secret });
  return { clientId };
}

export const recordTypes = Object.keys(recordPolicies) as RecordType[];

export function keyOf(type: RecordType, row: Row): unknown {
  const { key, prefix } = storage[type];
  const value = row[key[0]];
  return prefix === undefined ? value : `${prefix}${value}`;
}

/** All records of a type, of every workspace. */
export function rowsOf(app: TestApp, type: RecordType): Promise<Row[]> {
  const { table, where = 'true', seenWith } = storage[type];
  const above = seenWith && storage[seenWith.type];
  const decisive = above
    ? `, (SELECT to_jsonb(a) FROM "${above.table}" a
        WHERE a."workspaceId" = r."workspaceId" AND a."${above.key[0]}" = r."${seenWith.column}") AS "decisive"`
    : '';
  return app.sql<Row>(`SELECT r.*${decisive} FROM "${table}" r WHERE ${where}`);
}

/** A member of each role, in one workspace. */
export type Team = Readonly<Record<Role, Member>>;

/** `people` are those of another workspace, who join this one too. */
export async function team(app: TestApp, people?: Team): Promise<Team> {
  const { workspaceId } = await app.workspace();
  const members: [Role, Member][] = [];
  for (const role of roles) {
    members.push([role, await (people ? joined(app, people[role], workspaceId, role) : app.member(workspaceId, role))]);
  }
  return Object.fromEntries(members) as Team;
}

/** Makes a person a member of another workspace as well. */
export async function joined(app: TestApp, { userId }: Member, workspaceId: number, role: Role): Promise<Member> {
  await app.insert('Membership', { workspaceId, userId, role });
  return { workspaceId, userId };
}

/** A team with records of its members in these roles, and with records of nobody, that refer to each other across members. */
export async function teamWithRecords(
  app: TestApp,
  { owning = roles, people: known }: { readonly owning?: readonly Role[]; readonly people?: Team } = {},
): Promise<Team> {
  const people = await team(app, known);
  const members = owning.map((role) => people[role]);
  const { workspaceId } = members[0] as Member;
  await contactStage(app, workspaceId);
  const at = (position: number) => members[position % members.length] as Member;
  const calls: number[] = [];
  const deals: number[] = [];
  for (const [position, owner] of members.entries()) {
    for (const type of recordTypes) if (type !== 'Member') await storage[type].create(app, owner);
    const eventId = await app.event(owner);
    const contactId = (await contact(app, owner)).id;
    await app.schedule(owner, { eventIds: [eventId] });
    const customFieldId = await field(app, workspaceId);
    await app.insert('CustomFieldAnswer', { workspaceId, contactId, customFieldId, answer: ['x'] });
    await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId });
    calls.push(await app.call(owner, { eventId, contactId, setterId: at(position + 1).userId }));
    await contactNote(app, owner, { contactId, eventCallId: calls.at(-1) });
    const productId = await product(app, owner);
    deals.push(await deal(app, owner, { contactId, eventCallId: calls.at(-1), productId }));
    const refundOf = await transaction(app, owner, { contactId, dealId: deals.at(-1) });
    await transaction(app, at(position + 1), { contactId, dealId: deals.at(-1), value: '-1.00', refundOf });
  }
  for (const [position, owner] of members.entries()) {
    const eventCallId = calls[(position + 2) % calls.length];
    const dealId = deals[(position + 2) % deals.length];
    await deal(app, owner, { eventCallId });
    await transaction(app, owner, { dealId });
    await deal(app, owner, { userId: null, eventCallId });
    await transaction(app, owner, { userId: null, dealId });
    await goal(app, { workspaceId, userId: null });
  }
  return people;
}

/** A credential of a member. */
export interface Caller {
  readonly role: Role;
  readonly member: Member;
  readonly credential: 'session' | 'apiKey';
  readonly token: string;
  readonly scopes: readonly Scope[];
}

/** For each role: a session, an API key with every scope, and one without the scope that the access needs. */
export async function callersOf(app: TestApp, people: Team, access?: Access): Promise<Caller[]> {
  const scope = access && 'scope' in access ? access.scope : undefined;
  const callers: Caller[] = [];
  for (const role of roles) {
    const member = people[role];
    callers.push({ role, member, credential: 'session', token: await app.session(member), scopes: allScopes });
    for (const scopes of [allScopes, ...(scope ? [allScopes.filter((each) => each !== scope)] : [])]) {
      callers.push({ role, member, credential: 'apiKey', token: await app.apiKey(member, { scopes }), scopes });
    }
  }
  return callers;
}

export interface Refusal {
  readonly code: 'INSUFFICIENT_SCOPE' | 'FORBIDDEN' | 'NOT_FOUND' | 'EVENT_NOT_FOUND';
  readonly message?: string;
}

// The functions below read the table's data themselves: the server's own functions are what is tested.

/** Why the caller's credential does not reach records of a type at all; undefined if it does. */
export function refusal(access: Access, { role, credential, scopes }: Caller): Refusal | undefined {
  const { developerArea, definesFields, lacks } = rolePolicies[role];
  if ('scope' in access) {
    const { scope } = access;
    const hasScope = scopes.includes(scope) && !(lacks as readonly Scope[]).includes(scope);
    if (!hasScope) return { code: 'INSUFFICIENT_SCOPE', message: `Missing scope: ${scope}` };
    const hasRole = !access.definesFields || definesFields;
    return hasRole
      ? undefined
      : { code: 'FORBIDDEN', message: 'Only an owner or admin can create and change custom fields' };
  }
  const isAllowed = credential === 'session' && ('person' in access || developerArea);
  return isAllowed ? undefined : { code: 'FORBIDDEN' };
}

export function owns(type: RecordType, { userId }: Member, row: Row): boolean {
  const { ownedBy = [], sharesUnowned }: RecordPolicy = recordPolicies[type];
  if (sharesUnowned && ownedBy.every((column) => row[column] === null)) return true;
  return ownedBy.some((column) => row[column] === userId);
}

/** A goal of the month of the tests' clock, of a member or of the team. */
function goal(app: TestApp, owner: { readonly workspaceId: number; readonly userId: number | null }) {
  const row = { month: '2026-03-01', number: 'CASH', currency: anyCurrency(), target: '1000' };
  return app.insert('Goal', { ...owner, ...row });
}

/** Another currency each time: there is one goal for each. */
function anyCurrency(): string {
  const serial = nextSerial() % 26 ** 3;
  return [serial / 26 ** 2, serial / 26, serial]
    .map((part) => String.fromCharCode(65 + (Math.floor(part) % 26)))
    .join('');
}

/** Whether the caller sees a record. */
export function sees(type: RecordType, { role, member }: Pick<Caller, 'role' | 'member'>, row: Row): boolean {
  const { seenWith } = storage[type];
  if (seenWith) return sees(seenWith.type, { role, member }, row.decisive as Row);
  const { rows }: RecordPolicy = recordPolicies[type];
  const seesAll = rows === 'all' || (rows === 'own' && rolePolicies[role].rows === 'all');
  return row.workspaceId === member.workspaceId && (seesAll || owns(type, member, row));
}
