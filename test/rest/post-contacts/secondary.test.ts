import { describe, expect, test } from 'vitest';
import { addressLock } from '#src/db/writes/contacts.ts';
import { type Answer, useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march, question } from '../../support/bookings.ts';
import { during } from '../../support/during.ts';
import { idsOf, sendJson } from '../../support/lists.ts';
import { deal } from '../../support/sales-factories.ts';

const app = await useApp();

const first = { email: 'Ira@example.com', phoneNumber: '+14155550101' };
const second = { secondaryEmail: 'Ira@work.example', secondaryPhoneNumber: '+4915112345678' };

/** A workspace with a contact that has all addresses, and requests about it. */
async function place() {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  const send = async (method: 'POST' | 'PUT', body: object) => {
    const answer = await sendJson(app, [method, '/v1/contacts'], body, { key });
    return { status: answer.status, body: answer.body };
  };
  const { id } = (await send('POST', { firstName: 'Ira', ...first, ...second })).body.data;
  const detail = async (query: string) => (await app.get(`/v1/contacts/detail?${query}`, key)).body.data?.id;
  const stored = async () =>
    (
      await app.sql(
        'SELECT "email", "phoneNumber", "secondaryEmail", "secondaryPhoneNumber" FROM "Contact" WHERE "id" = $1',
        [id],
      )
    )[0];
  return { owner, key, id, send, detail, stored };
}

function expectRefusal(
  { status, body }: Pick<Answer, 'status' | 'body'>,
  [path, code, message]: readonly string[],
): void {
  expect([status, body.message.details.errors]).toEqual([400, [{ path, code, message }]]);
}

describe('a contact with a second address and number', () => {
  test('is found by each of the four, in any letter case', async () => {
    const { id, detail } = await place();
    for (const query of [
      'email=ira@EXAMPLE.com',
      'email=IRA@work.example',
      'phoneNumber=%2B14155550101',
      'phoneNumber=+4915112345678',
    ]) {
      expect([query, await detail(query)]).toEqual([query, id]);
    }
  });

  test('is found by its primary number before others that have it as their second one', async () => {
    const { send, detail } = await place();
    const primary = (await send('POST', { email: 'a@example.com', phoneNumber: second.secondaryPhoneNumber })).body
      .data;
    const later = { email: 'b@example.com', secondaryPhoneNumber: second.secondaryPhoneNumber };
    expect((await send('POST', later)).status).toBe(201);
    expect(await detail('phoneNumber=%2B4915112345678')).toBe(primary.id);
  });

  test('is found by the search for contacts and for deals', async () => {
    const { owner, key, id } = await place();
    const dealId = await deal(app, owner, { contactId: id });
    for (const search of ['work.example', '0151 12345678', 'IRA@WORK', 'ira@example']) {
      const found = async (list: string) =>
        idsOf(await app.get(`/v1/${list}?search=${encodeURIComponent(search)}`, key)).ids;
      expect([search, await found('contacts'), await found('deals')]).toEqual([search, [id], [dealId]]);
    }
  });

  test.each([
    ['address', { email: 'IRA@work.example', tag: 'again' }],
    ['number', { phoneNumber: second.secondaryPhoneNumber, tag: 'again' }],
    [
      'address, sent with the second number',
      { ...{ email: 'ira@work.example' }, phoneNumber: '+4915112345678', tag: 'again' },
    ],
  ])('is updated by POST with its second %s, and keeps its primary ones', async (_, body) => {
    const { send, id, stored } = await place();
    const answer = await send('POST', body);
    expect([answer.status, answer.body.data.id, answer.body.data.tag]).toEqual([200, id, 'again']);
    expect(await stored()).toEqual({ ...first, ...second });
  });

  test('may swap them, and clear them', async () => {
    const { send, id, stored } = await place();
    const swapped = { email: second.secondaryEmail, secondaryEmail: first.email };
    expect((await send('PUT', { contactId: id, ...swapped })).status).toBe(200);
    const cleared = { secondaryEmail: null, secondaryPhoneNumber: null };
    expect((await send('PUT', { contactId: id, ...cleared })).status).toBe(200);
    expect(await stored()).toEqual({ ...first, email: second.secondaryEmail, ...cleared });
    // A free address is taken again.
    expect((await send('POST', { email: first.email })).status).toBe(201);
  });

  test('has two different ones', async () => {
    const { send, id, stored } = await place();
    expectRefusal(await send('PUT', { contactId: id, secondaryEmail: 'ira@EXAMPLE.com' }), [
      'secondaryEmail',
      'conflict',
      'Must differ from email',
    ]);
    expectRefusal(await send('PUT', { contactId: id, email: 'ira@work.example' }), [
      'email',
      'conflict',
      'Must differ from secondaryEmail',
    ]);
    expectRefusal(await send('POST', { phoneNumber: '+15', secondaryPhoneNumber: '+15' }), [
      'secondaryPhoneNumber',
      'conflict',
      'Must differ from phoneNumber',
    ]);
    expect(await stored()).toEqual({ ...first, ...second });
  });

  test('needs a primary address or number', async () => {
    const { send } = await place();
    const { status, body } = await send('POST', { secondaryEmail: 'only@example.com' });
    expect([status, body.message.details.formErrors]).toEqual([400, ['An email or a phoneNumber is required']]);
  });
});

describe('an address belongs to one contact', () => {
  const taken = 'Another contact already has this email';

  test.each([
    ['email', 'ira@WORK.example'],
    ['secondaryEmail', 'IRA@work.example'],
    ['secondaryEmail', 'ira@example.COM'],
  ])('%s %s is taken, at PUT and at POST', async (field, value) => {
    const { send } = await place();
    const other = (await send('POST', { email: 'other@example.com' })).body.data.id;
    expectRefusal(await send('PUT', { contactId: other, [field]: value }), [field, 'taken', taken]);
    if (field === 'email') return;
    expectRefusal(await send('POST', { email: 'new@example.com', [field]: value }), [field, 'taken', taken]);
    expect((await send('POST', { email: 'new@example.com' })).status).toBe(201);
  });

  test('in each workspace anew, and as the second of two numbers in a family', async () => {
    await place();
    const { send } = await place();
    expect(
      (await send('POST', { email: 'kid@example.com', ...{ secondaryPhoneNumber: '+4915112345678' } })).status,
    ).toBe(201);
  });

  test('also of a new contact and of one that gets it as its second one at once', async () => {
    const { send, id } = await place();
    const address = 'race@example.com';
    const answers = await Promise.all([
      send('POST', { email: address }),
      send('PUT', { contactId: id, secondaryEmail: address }),
      send('POST', { email: 'other@example.com', secondaryEmail: address }),
      send('POST', { email: address.toUpperCase() }),
    ]);
    const rows = await app.sql<{ id: number }>(
      'SELECT "id" FROM "Contact" WHERE lower("email") = $1 OR lower("secondaryEmail") = $1',
      [address],
    );
    expect(rows).toHaveLength(1);
    expect(answers.map(({ status }) => status).filter((status) => status > 400)).toEqual([]);
    expect(app.unexpected).toEqual([]);
  });

  test.each([
    [
      'a contact',
      (booking: Booking) => sendJson(app, ['POST', '/v1/contacts'], { email: 'LATE@example.com' }, booking),
    ],
    ['a booking', (booking: Booking) => booking.book({ email: 'LATE@example.com', dateTime: march('05T10:00') })],
    [
      'a form',
      ({ key, linkPrefix }: Booking & { linkPrefix: string }) => {
        const inviteeQuestionAnswers = [{ type: 'EMAIL', answer: 'LATE@example.com' }];
        return sendJson(app, ['POST', '/v1/fields/inviteeAnswers'], { linkPrefix, inviteeQuestionAnswers }, { key });
      },
    ],
  ])('that a concurrent request makes its second one, so %s finds it', async (_, send) => {
    const booking = await bookingIn(app);
    const { workspaceId } = booking;
    const contactId = await app.contact(workspaceId, { email: 'ira@example.com' });
    await question(app, booking, { type: 'EMAIL', statement: 'Your e-mail?', required: false });
    const [event] = await app.sql<{ linkPrefix: string }>('SELECT "linkPrefix" FROM "Event" WHERE "id" = $1', [
      booking.eventId,
    ]);
    const { status } = await during(
      app,
      async (sql) => {
        await sql('SELECT pg_advisory_xact_lock($1)', [addressLock(workspaceId, 'late@example.com')]);
        await sql('UPDATE "Contact" SET "secondaryEmail" = $1 WHERE "id" = $2', ['late@example.com', contactId]);
      },
      () => send({ ...booking, linkPrefix: event?.linkPrefix as string }),
    );
    expect([200, 201]).toContain(status);
    const contacts = await app.sql('SELECT "id", "email" FROM "Contact" WHERE "workspaceId" = $1', [workspaceId]);
    expect(contacts).toEqual([{ id: contactId, email: 'ira@example.com' }]);
  });
});
