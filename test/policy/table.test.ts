import { expect, test } from 'vitest';
import { type RecordPolicy, type RecordType, recordPolicies } from '#src/domain/principal/policy.ts';
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
    expect(lacks).toEqual(['users:write', 'webhooks:read', 'webhooks:write', 'events:write', 'audit:read']);
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

test('calls, calendars, schedules, time off, sales and goals are the own ones, connections and feeds are private, all else is shared', () => {
  const withRows = (rows: RecordPolicy['rows']) =>
    Object.fromEntries(
      recordTypes.filter((type) => recordPolicies[type].rows === rows).map((type) => [type, ownersOf(type)]),
    );
  expect(withRows('own')).toEqual({
    ...{ Deal: ['userId'], Schedule: ['userId'], TimeOff: ['userId'], Transaction: ['userId'] },
    ...{ EventCall: ['userId', 'setterId'], CalendarConnection: ['userId'], Goal: ['userId'] },
  });
  expect(recordTypes.filter((type) => (recordPolicies[type] as RecordPolicy).sharesUnowned)).toEqual(['Goal']);
  expect(withRows('private')).toEqual({ Connection: ['userId'], CalendarFeed: ['userId'], SavedView: ['userId'] });
});

const ownersOf = (type: RecordType) => (recordPolicies[type] as RecordPolicy).ownedBy;

test('an API key is rotated, calendars are chosen, a note and a client are changed by their owners alone; some roles delete any', () => {
  const ownerOnly = recordTypes.flatMap((type) => {
    const { ownerOnly: changes, ownedBy }: RecordPolicy = recordPolicies[type];
    const roles = Object.entries(changes ?? {}).map(([change, { roles }]) => [change, roles]);
    return changes ? [[type, roles, ownedBy]] : [];
  });
  expect(ownerOnly).toEqual([
    ['ApiKey', [['rotate', undefined]], ['userId']],
    ['CalendarConnection', [['change', undefined]], ['userId']],
    [
      'ContactNote',
      [
        ['change', undefined],
        ['delete', ['OWNER', 'ADMIN']],
      ],
      ['userId'],
    ],
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

test('every type of the table is stored by the tests', () => {
  expect(Object.keys(storage).sort()).toEqual([...recordTypes].sort());
});
