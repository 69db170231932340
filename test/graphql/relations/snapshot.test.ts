import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { deal } from '../../support/sales-factories.ts';

let key: string;
let dealId: number;
/** Two contacts whose tag is the number of their deals. */
let contactIds: [number, number];
const app = await useApp();
beforeEach(async () => {
  const owner = await app.workspace();
  key = await app.apiKey(owner);
  contactIds = [await app.contact(owner.workspaceId), await app.contact(owner.workspaceId)];
  dealId = await deal(app, owner, { contactId: contactIds[0] });
  await deal(app, owner, { contactId: contactIds[0] });
  await retag();
});
afterEach(() => vi.restoreAllMocks());

const retag = () =>
  app.sql(
    `UPDATE "Contact" c SET "tag" = (SELECT count(*) FROM "Deal" d
    WHERE d."workspaceId" = c."workspaceId" AND d."contactId" = c."id") WHERE c."id" = ANY($1)`,
    [contactIds],
  );

/** Moves a deal from the first contact to the second, and their tags with it, as one change. */
const moveDeal = () =>
  app.sql(
    `WITH "moved" AS (UPDATE "Deal" SET "contactId" = $2 WHERE "id" = $3)
    UPDATE "Contact" SET "tag" = '1' WHERE "id" IN ($1, $2)`,
    [...contactIds, dealId],
  );

/** Moves the deal once, just before the statement that loads relations reaches PostgreSQL. Returns whether it did. */
function moveBeforeRelations(): () => boolean {
  let hasMoved = false;
  const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }];
    const text = typeof config === 'string' ? config : config.text;
    // Only Prisma, which loads relations, names the schema of a table.
    if (hasMoved || !text.includes('"public"."Deal"')) return query.apply(this, args);
    hasMoved = true;
    return moveDeal().then(() => query.apply(this, args));
  } as never);
  return () => hasMoved;
}

const selection = '{ id tag deals { id } }';

describe('a record and the relations below it are of one moment, although a writer moves rows between the two reads', () => {
  test.each<[string, () => string, (data: Body) => Body[]]>([
    ['a page', () => `contacts { contacts ${selection} }`, ({ contacts }) => contacts.contacts],
    ['one record', () => `contact(contactId: ${contactIds[0]}) ${selection}`, ({ contact }) => [contact]],
    [
      'a relation of each record of a page',
      () => `deals { deals { contactId contact ${selection} } }`,
      ({ deals }) => deals.deals.map(({ contactId, contact }: Body) => ({ contactId, ...contact })),
    ],
  ])('%s', async (_, field, contactsIn) => {
    const hasMoved = moveBeforeRelations();
    const { body } = await app.graphql(`{ ${field()} }`, key);
    expect(hasMoved()).toBe(true);
    expect(body.errors).toBeUndefined();
    const contacts = contactsIn(body.data);
    expect(contacts.length).toBeGreaterThan(0);
    for (const { id, contactId = id, tag, deals } of contacts) {
      expect([contactId, deals.length]).toEqual([id, Number(tag)]);
    }
    vi.restoreAllMocks();
    const { body: after } = await app.graphql(`{ contacts { contacts ${selection} } }`, key);
    for (const { tag, deals } of after.data.contacts.contacts) expect([tag, deals.length]).toEqual(['1', 1]);
  });
});
