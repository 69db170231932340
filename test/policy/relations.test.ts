import { expect, test } from 'vitest';
import { type RecordType, recordPolicies } from '#src/domain/principal/policy.ts';
import { roles } from '#src/domain/principal/roles.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { useApp } from '../support/app.ts';
import { nodesAt, pathOf, type Relation, recordRoots, relations } from '../support/relations.ts';
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
const isRecordType = (type: string): type is RecordType => Object.hasOwn(recordPolicies, type);

/** Tables between two records. */
const between: readonly Row[][] = [
  await app.sql<Row>('SELECT * FROM "EventHost"'),
  await app.sql<Row>('SELECT * FROM "EventSecondaryQuestion"'),
];

/** The column by which other rows name a record of a type; a member is the closer unless the relation says setter. */
function columnOf(type: string, relation: string): string {
  if (type === 'Member') return relation.startsWith('setter') ? 'setterId' : 'userId';
  return type === 'WebhookEvent' ? 'eventId' : `${type[0]?.toLowerCase()}${type.slice(1)}Id`;
}

/** Whether a record is related to another one of the same workspace, as the columns of the database say. */
function linkOf({ from, field, to }: Relation): (from: Row, to: Row) => boolean {
  if (!isRecordType(from)) return () => true;
  if (field === 'refunded') return (one, other) => one.refundOf === other.id;
  if (field === 'refunds') return (one, other) => other.refundOf === one.id;
  const [toColumn, fromColumn] = [columnOf(to, field), columnOf(from, field)];
  const [fromKey, toKey] = [keyColumn(from), keyColumn(to as RecordType)];
  const has = (type: string, column: string) => rows.get(type as RecordType)?.some((row) => column in row);
  if (has(from, toColumn)) return (one, other) => one[toColumn] === other[toKey];
  if (has(to, fromColumn)) return (one, other) => other[fromColumn] === one[fromKey];
  const pairs = between.find(([row = {}]) => fromColumn in row && toColumn in row);
  if (!pairs) throw new Error(`No column says which ${to} is a ${field} of a ${from}: tell linkOf which one does`);
  return (one, other) => pairs.some((row) => row[fromColumn] === one[fromKey] && row[toColumn] === other[toKey]);
}

const keyColumn = (type: RecordType) => storage[type].key[0];

/** The time of records that have no `createdAt`. */
const timeOf: Partial<Record<RecordType, string>> = {
  ...{ ContactAnswer: '', DealAnswer: '', EventAnswer: '', MemberAnswer: '' },
  WebhookEvent: 'timestamp',
};

test('every relation of the schema leads to a record of the policy table', () => {
  expect(relations.map(({ to }) => to).filter((to) => !isRecordType(to))).toEqual([]);
});

test.each(relations)('$field of $from returns to each role what the policy table says', async (relation) => {
  const { from, field, to, isPaged } = relation;
  const link = linkOf(relation);
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
        .filter((each) => link(row, each))
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
});
