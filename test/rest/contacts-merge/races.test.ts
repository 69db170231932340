import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../../support/app.ts';
import { type Booking, bookingIn } from '../../support/bookings.ts';
import { merging } from '../../support/contact-merges.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
let booking: Booking;
beforeEach(async () => {
  booking = await bookingIn(app);
});
const { merge, undo, detail } = merging(app, () => booking.key);

const hour = (number: number) => new Date(Date.UTC(2026, 2, 5, number)).toISOString();
const expectNoneOf = (answers: readonly Answer[], status: number) =>
  expect(answers.filter((answer) => answer.status === status).map(({ body }) => body)).toEqual([]);
const contactIds = async () =>
  (
    await app.sql<{ id: number }>('SELECT "id" FROM "Contact" WHERE "workspaceId" = $1 ORDER BY "id"', [
      booking.workspaceId,
    ])
  ).map(({ id }) => id);
/** The contacts of all calls, deals and notes of the workspace. */
const namedIds = async () => {
  const of = (table: string) => `SELECT DISTINCT "contactId" FROM "${table}" WHERE "workspaceId" = $1`;
  const rows = await app.sql<{ contactId: number }>(['EventCall', 'Deal', 'ContactNote'].map(of).join(' UNION '), [
    booking.workspaceId,
  ]);
  return rows.map(({ contactId }) => contactId);
};

describe('bookings at the moment of a merge', () => {
  test('by the email, the phone number or the id of the merged contact are all with the kept one', async () => {
    const { workspaceId, key } = booking;
    const [kept, other] = [await app.contact(workspaceId), await app.contact(workspaceId, { email: 'b@example.com' })];
    const merged = await app.contact(workspaceId, { email: 'a@example.com' });
    await app.sql('UPDATE "Contact" SET "phoneNumber" = $2 WHERE "id" = $1', [merged, '+4930222222']);
    const addresses = [
      { email: 'A@example.com' },
      { email: undefined, phoneNumber: '+4930222222' },
      { email: undefined, contactId: merged },
    ];
    const bookings = Array.from({ length: 18 }, (_, number) =>
      booking.book({ dateTime: hour(number), ...addresses[number % 3] }),
    );
    const writes = Array.from({ length: 6 }, (_, number) => [
      sendJson(app, ['POST', '/v1/contacts'], { email: 'a@example.com', tag: `${number}` }, { key }),
      sendJson(app, ['POST', '/v1/contacts/notes'], { contactId: merged, text: 'x' }, { key }),
      sendJson(
        app,
        ['POST', '/v1/deals'],
        { contactId: merged, value: 1, currency: 'USD', transactionType: 'WON' },
        { key },
      ),
    ]).flat();
    const [first, ...answers] = await Promise.all([merge(kept, merged), ...bookings, ...writes]);
    expect(first.status).toBe(200);
    expectNoneOf(answers, 500);
    expect(answers.slice(0, 18).map(({ status }) => status)).toEqual(Array(18).fill(201));
    expect(await contactIds()).toEqual([kept, other]);
    expect(await namedIds()).toEqual([kept]);
    const [calls] = await app.sql('SELECT count(*)::int AS "n" FROM "EventCall" WHERE "workspaceId" = $1', [
      workspaceId,
    ]);
    expect(calls).toEqual({ n: 18 });
  });

  test('and of its undo, again and again, lose no booking and make no third contact', async () => {
    const { workspaceId } = booking;
    const kept = await app.contact(workspaceId);
    const merged = await app.contact(workspaceId, { email: 'a@example.com' });
    const turns = async () => {
      const answers: Answer[] = [];
      for (let turn = 0; turn < 4; turn++) answers.push(await merge(kept, merged), await undo(merged));
      return answers;
    };
    const bookings = Array.from({ length: 20 }, (_, number) =>
      booking.book({
        dateTime: hour(number),
        ...(number % 2 ? { email: 'a@example.com' } : { email: undefined, contactId: merged }),
      }),
    );
    const [changes, answers] = await Promise.all([turns(), Promise.all(bookings)]);
    expect(changes.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await contactIds()).toEqual([kept, merged]);
    const ids = [kept, merged];
    expect((await namedIds()).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe('merges at once', () => {
  test('of two contacts into each other: one is made, and the other names the kept contact', async () => {
    const { workspaceId } = booking;
    const [one, two] = [await app.contact(workspaceId), await app.contact(workspaceId)];
    const answers = await Promise.all([merge(one, two), merge(two, one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [left] = await contactIds();
    const refused = answers.find(({ status }) => status === 400);
    expect(JSON.stringify(refused?.body)).toContain(`This contact was merged into contact ${left}: use that id`);
  });

  test('of a chain end with one contact, or refuse the second clearly; every id leads to a contact', async () => {
    const { workspaceId } = booking;
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => app.contact(workspaceId)));
    const answers = await Promise.all(ids.slice(1).map((id, index) => merge(ids[index] as number, id)));
    expectNoneOf(answers, 500);
    const made = answers.filter(({ status }) => status === 200).length;
    const left = await contactIds();
    expect(left.length).toBe(5 - made);
    const leads = await Promise.all(ids.map((id) => detail(`contactId=${id}`)));
    expect(leads.filter(({ body }) => !left.includes(body.data.id))).toEqual([]);
  });

  test('and undone twice at once: the second finds no merge', async () => {
    const { workspaceId } = booking;
    const [kept, merged] = [await app.contact(workspaceId), await app.contact(workspaceId)];
    await merge(kept, merged);
    const answers = await Promise.all([undo(merged), undo(merged)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
