import { expect, test } from 'vitest';
import { type Access, type RecordPolicy, type RecordType, recordPolicies } from '#src/domain/principal/policy.ts';
import { rolePolicies, roles, scopesOfRole } from '#src/domain/principal/roles.ts';
import { recordTypes, storage } from './records.ts';

/** The contract, in the words of the table. The other tests here derive from the table what the server must answer. */
test('owners and admins see the whole workspace, manage credentials, define fields and assign contacts, others do none of it', () => {
  const whole = { rows: 'all', developerArea: true, definesFields: true, assignsContacts: true, erasesContacts: true };
  const own = {
    rows: 'own',
    developerArea: false,
    definesFields: false,
    assignsContacts: false,
    erasesContacts: false,
  };
  expect(rolePolicies).toMatchObject({ OWNER: whole, ADMIN: whole, CLOSER: own, SETTER: own });
  for (const { lacks } of [rolePolicies.CLOSER, rolePolicies.SETTER]) {
    expect(lacks).toEqual(['users:write', 'webhooks:read', 'webhooks:write', 'events:write']);
  }
});

test('a role that may have webhooks sees all records, which their events are about', () => {
  for (const role of roles) if (scopesOfRole(role).has('webhooks:write')) expect(rolePolicies[role].rows).toBe('all');
});

test('owners manage all roles, admins all but that of owners, and sellers none', () => {
  const managed = Object.entries(rolePolicies).map(([role, { managesRoles }]) => [role, [...managesRoles]]);
  expect(Object.fromEntries(managed)).toEqual({
    ...{ OWNER: ['OWNER', 'ADMIN', 'CLOSER', 'SETTER'], ADMIN: ['ADMIN', 'CLOSER', 'SETTER'] },
    ...{ CLOSER: [], SETTER: [] },
  });
});

test('calls, calendars, schedules, time off and sales are the own ones, connections and feeds are private, all else is shared', () => {
  const withRows = (rows: RecordPolicy['rows']) =>
    Object.fromEntries(
      recordTypes.filter((type) => recordPolicies[type].rows === rows).map((type) => [type, ownersOf(type)]),
    );
  expect(withRows('own')).toEqual({
    ...{ Deal: ['userId'], Schedule: ['userId'], TimeOff: ['userId'], Transaction: ['userId'] },
    ...{ EventCall: ['userId', 'setterId'], CalendarConnection: ['userId'] },
  });
  expect(withRows('private')).toEqual({ Connection: ['userId'], CalendarFeed: ['userId'] });
});

const ownersOf = (type: RecordType) => (recordPolicies[type] as RecordPolicy).ownedBy;

test('an API key is rotated, calendars are chosen and a client is changed by their owners alone; an OWNER deletes any client', () => {
  const ownerOnly = recordTypes.flatMap((type) => {
    const { ownerOnly: changes, ownedBy }: RecordPolicy = recordPolicies[type];
    const roles = Object.entries(changes ?? {}).map(([change, { roles }]) => [change, roles]);
    return changes ? [[type, roles, ownedBy]] : [];
  });
  expect(ownerOnly).toEqual([
    ['ApiKey', [['rotate', undefined]], ['userId']],
    ['CalendarConnection', [['change', undefined]], ['userId']],
    [
      'OAuthClient',
      [
        ['change', undefined],
        ['delete', ['OWNER']],
      ],
      ['userId'],
    ],
  ]);
});

test('each type is read and written with these scopes, or by sessions alone', () => {
  const inWords = (access: Access | undefined) => {
    if (!access) return 'nobody';
    if ('scope' in access) return access.definesFields ? `${access.scope}, by who defines fields` : access.scope;
    return 'person' in access ? 'persons' : 'owners and admins';
  };
  const table = recordTypes.map((type) => {
    const { read, write, rotate }: RecordPolicy = recordPolicies[type];
    return [type, [read, write, ...(rotate ? [rotate] : [])].map(inWords)];
  });
  expect(Object.fromEntries(table)).toEqual({
    ApiKey: ['owners and admins', 'owners and admins'],
    ApiRequest: ['owners and admins', 'nobody'],
    CalendarConnection: ['persons', 'persons'],
    CalendarEntry: ['eventCalls:read', 'nobody'],
    CalendarFeed: ['persons', 'persons'],
    Connection: ['persons', 'persons'],
    Contact: ['contacts:read', 'contacts:write'],
    ContactAnswer: ['contacts:read', 'fields:write'],
    DealAnswer: ['deals:read', 'nobody'],
    EventAnswer: ['events:read', 'nobody'],
    MemberAnswer: ['users:read', 'nobody'],
    CustomField: ['fields:read', 'fields:write, by who defines fields'],
    Deal: ['deals:read', 'deals:write'],
    Event: ['events:read', 'events:write'],
    EventCall: ['eventCalls:read', 'eventCalls:write'],
    EventCallChange: ['eventCalls:read', 'nobody'],
    Member: ['users:read', 'users:write'],
    Notification: ['eventCalls:read', 'eventCalls:write'],
    OAuthClient: ['owners and admins', 'owners and admins'],
    Schedule: ['availabilities:read', 'availabilities:write'],
    ScheduleOverride: ['availabilities:read', 'availabilities:write'],
    TimeOff: ['availabilities:read', 'availabilities:write'],
    Transaction: ['transactions:read', 'transactions:write'],
    Webhook: ['webhooks:read', 'webhooks:write', 'owners and admins'],
    WebhookDelivery: ['webhooks:read', 'webhooks:write'],
    WebhookEvent: ['webhooks:read', 'nobody'],
  });
});

test('every type of the table is stored by the tests', () => {
  expect(Object.keys(storage).sort()).toEqual([...recordTypes].sort());
});
