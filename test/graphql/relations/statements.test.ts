import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { roomyLimiter } from '../../support/roomy-limiter.ts';

const app = await useApp({ limiter: roomyLimiter() });
await createDemoWorkspace(app.context);
const [owner] = await app.sql<Member>(`SELECT "workspaceId", "userId" FROM "Membership" WHERE "role" = 'OWNER'`);
const session = await app.session(owner as Member);
await app.graphql('{ workspace { name } }', session);

/** Counts everything that one document sends to PostgreSQL: by Prisma, the pool or the pipeline. */
async function statementsOf(query: string): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const { body } = await app.graphql(query, session);
  const count = sent.mock.calls.length;
  sent.mockRestore();
  expect(body.errors).toBeUndefined();
  return count;
}

const credential = 1;
const ofRoot = 1;
const ofAllRelations = 1;
/** BEGIN and COMMIT, around a page and its relations. */
const ofSnapshot = 2;

describe('one statement loads all relations of a document, however many records it returns', () => {
  test.each([
    [
      'three levels of lists',
      (limit: number) => `contacts(limit: ${limit}) { contacts {
      eventCalls { name deals { value transactions { value } } } } }`,
    ],
    [
      'lists and single records',
      (limit: number) => `eventCalls(limit: ${limit}) { eventCalls {
      contact { email deals { value } } event { name hosts { email } } closerMember { email } } }`,
    ],
    [
      'the same list twice, with the same arguments',
      (limit: number) => `deals(limit: ${limit}) { deals {
      a: transactions { value } b: transactions { source } } }`,
    ],
  ])('%s', async (_, query) => {
    for (const limit of [1, 3, 6]) {
      expect([limit, await statementsOf(`{ ${query(limit)} }`)]).toEqual([
        limit,
        credential + ofSnapshot + ofRoot + ofAllRelations,
      ]);
    }
  });

  test('from the workspace, of which Prisma loads everything', async () => {
    const query = '{ workspace { members { email hostedEvents { name eventCalls { inviteeName } } } } }';
    expect(await statementsOf(query)).toBe(credential + ofAllRelations);
  });

  test('of the result of a mutation', async () => {
    const created = (contact: string) =>
      `mutation { createContact(input: { email: "ada@example.com" }) { contact { ${contact} } } }`;
    await statementsOf(created('id'));
    const alone = await statementsOf(created('id'));
    expect(await statementsOf(created('id eventCalls { name } deals { value }'))).toBe(alone + ofAllRelations);
  });

  test('hosts of events that are nested in other records: one more, since each page of them is a list of its own', async () => {
    const query = '{ eventCalls(limit: 20) { eventCalls { event { name hostMembers(limit: 1) { email } } } } }';
    expect(await statementsOf(query)).toBe(credential + ofSnapshot + ofRoot + ofAllRelations + 1);
  });

  test('the same list twice, with other arguments: one more, not one for each record', async () => {
    const query =
      '{ contacts(limit: 20) { contacts { a: eventCalls(limit: 1) { id } b: eventCalls(limit: 2) { id } } } }';
    expect(await statementsOf(query)).toBe(credential + ofSnapshot + ofRoot + ofAllRelations + 1);
  });
});

test('a document without relations costs what its records cost', async () => {
  expect(await statementsOf('{ contacts { contacts { email } } }')).toBe(credential + ofRoot);
});
