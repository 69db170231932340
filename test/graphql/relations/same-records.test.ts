import { describe, expect, test } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import type { ObjectType } from '#src/domain/custom-fields/custom-field.ts';
import { answerable } from '../../support/answers.ts';
import { type Body, useApp } from '../../support/app.ts';
import { calendarEntry } from '../../support/calendar-connections.ts';
import type { Member } from '../../support/factories.ts';
import { nodesAt, pathOf, type Relation, recordRoots, relations, wholeRecord } from '../../support/relations.ts';
import { roomyLimiter } from '../../support/roomy-limiter.ts';
import { withTimeOff } from '../../support/schedules.ts';
import { storedDelivery, storedEvent } from '../../support/webhook-records.ts';
import { webhook } from '../../support/webhooks.ts';

/** What the root fields return of every record, by type and id. */
const records = new Map<string, Map<number, Body>>();
const app = await useApp({ limiter: roomyLimiter() });
await createDemoWorkspace(app.context);
const [owner] = await app.sql<Member>(`SELECT "workspaceId", "userId" FROM "Membership" WHERE "role" = 'OWNER'`);
const session = await app.session(owner as Member);
await withTimeOff(app, owner as Member);
const hosts = await app.sql<Member & { id: number }>('SELECT "workspaceId", "userId", "id" FROM "EventCall"');
for (const { id, ...host } of hosts) await calendarEntry(app, host, id);
const webhookId = await webhook(app, owner as Member);
await storedDelivery(app, owner as Member, { webhookId, eventId: await storedEvent(app, owner as Member) });
await app.sql(
  `INSERT INTO "Notification" ("workspaceId", "eventCallId", "kind", "recipient", "sequence", "userId", "dateTime", "endTime",
     "timeZone", "location", "dueAt")
   SELECT "workspaceId", "id", 'INVITATION', 'HOST', 0, "userId", "dateTime", "endTime", "timeZone", "location", "dateTime"
   FROM "EventCall"`,
);
const { workspaceId } = owner as Member;
await app.sql(
  `INSERT INTO "Transaction" ("workspaceId", "refundOf", "value", "currency", "time")
   SELECT "workspaceId", "id", -1, "currency", "time" FROM "Transaction" ORDER BY "time" DESC, "id" DESC LIMIT 1`,
);
await app.sql(
  `INSERT INTO "ContactNote" ("workspaceId", "contactId", "userId", "text", "eventCallId")
   SELECT "workspaceId", "contactId", "userId", 'Likes tea', "id" FROM "EventCall" LIMIT 1`,
);
for (const [type, column, table, key] of [
  ['DEAL', 'dealId', 'Deal', 'id'],
  ['EVENT', 'eventId', 'Event', 'id'],
  ['USER', 'userId', 'Membership', 'userId'],
]) {
  const { id: customFieldId } = await answerable(app, workspaceId, { type: type as ObjectType });
  await app.sql(
    `INSERT INTO "CustomFieldAnswer" ("workspaceId", "customFieldId", "${column}", "answer")
     SELECT "workspaceId", $2, "${key}", '{x}' FROM "${table}" WHERE "workspaceId" = $1`,
    [workspaceId, customFieldId],
  );
}
for (const type of Object.keys(recordRoots)) records.set(type, await recordsOf(type));

async function ask(inner: string): Promise<Body> {
  const { body } = await app.graphql(`{ ${inner} }`, session);
  expect(body.errors).toBeUndefined();
  return body.data;
}

/** Reads all pages. */
async function recordsOf(type: string): Promise<Map<number, Body>> {
  const found = new Map<number, Body>();
  const root = recordRoots[type]?.root(wholeRecord(type)) ?? '';
  for (let page = 0; ; page++) {
    const before = found.size;
    const data = await ask(root.replace('(limit: 100)', `(limit: 50, page: ${page})`));
    for (const node of nodesAt(data, ...pathOf(type))) found.set(node.id ?? node.customFieldId, node);
    if (found.size === before || !root.includes('(limit: 100)')) return found;
  }
}

/** So many records of a type: of contacts those who came first, because the latest have bought nothing yet. */
function pageOf(type: string, limit: number): string {
  return `(limit: ${limit}${type === 'Contact' ? ', orderBy: asc' : ''})`;
}

/** The query of a relation, over a first page of its records that is short enough to cost little. */
function queryOf({ from, field, to, isPaged }: Relation): string {
  const related = `${field}${isPaged ? '(limit: 3)' : ''} { ${wholeRecord(to)} }`;
  return (recordRoots[from]?.root(related) ?? '').replace(
    '(limit: 100)',
    from === 'EventCall' ? '(limit: 20, outcomes: [WON])' : pageOf(from, 10),
  );
}

const withRecords = relations.filter(({ to }) => !to.endsWith('Answer'));

test('there are records of every type, and every type that has relations is known here', () => {
  for (const [type, found] of records) expect([type, found.size > 0]).toEqual([type, true]);
  for (const { from, to } of relations) expect(Object.keys(recordRoots)).toEqual(expect.arrayContaining([from, to]));
});

describe('a relation returns the records that the root field returns', () => {
  test.each(withRecords)('$field of $from', async (relation) => {
    const nodes = nodesAt(await ask(queryOf(relation)), ...pathOf(relation.from), relation.field);
    expect(nodes.length).toBeGreaterThan(0);
    for (const node of nodes) expect(node).toEqual(records.get(relation.to)?.get(node.id));
  });

  test.each(withRecords)('$field of $from, with all relations of what it leads to beside it', async (relation) => {
    const { from, field, to, isPaged } = relation;
    const further = relations.filter((other) => other.from === to).map((other) => `${other.field} { __typename }`);
    const related = `${field}${isPaged ? '(limit: 1)' : ''} { ${wholeRecord(to)} ${further.join(' ')} }`;
    const data = await ask(
      (recordRoots[from]?.root(related) ?? '').replace(
        '(limit: 100)',
        from === 'EventCall' ? '(limit: 20, outcomes: [WON])' : pageOf(from, from === 'CustomField' ? 6 : 10),
      ),
    );
    const nodes = nodesAt(data, ...pathOf(from), field);
    expect(nodes.length).toBeGreaterThan(0);
    for (const node of nodes) {
      expect(node).toMatchObject(records.get(to)?.get(node.id));
    }
  });

  test("Contact.customFieldAnswers are the detail's answers", async () => {
    const answers = `customFieldAnswers { ${wholeRecord('ContactAnswer')} }`;
    const contacts = nodesAt(await ask(`contacts(limit: 20) { contacts { id ${answers} } }`), 'contacts', 'contacts');
    expect(contacts.some(({ customFieldAnswers }) => customFieldAnswers.length > 1)).toBe(true);
    for (const { id, customFieldAnswers } of contacts) {
      const { contact } = await ask(`contact(contactId: ${id}) { ${answers} }`);
      expect(customFieldAnswers).toEqual(contact.customFieldAnswers);
    }
  });
});

test('the custom fields of a workspace are those of the lists by type, in their order', async () => {
  const page = `{ data { ${wholeRecord('CustomField')} } }`;
  const types = ['CONTACT', 'CALL', 'EVENT', 'DEAL', 'USER'];
  const listed: Body[] = [];
  for (const type of types) {
    const { customFieldsByType } = await ask(`customFieldsByType(limit: 100, allFields: true) { ${type} ${page} }`);
    listed.push(...customFieldsByType[type].data);
  }
  expect(listed.some(({ hidden }) => hidden)).toBe(true);
  expect([...(records.get('CustomField')?.values() ?? [])]).toEqual(listed);
});
