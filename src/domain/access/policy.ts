import { DomainError } from '#src/domain/errors.ts';
import type { Plan } from './plans.ts';
import { allScopes, type Scope } from './scopes.ts';

/** Who is calling, and what they may do: made from a credential, once a request. */
export interface Principal {
  readonly credential: 'apiKey' | 'session' | 'accessToken';
  readonly workspaceId: number;
  readonly userId: number;
  readonly role: Role;
  readonly plan: Plan;
  /** IANA zone of the workspace: whole days in date filters are days of this zone. */
  readonly timeZone: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Points a second for each action. */
  readonly rateLimitPoints: number;
}

interface RolePolicy {
  /** Which records of a type with `rows: 'own'` the role sees and changes. */
  readonly rows: 'all' | 'own';
  /** Whether the role manages keys, apps and webhooks. */
  readonly developerArea: boolean;
  /** Scopes that no credential of the role has. */
  readonly lacks: readonly Scope[];
}

const teamLead: RolePolicy = { rows: 'all', developerArea: true, lacks: [] };
const seller: RolePolicy = {
  rows: 'own',
  developerArea: false,
  lacks: ['users:write', 'webhooks:read', 'webhooks:write', 'events:write'],
};

/** What each role may do. A new role is an entry here (and a value of the enum in the database). */
export const rolePolicies = {
  OWNER: teamLead,
  ADMIN: teamLead,
  CLOSER: seller,
  SETTER: seller,
} as const satisfies Record<string, RolePolicy>;

export type Role = keyof typeof rolePolicies;

export const roles = Object.keys(rolePolicies) as [Role, ...Role[]];

/** What a credential needs, to reach records of a type at all. */
export type Access =
  | { readonly scope: Scope }
  /** An owner or admin who is signed in: a key that leaks must not be able to make itself others. */
  | { readonly developerArea: true }
  /** Anybody who is signed in. */
  | { readonly person: true };

export interface RecordPolicy {
  readonly read: Access;
  /** Absent where no use case writes it on a member's behalf. */
  readonly write?: Access;
  /** `own`: those that name the caller, unless the role sees all. `private`: those that name the caller, for every role. */
  readonly rows: 'all' | 'own' | 'private';
  /** The columns that name the users whose record it is. */
  readonly ownedBy?: readonly string[];
  /** Changes that only the owner of a record makes, whatever the role. */
  readonly ownerOnly?: readonly string[];
}

/**
 * Who may see and change which records. SQL conditions, Prisma filters, checks of a single record and the tests of every
 * list, relation and write are made from this table. A new record type is an entry here.
 */
export const recordPolicies = {
  ApiKey: {
    read: { developerArea: true },
    write: { developerArea: true },
    rows: 'all',
    ownedBy: ['userId'],
    ownerOnly: ['rotate'],
  },
  Connection: { read: { person: true }, write: { person: true }, rows: 'private', ownedBy: ['userId'] },
  Contact: { read: { scope: 'contacts:read' }, write: { scope: 'contacts:write' }, rows: 'all' },
  ContactAnswer: { read: { scope: 'contacts:read' }, write: { scope: 'fields:write' }, rows: 'all' },
  CustomField: { read: { scope: 'fields:read' }, write: { scope: 'fields:write' }, rows: 'all' },
  Deal: { read: { scope: 'deals:read' }, rows: 'own', ownedBy: ['userId'] },
  Event: { read: { scope: 'events:read' }, rows: 'all' },
  EventCall: {
    read: { scope: 'eventCalls:read' },
    write: { scope: 'fields:write' },
    rows: 'own',
    ownedBy: ['userId', 'setterId'],
  },
  Member: { read: { scope: 'users:read' }, rows: 'all' },
  OAuthClient: {
    read: { developerArea: true },
    write: { developerArea: true },
    rows: 'all',
    ownedBy: ['userId'],
    ownerOnly: ['change'],
  },
  Schedule: { read: { scope: 'availabilities:read' }, rows: 'own', ownedBy: ['userId'] },
  Transaction: { read: { scope: 'transactions:read' }, rows: 'own', ownedBy: ['userId'] },
} as const satisfies Record<string, RecordPolicy>;

export type RecordType = keyof typeof recordPolicies;

type Person = Pick<Principal, 'role' | 'userId'>;
type Row = Readonly<Record<string, unknown>>;

/** The records that name this user in one of these columns. */
export interface OwnRows {
  readonly columns: readonly string[];
  readonly userId: number;
}

/** Which records of a type the caller sees; undefined for all of the workspace. */
export function visibleRows(type: RecordType, { role, userId }: Person): OwnRows | undefined {
  const { rows, ownedBy = [] }: RecordPolicy = recordPolicies[type];
  const seesAll = rows === 'all' || (rows === 'own' && rolePolicies[role].rows === 'all');
  return seesAll ? undefined : { columns: ownedBy, userId };
}

/** Whether the caller sees this record of their workspace. */
export function isVisible(type: RecordType, person: Person, row: Row): boolean {
  const own = visibleRows(type, person);
  return !own || own.columns.some((column) => row[column] === own.userId);
}

/** Throws FORBIDDEN where the change is the owner's alone and the caller, who sees the record, is not the owner. */
export function requireOwner(
  type: RecordType,
  change: string,
  { person: { userId }, row, message }: { person: Person; row: Row; message: string },
): void {
  const { ownerOnly = [], ownedBy = [] }: RecordPolicy = recordPolicies[type];
  if (!ownerOnly.includes(change) || ownedBy.some((column) => row[column] === userId)) return;
  throw new DomainError('FORBIDDEN', { message });
}

const scopesByRole = new Map(
  roles.map((role) => [role, new Set(allScopes.filter((scope) => !rolePolicies[role].lacks.includes(scope)))]),
);

/** The scopes that a role allows. A credential never carries more than its user's role allows at that moment. */
export function scopesOfRole(role: Role): ReadonlySet<Scope> {
  return scopesByRole.get(role) ?? new Set();
}

/** Whether the caller may use the Developer area. */
export function mayManageCredentials({ role, credential }: Pick<Principal, 'role' | 'credential'>): boolean {
  return rolePolicies[role].developerArea && credential === 'session';
}
