import { describe, expect, test } from 'vitest';
import { DomainError } from '#src/domain/errors.ts';
import { type Access, hasAccess, requireScopes } from '#src/domain/principal/access.ts';
import {
  assignsContacts,
  isVisible,
  type Principal,
  type RecordPolicy,
  type RecordType,
  recordPolicies,
  requireAnswering,
  requireAssignable,
  requireErasure,
  requireMailPreview,
  requireOwner,
  requireWorkspaceFeed,
  visibilityOf,
  visibleRows,
} from '#src/domain/principal/policy.ts';
import { type Role, roles } from '#src/domain/principal/roles.ts';
import { allScopes, type Scope } from '#src/domain/principal/scopes.ts';

const caller = (role: Role, facts: Partial<Principal> = {}): Principal => ({
  ...{ workspaceId: 1, userId: 7, role, credential: 'session', plan: 'STARTUP', timeZone: 'UTC' },
  ...{ scopes: new Set(allScopes), rateLimitPoints: 20, graphqlCost: 10_000 },
  ...facts,
});

/** The refusal as `CODE message`; undefined where the call returns. */
function refusalOf(call: () => void): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return `${error.code} ${error.message}`;
    throw error;
  }
}

const refusals = (check: (caller: Principal) => void) =>
  Object.fromEntries(roles.map((role) => [role, refusalOf(() => check(caller(role)))]));

const teamLeadsOnly = (message: string) => {
  const refusal = `FORBIDDEN ${message}`;
  return { OWNER: undefined, ADMIN: undefined, CLOSER: refusal, SETTER: refusal };
};

function textOf(access: Access | undefined): string {
  if (access === undefined) return '-';
  if ('scope' in access) return access.definesFields ? `${access.scope} of a role that defines fields` : access.scope;
  return 'person' in access ? 'person' : 'developer';
}

test('each record is read and written with the scopes of its resource, or by a person or developer alone', () => {
  const table = Object.entries<RecordPolicy>(recordPolicies).map(([type, { read, write, rotate }]) =>
    [type, textOf(read), textOf(write), ...(rotate ? [textOf(rotate)] : [])].join(', '),
  );
  expect(table).toEqual([
    'ApiKey, developer, developer',
    'ApiRequest, developer, -',
    'AuditEvent, audit:read, -',
    'CalendarConnection, person, person',
    'CalendarEntry, eventCalls:read, -',
    'CalendarFeed, person, person',
    'Connection, person, person',
    'Contact, contacts:read, contacts:write',
    'ContactAnswer, contacts:read, fields:write',
    'ContactNote, contacts:read, contacts:write',
    'DealAnswer, deals:read, -',
    'EventAnswer, events:read, -',
    'MemberAnswer, users:read, -',
    'CustomField, fields:read, fields:write of a role that defines fields',
    'Deal, deals:read, deals:write',
    'Event, events:read, events:write',
    'EventCall, eventCalls:read, eventCalls:write',
    'EventCallChange, eventCalls:read, -',
    'Goal, person, developer',
    'Member, users:read, users:write',
    'Notification, eventCalls:read, eventCalls:write',
    'OAuthClient, developer, developer',
    'Product, deals:read, deals:write',
    'SavedView, person, person',
    'Schedule, availabilities:read, availabilities:write',
    'ScheduleOverride, availabilities:read, availabilities:write',
    'TimeOff, availabilities:read, availabilities:write',
    'Transaction, transactions:read, transactions:write',
    'Webhook, webhooks:read, webhooks:write, developer',
    'WebhookDelivery, webhooks:read, webhooks:write',
    'WebhookEvent, webhooks:read, -',
  ]);
});

describe('the rows that a caller sees', () => {
  const own = { columns: ['userId'], owner: 7 };
  const ofCall = { columns: ['userId', 'setterId'], owner: 7 };

  test.each<[RecordType, object | undefined, object | undefined]>([
    ['Contact', undefined, undefined],
    ['ApiKey', undefined, undefined],
    ['Deal', undefined, own],
    ['EventCall', undefined, ofCall],
    ['CalendarConnection', undefined, own],
    ['Connection', own, own],
    ['CalendarFeed', own, own],
    ['SavedView', own, own],
    ['Goal', undefined, { ...own, orNobody: true }],
  ])('of %s', (type, ofTeamLead, ofSeller) => {
    const seen = roles.map((role) => visibleRows(type, caller(role)));
    expect(seen).toEqual([ofTeamLead, ofTeamLead, ofSeller, ofSeller]);
  });

  test('are of webhooks those of its connection for an app, and all for everybody else', () => {
    const app = caller('OWNER', { connectionId: 'c1' });
    expect(visibleRows('Webhook', app)).toEqual({ columns: ['grantId'], owner: 'c1' });
    expect(visibleRows('Webhook', caller('OWNER'))).toBeUndefined();
    expect(visibleRows('Contact', app)).toBeUndefined();
    expect(
      [{ grantId: 'c1' }, { grantId: 'c2' }, { grantId: null }].map((row) => isVisible('Webhook', app, row)),
    ).toEqual([true, false, false]);
  });

  test('are goals of the caller and those of nobody, which are of the team', () => {
    const rows = [{ userId: 7 }, { userId: 8 }, { userId: null }, {}];
    const seen = (role: Role) => rows.map((row) => isVisible('Goal', caller(role), row));
    expect(seen('CLOSER')).toEqual([true, false, true, false]);
    expect(seen('OWNER')).toEqual([true, true, true, true]);
  });

  test('are calls of either owner, of whom one may be nobody', () => {
    const rows = [{ userId: 7, setterId: null }, { userId: 8, setterId: 7 }, { userId: 8, setterId: null }, {}];
    const seen = (role: Role) => rows.map((row) => isVisible('EventCall', caller(role), row));
    expect(seen('SETTER')).toEqual([true, true, false, false]);
    expect(seen('ADMIN')).toEqual([true, true, true, true]);
  });
});

describe('a change that only owners of a record make', () => {
  const [mine, foreign] = [{ userId: 7 }, { userId: 8 }];
  const refusal = (...[type, change, role, row]: Parameters<typeof changed>) =>
    refusalOf(() => changed(type, change, role, row));
  const changed = (type: 'ApiKey' | 'CalendarConnection' | 'OAuthClient', change: string, role: Role, row: object) =>
    requireOwner(type, change as never, caller(role), row);

  test.each([
    ['ApiKey', 'rotate', 'Only the member who owns the key can rotate it'],
    ['CalendarConnection', 'change', 'Only the member who owns the calendars can change the connection'],
    ['OAuthClient', 'change', 'Only the member who registered the client can change it'],
  ] as const)('%s: %s is refused to every other role', (type, change, message) => {
    for (const role of roles) {
      expect(refusal(type, change, role, mine)).toBeUndefined();
      expect(refusal(type, change, role, foreign)).toBe(`FORBIDDEN ${message}`);
    }
  });

  test('an owner of the workspace deletes any client, an admin only their own', () => {
    const message = 'Only the member who registered the client, or an owner of the workspace, can delete it';
    expect(refusal('OAuthClient', 'delete', 'OWNER', foreign)).toBeUndefined();
    expect(refusal('OAuthClient', 'delete', 'ADMIN', foreign)).toBe(`FORBIDDEN ${message}`);
    expect(refusal('OAuthClient', 'delete', 'ADMIN', mine)).toBeUndefined();
  });
});

describe('what only owners and admins do', () => {
  test.each<[string, (caller: Principal) => void, string]>([
    ['erase a contact', requireErasure, 'Only an owner or admin can erase a contact'],
    [
      'make a feed of all calls',
      requireWorkspaceFeed,
      'Only an owner or admin can create a feed of all calls of the workspace',
    ],
    ['look at mails', requireMailPreview, 'Only an owner or admin can preview the emails of an event'],
    [
      'answer fields of events',
      (each) => requireAnswering(each, 'events:write'),
      'Only an owner or admin can answer fields of events and of other members',
    ],
    [
      'answer fields of members',
      (each) => requireAnswering(each, 'users:write'),
      'Only an owner or admin can answer fields of events and of other members',
    ],
    [
      'give a contact to another member',
      (each) => requireAssignable(each, 8),
      'Only an owner or admin can assign a contact to another member or to nobody: userId must be your own user id',
    ],
    [
      'give a contact to nobody',
      (each) => requireAssignable(each, null),
      'Only an owner or admin can assign a contact to another member or to nobody: userId must be your own user id',
    ],
  ])('%s', (_, check, message) => {
    expect(refusals(check)).toEqual(teamLeadsOnly(message));
  });

  test('the setter of a contact is refused by its own name', () => {
    expect(refusals((each) => requireAssignable(each, 8, 'setterId'))).toEqual(
      teamLeadsOnly(
        'Only an owner or admin can assign a contact to another member or to nobody: setterId must be your own user id',
      ),
    );
  });

  test('a contact may be given to oneself by every role', () => {
    expect(Object.values(refusals((each) => requireAssignable(each, 7)))).toEqual(roles.map(() => undefined));
    expect(roles.map((role) => assignsContacts({ role }))).toEqual([true, true, false, false]);
  });
});

describe('scopes', () => {
  const scopes = new Set<Scope>(['deals:read', 'fields:write']);

  test('are all required, and the first that is missing is named', () => {
    expect(refusalOf(() => requireScopes({ scopes }, []))).toBeUndefined();
    expect(refusalOf(() => requireScopes({ scopes }, ['fields:write', 'deals:read']))).toBeUndefined();
    const missing = () => requireScopes({ scopes }, ['deals:read', 'deals:write', 'users:read']);
    expect(refusalOf(missing)).toBe('INSUFFICIENT_SCOPE Missing scope: deals:write');
    expect(missing).toThrow(expect.objectContaining({ scope: 'deals:write' }));
  });

  test('open what they name, to whatever credential has them', () => {
    for (const credential of ['apiKey', 'session', 'accessToken'] as const) {
      const app = caller('SETTER', { scopes, credential });
      expect(hasAccess({ scope: 'deals:read' }, app)).toBe(true);
      expect(hasAccess({ scope: 'deals:write' }, app)).toBe(false);
    }
  });

  test('define fields for a role that may', () => {
    const access: Access = { scope: 'fields:write', definesFields: true };
    expect(roles.map((role) => hasAccess(access, caller(role, { scopes })))).toEqual([true, true, false, false]);
    expect(hasAccess(access, caller('OWNER', { scopes: new Set() }))).toBe(false);
  });
});

describe('what needs no scope', () => {
  test.each(['apiKey', 'accessToken'] as const)('is closed to every %s', (credential) => {
    for (const role of roles) {
      expect(hasAccess({ person: true }, caller(role, { credential }))).toBe(false);
      expect(hasAccess({ developerArea: true }, caller(role, { credential }))).toBe(false);
    }
  });

  test('is open to the sessions of all, or of owners and admins', () => {
    expect(roles.map((role) => hasAccess({ person: true }, caller(role)))).toEqual([true, true, true, true]);
    expect(roles.map((role) => hasAccess({ developerArea: true }, caller(role)))).toEqual([true, true, false, false]);
  });
});

test('callers see the same where user, connection, role and scopes are the same, in whatever order these were granted', () => {
  const seen = (scopes: Scope[]) => visibilityOf(caller('ADMIN', { connectionId: 'c1', scopes: new Set(scopes) }));
  expect(seen(['users:read', 'deals:read'])).toEqual({
    ...{ userId: 7, connectionId: 'c1', role: 'ADMIN' },
    scopes: ['deals:read', 'users:read'],
  });
});
