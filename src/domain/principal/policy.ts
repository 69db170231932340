import { DomainError } from '../errors.ts';
import type { Access, CallerRights } from './access.ts';
import type { Plan } from './plans.ts';
import type { Requester } from './requester.ts';
import { type Role, rolePolicies, scopesOfRole } from './roles.ts';

/** The caller and what they may do, resolved from the credential once per request. */
export interface Principal extends Requester, CallerRights {
  readonly plan: Plan;
  /** IANA zone of the workspace: whole days in date filters are days of this zone. */
  readonly timeZone: string;
  /** Points per second for each action. */
  readonly rateLimitPoints: number;
  /** The maximum cost of the workspace's GraphQL documents per second. */
  readonly graphqlCost: number;
}

/** Everything that decides which records a caller sees. A new key of the same user with the same scopes sees the same. */
export function visibilityOf({ userId, connectionId, role, scopes }: Visibility): object {
  return { userId, connectionId, role, scopes: [...scopes].sort() };
}

export type Visibility = Pick<Principal, 'userId' | 'connectionId' | 'role' | 'scopes'>;

export interface RecordPolicy {
  readonly read: Access;
  /** Absent where no use case writes the record on a member's behalf. */
  readonly write?: Access;
  /** The access for a new secret of the record, if it differs from `write`. */
  readonly rotate?: Access;
  /** `own`: records that name the caller, unless the role sees all. `private`: records that name the caller, for every role. */
  readonly rows: 'all' | 'own' | 'private';
  /** The columns that name the owners of a record. */
  readonly ownedBy?: readonly string[];
  /** True if everybody sees the records that name nobody, beside their own. */
  readonly sharesUnowned?: true;
  /** The column that names the connection of the app that made the record. An app sees only records of its connection. */
  readonly connectionColumn?: string;
  /** Changes that only an owner of a record or a member of these roles may make, with the message of the refusal. */
  readonly ownerOnly?: Readonly<Record<string, { readonly roles?: readonly Role[]; readonly message: string }>>;
}

/**
 * Who may see and change which records. SQL conditions, Prisma filters, checks of a single record and the tests of every
 * list, relation and write are derived from this table. A new record type is an entry here.
 */
export const recordPolicies = {
  ApiKey: {
    read: { developerArea: true },
    write: { developerArea: true },
    rows: 'all',
    ownedBy: ['userId'],
    ownerOnly: { rotate: { message: 'Only the member who owns the key can rotate it' } },
  },
  ApiRequest: { read: { developerArea: true }, rows: 'all' },
  AuditEvent: { read: { scope: 'audit:read' }, rows: 'all' },
  /** Members connect their own calendars; owners and admins see which cannot be read, and disconnect them. */
  CalendarConnection: {
    read: { person: true },
    write: { person: true },
    rows: 'own',
    ownedBy: ['userId'],
    ownerOnly: { change: { message: 'Only the member who owns the calendars can change the connection' } },
  },
  /** It has no owner column: callers reach it only through its call, so the rows of EventCall decide. */
  CalendarEntry: { read: { scope: 'eventCalls:read' }, rows: 'all' },
  CalendarFeed: { read: { person: true }, write: { person: true }, rows: 'private', ownedBy: ['userId'] },
  Connection: { read: { person: true }, write: { person: true }, rows: 'private', ownedBy: ['userId'] },
  Contact: { read: { scope: 'contacts:read' }, write: { scope: 'contacts:write' }, rows: 'all' },
  ContactAnswer: { read: { scope: 'contacts:read' }, write: { scope: 'fields:write' }, rows: 'all' },
  ContactNote: {
    read: { scope: 'contacts:read' },
    write: { scope: 'contacts:write' },
    rows: 'all',
    ownedBy: ['userId'],
    ownerOnly: {
      change: { message: 'Only its author can change a note' },
      delete: { roles: ['OWNER', 'ADMIN'], message: 'Only its author, an owner or an admin can delete a note' },
    },
  },
  DealAnswer: { read: { scope: 'deals:read' }, rows: 'all' },
  EventAnswer: { read: { scope: 'events:read' }, rows: 'all' },
  MemberAnswer: { read: { scope: 'users:read' }, rows: 'all' },
  CustomField: { read: { scope: 'fields:read' }, write: { scope: 'fields:write', definesFields: true }, rows: 'all' },
  Deal: { read: { scope: 'deals:read' }, write: { scope: 'deals:write' }, rows: 'own', ownedBy: ['userId'] },
  Event: { read: { scope: 'events:read' }, write: { scope: 'events:write' }, rows: 'all' },
  EventCall: {
    read: { scope: 'eventCalls:read' },
    write: { scope: 'eventCalls:write' },
    rows: 'own',
    ownedBy: ['userId', 'setterId'],
  },
  /** It has no owner column: callers reach it only through its call, so the rows of EventCall decide. */
  EventCallChange: { read: { scope: 'eventCalls:read' }, rows: 'all' },
  /** Owners and admins set goals. Everybody sees those of the team, which name nobody. */
  Goal: {
    read: { person: true },
    write: { developerArea: true },
    rows: 'own',
    ownedBy: ['userId'],
    sharesUnowned: true,
  },
  Member: { read: { scope: 'users:read' }, write: { scope: 'users:write' }, rows: 'all' },
  /** It has no owner column: callers see the mails about calls that they see, so the rows of EventCall decide. */
  Notification: { read: { scope: 'eventCalls:read' }, write: { scope: 'eventCalls:write' }, rows: 'all' },
  OAuthClient: {
    read: { developerArea: true },
    write: { developerArea: true },
    rows: 'all',
    ownedBy: ['userId'],
    ownerOnly: {
      change: { message: 'Only the member who registered the client can change it' },
      delete: {
        roles: ['OWNER'],
        message: 'Only the member who registered the client, or an owner of the workspace, can delete it',
      },
    },
  },
  Product: { read: { scope: 'deals:read' }, write: { scope: 'deals:write' }, rows: 'all' },
  SavedView: { read: { person: true }, write: { person: true }, rows: 'private', ownedBy: ['userId'] },
  Schedule: {
    read: { scope: 'availabilities:read' },
    write: { scope: 'availabilities:write' },
    rows: 'own',
    ownedBy: ['userId'],
  },
  /** It has no owner column: callers reach it only through its schedule, so the rows of Schedule decide. */
  ScheduleOverride: { read: { scope: 'availabilities:read' }, write: { scope: 'availabilities:write' }, rows: 'all' },
  TimeOff: {
    read: { scope: 'availabilities:read' },
    write: { scope: 'availabilities:write' },
    rows: 'own',
    ownedBy: ['userId'],
  },
  Transaction: {
    read: { scope: 'transactions:read' },
    write: { scope: 'transactions:write' },
    rows: 'own',
    ownedBy: ['userId'],
  },
  Webhook: {
    read: { scope: 'webhooks:read' },
    write: { scope: 'webhooks:write' },
    rotate: { developerArea: true },
    rows: 'all',
    connectionColumn: 'grantId',
  },
  /** It has no connection column: callers see deliveries of endpoints that they see, of kinds that they may read. */
  WebhookDelivery: { read: { scope: 'webhooks:read' }, write: { scope: 'webhooks:write' }, rows: 'all' },
  /** Callers see the events of kinds that they may read. */
  WebhookEvent: { read: { scope: 'webhooks:read' }, rows: 'all' },
} as const satisfies Record<string, RecordPolicy>;

export type RecordType = keyof typeof recordPolicies;

export type Caller = Pick<Principal, 'role' | 'userId' | 'connectionId'>;
type Row = Readonly<Record<string, unknown>>;

/** The records that name this user, or this connection, in one of these columns. */
export interface OwnRows {
  readonly columns: readonly string[];
  readonly owner: number | string;
  /** True if records that name nobody belong to them too. */
  readonly orNobody?: true;
}

/** The records of a type that the caller sees; undefined for all of the workspace. */
export function visibleRows(type: RecordType, { role, userId, connectionId }: Caller): OwnRows | undefined {
  const { rows, ownedBy = [], sharesUnowned, connectionColumn }: RecordPolicy = recordPolicies[type];
  if (connectionColumn !== undefined && connectionId !== undefined) {
    return { columns: [connectionColumn], owner: connectionId };
  }
  const seesAll = rows === 'all' || (rows === 'own' && rolePolicies[role].rows === 'all');
  return seesAll ? undefined : { columns: ownedBy, owner: userId, ...(sharesUnowned && { orNobody: true }) };
}

/** True if the caller sees this record of their workspace. */
export function isVisible(type: RecordType, caller: Caller, row: Row): boolean {
  const own = visibleRows(type, caller);
  return !own || namesOwner(row, own);
}

/** Throws FORBIDDEN if only the record's owner or certain roles may make this change, and the caller is neither. */
export function requireOwner<Type extends 'ApiKey' | 'CalendarConnection' | 'ContactNote' | 'OAuthClient'>(
  type: Type,
  change: keyof (typeof recordPolicies)[Type]['ownerOnly'] & string,
  { role, userId }: Caller,
  row: object,
): void {
  const { ownerOnly = {}, ownedBy: columns = [] }: RecordPolicy = recordPolicies[type];
  const { roles = [], message } = ownerOnly[change] ?? {};
  if (!roles.includes(role) && !namesOwner(row as Row, { columns, owner: userId })) {
    throw new DomainError('FORBIDDEN', { message });
  }
}

/** Throws FORBIDDEN if the role assigns contacts only to the caller, and this is another member, or nobody. */
export function requireAssignable(
  { role, userId }: Caller,
  memberId: number | null,
  column: 'userId' | 'setterId' = 'userId',
): void {
  if (rolePolicies[role].assignsContacts || memberId === userId) return;
  const message = `Only an owner or admin can assign a contact to another member or to nobody: ${column} must be your own user id`;
  throw new DomainError('FORBIDDEN', { message });
}

/** True if the role assigns the contacts of others without naming their owner. */
export function assignsContacts({ role }: Pick<Caller, 'role'>): boolean {
  return rolePolicies[role].assignsContacts;
}

/** Throws FORBIDDEN unless the role erases contacts. */
export function requireErasure({ role }: Pick<Caller, 'role'>): void {
  if (rolePolicies[role].erasesContacts) return;
  throw new DomainError('FORBIDDEN', { message: 'Only an owner or admin can erase a contact' });
}

/** True if the role merges contacts. */
export function mergesContacts({ role }: Pick<Caller, 'role'>): boolean {
  return rolePolicies[role].erasesContacts;
}

/** Throws FORBIDDEN unless the role merges contacts: a merge removes one, and moves records that other roles do not see. */
export function requireMerging(caller: Pick<Caller, 'role'>): void {
  if (mergesContacts(caller)) return;
  throw new DomainError('FORBIDDEN', { message: 'Only an owner or admin can merge contacts' });
}

/** Throws FORBIDDEN unless the role sees all calls. */
export function requireWorkspaceFeed({ role }: Pick<Caller, 'role'>): void {
  if (rolePolicies[role].rows === 'all') return;
  throw new DomainError('FORBIDDEN', {
    message: 'Only an owner or admin can create a feed of all calls of the workspace',
  });
}

/** Throws FORBIDDEN unless the role may change events: other roles have no event mails to look at. */
export function requireMailPreview({ role }: Pick<Caller, 'role'>): void {
  if (scopesOfRole(role).has('events:write')) return;
  throw new DomainError('FORBIDDEN', { message: 'Only an owner or admin can preview the emails of an event' });
}

/** Throws FORBIDDEN unless the role may change events, or other members: answering their fields needs the same right. */
export function requireAnswering({ role }: Pick<Caller, 'role'>, scope: 'events:write' | 'users:write'): void {
  if (scopesOfRole(role).has(scope)) return;
  const message = 'Only an owner or admin can answer fields of events and of other members';
  throw new DomainError('FORBIDDEN', { message });
}

function namesOwner(row: Row, { columns, owner, orNobody }: OwnRows): boolean {
  return columns.some((column) => row[column] === owner) || (orNobody === true && namesNobody(row, columns));
}

function namesNobody(row: Row, columns: readonly string[]): boolean {
  return columns.every((column) => row[column] === null);
}
