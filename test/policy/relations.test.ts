import { expect, test } from 'vitest';
import { type RecordType, recordPolicies } from '#src/domain/principal/policy.ts';
import { roles } from '#src/domain/principal/roles.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { useApp } from '../support/app.ts';
import { nodesAt, pathOf, recordRoots, relations } from '../support/relations.ts';
import {
  type Caller,
  keyOf,
  type Row,
  recordTypes,
  refusal,
  rowsOf,
  sees,
  storage,
  type Team,
  teamWithRecords,
} from './records.ts';

interface Between {
  readonly hosts: readonly Row[];
  readonly questions: readonly Row[];
}

const rows = new Map<RecordType, Row[]>();
const app = await useApp();
const people: Team = await teamWithRecords(app);
// The same people have records in another workspace.
await teamWithRecords(app, { people });
const callers: Caller[] = [];
for (const role of roles) {
  const member = people[role];
  callers.push({ role, member, credential: 'session', token: await app.session(member), scopes: allScopes });
}
for (const type of recordTypes) rows.set(type, await rowsOf(app, type));
const between: Between = {
  hosts: await app.sql('SELECT * FROM "EventHost"'),
  questions: await app.sql('SELECT * FROM "EventSecondaryQuestion"'),
};

/** Whether a record is related to another one of the same workspace. */
type Link = (from: Row, to: Row, between: Between) => boolean;

const any: Link = () => true;
/** The record names the related one. */
const names =
  (column: string, key = 'id'): Link =>
  (from, to) =>
    from[column] === to[key];
/** The related record names the record. */
const namedBy =
  (column: string, key = 'id'): Link =>
  (from, to) =>
    to[column] === from[key];
const hosts: Link = (event, member, { hosts: all }) =>
  all.some(({ eventId, userId }) => eventId === event.id && userId === member.userId);
const asks: Link = (event, field, { questions }) =>
  questions.some(({ eventId, customFieldId }) => eventId === event.id && customFieldId === field.id);

/** How the database relates the records of every relation. */
const links: Readonly<Record<string, Link>> = {
  'Workspace.members': any,
  'Workspace.events': any,
  'Workspace.schedules': any,
  'Workspace.contacts': any,
  'Workspace.customFields': any,
  'Workspace.eventCalls': any,
  'Workspace.deals': any,
  'Workspace.transactions': any,
  'Workspace.apiKeys': any,
  'Member.schedules': namedBy('userId', 'userId'),
  'Member.timeOff': namedBy('userId', 'userId'),
  'Member.hostedEvents': (member, event, tables) => hosts(event, member, tables),
  'Member.closerCalls': namedBy('userId', 'userId'),
  'Member.setterCalls': namedBy('setterId', 'userId'),
  'Member.contacts': namedBy('userId', 'userId'),
  'Member.deals': namedBy('userId', 'userId'),
  'Member.apiKeys': namedBy('userId', 'userId'),
  'EventCall.calendarEntry': namedBy('eventCallId'),
  'CalendarConnection.member': names('userId', 'userId'),
  'ApiKey.member': names('userId', 'userId'),
  'EventCall.closer': names('userId', 'userId'),
  'EventCall.setter': names('setterId', 'userId'),
  'EventCall.event': names('eventId'),
  'EventCall.contact': names('contactId'),
  'EventCall.closerMember': names('userId', 'userId'),
  'EventCall.setterMember': names('setterId', 'userId'),
  'EventCall.deals': namedBy('eventCallId'),
  'EventCall.changes': namedBy('eventCallId'),
  'EventCall.notifications': namedBy('eventCallId'),
  'Event.hostMembers': hosts,
  'Event.customFields': asks,
  'Event.eventCalls': namedBy('eventId'),
  'Schedule.member': names('userId', 'userId'),
  'Schedule.events': (schedule, event, { hosts: all }) =>
    all.some(({ eventId, scheduleId }) => eventId === event.id && scheduleId === schedule.id),
  'Schedule.overrides': namedBy('scheduleId'),
  'TimeOff.member': names('userId', 'userId'),
  'Deal.contact': names('contactId'),
  'Deal.eventCall': names('eventCallId'),
  'Deal.closerMember': names('userId', 'userId'),
  'Deal.transactions': namedBy('dealId'),
  'Transaction.deal': names('dealId'),
  'Transaction.contact': names('contactId'),
  'Transaction.closerMember': names('userId', 'userId'),
  'Contact.ownerMember': names('userId', 'userId'),
  'Contact.eventCalls': namedBy('contactId'),
  'Contact.deals': namedBy('contactId'),
  'Contact.transactions': namedBy('contactId'),
  'Contact.customFieldAnswers': namedBy('contactId'),
  'Deal.customFieldAnswers': namedBy('dealId'),
  'Event.customFieldAnswers': namedBy('eventId'),
  'Member.customFieldAnswers': namedBy('userId', 'userId'),
  'WebhookDelivery.event': names('eventId'),
  'CustomField.events': (field, event, tables) => asks(event, field, tables),
  'CustomField.askingEvents': (field, event, tables) => asks(event, field, tables),
};

/** The time of records that have no `createdAt`. */
const timeOf: Partial<Record<RecordType, string>> = {
  ...{ ContactAnswer: '', DealAnswer: '', EventAnswer: '', MemberAnswer: '' },
  WebhookEvent: 'timestamp',
};

const isRecordType = (type: string): type is RecordType => Object.hasOwn(recordPolicies, type);

test('every relation of the schema is followed here, to records of the policy table', () => {
  expect(relations.map(({ from, field }) => `${from}.${field}`).sort()).toEqual(Object.keys(links).sort());
  for (const { to } of relations) expect(isRecordType(to)).toBe(true);
});

test.each(relations)(
  '$field of $from returns to each role what the policy table says',
  async ({ from, field, to, isPaged }) => {
    const link = links[`${from}.${field}`] as Link;
    const type = to as RecordType;
    const [, key] = storage[type].key;
    // More than a record embeds of another one, so that the relation is loaded.
    const inner = `${field}${isPaged ? '(limit: 42)' : ''} { ${key} ${timeOf[type] ?? 'createdAt'} }`;
    const query = `{ ${recordRoots[from]?.root(`id ${inner}`).replace('(limit: 100)', '(limit: 40)')} }`;
    let found = 0;
    for (const caller of callers) {
      const { workspaceId } = caller.member;
      const { status, body } = await app.graphql(query, caller.token);
      const refused =
        refusal(recordPolicies[type].read, caller) ??
        (isRecordType(from) ? refusal(recordPolicies[from].read, caller) : undefined);
      if (refused) {
        expect(body.errors[0].extensions.code).toBe(refused.code);
        expect(nodesAt(body.data, ...pathOf(from), field)).toEqual([]);
        continue;
      }
      expect([caller.role, status, body.errors]).toEqual([caller.role, 200, undefined]);
      const parents = isRecordType(from)
        ? (rows.get(from) ?? []).filter((row) => sees(from, caller, row)).map((row) => ({ row, id: keyOf(from, row) }))
        : [{ row: {}, id: workspaceId }];
      const related = (rows.get(type) ?? []).filter((row) => sees(type, caller, row));
      const expected = parents.map(({ row, id }) => [
        id,
        related
          .filter((each) => link(row, each, between))
          .map((each) => keyOf(type, each))
          .sort(),
      ]);
      const nodes = nodesAt(body.data, ...pathOf(from));
      const actual = nodes.map((node) => [
        node.id,
        nodesAt(node, field)
          .map((each) => each[key])
          .sort(),
      ]);
      const byId = (pairs: unknown[][]) => new Map(pairs.map(([id, keys]) => [id, keys]));
      expect({ role: caller.role, related: byId(actual) }).toEqual({ role: caller.role, related: byId(expected) });
      found += actual.reduce((sum, [, keys]) => sum + keys.length, 0);
    }
    expect(found).toBeGreaterThan(0);
  },
);
