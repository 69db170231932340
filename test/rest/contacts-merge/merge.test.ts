import { beforeEach, describe, expect, test } from 'vitest';
import { answerable } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { contactsOfRows, merging } from '../../support/contact-merges.ts';
import { contactNote } from '../../support/contact-notes.ts';
import { contactStage } from '../../support/custom-fields.ts';
import { sendJson } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
let booking: Booking;
beforeEach(async () => {
  booking = await bookingIn(app);
});
const { merge, detail } = merging(app, () => booking.key);

const contact = async (row: object = {}) => {
  const { workspaceId } = booking;
  const id = await app.contact(workspaceId);
  const columns = Object.entries(row);
  const updates = columns.map(([name], index) => `"${name}" = $${index + 2}`).join(', ');
  if (columns.length > 0)
    await app.sql(`UPDATE "Contact" SET ${updates} WHERE "id" = $1`, [id, ...columns.map(([, value]) => value)]);
  return id;
};
const answerOf = async (contactId: number) =>
  Object.fromEntries(
    (await detail(`contactId=${contactId}`)).body.data.customFieldAnswers.map(
      ({ customFieldId, answer }: { customFieldId: number; answer: string[] }) => [customFieldId, answer],
    ),
  );

describe('a merge', () => {
  test('moves calls, deals, payments, notes and answers, and reports what changed', async () => {
    const { owner, workspaceId } = booking;
    const { contactId: merged, id: call } = await booking.booked({
      dateTime: march('05T10:00'),
      email: 'old@example.com',
    });
    const kept = await contact({ email: 'new@example.com', tag: 'vip' });
    await app.insert('InviteeAnswer', {
      ...{ workspaceId, eventId: booking.eventId, contactId: merged },
      ...{ statement: 'Why?', type: 'NAME', answer: 'x' },
    });
    const dealId = await deal(app, owner, { contactId: merged, eventCallId: call });
    await transaction(app, owner, { dealId, contactId: merged });
    await contactNote(app, owner, { contactId: merged, eventCallId: call });
    const skipped = (await eventsOf(app, workspaceId)).length;

    const { status, body } = await merge(kept, merged);
    const { previewId, ...data } = body.data;
    expect([status, data]).toEqual([
      200,
      {
        ...{ mergedContactId: merged, contactId: kept, name: 'old@example.com' },
        ...{ eventCalls: 1, deals: 1, transactions: 1, notes: 1 },
        ...{ mergedAt: '2026-03-04T12:00:00.000Z', undoUntil: '2026-03-04T13:00:00.000Z' },
      },
    ]);
    const rows = await contactsOfRows(app, workspaceId);
    expect([Object.keys(rows).length, new Set(Object.values(rows))]).toEqual([6, new Set([kept])]);
    const events = await eventsOf(app, workspaceId, skipped);
    expect(events.map(({ kind, previous }) => [kind, previous && Object.keys(previous)])).toEqual([
      ['contact.merged', undefined],
      ['contact.updated', ['userId', 'timeZone', 'joinedTime', 'secondaryEmail']],
      ['deal.updated', ['contactId']],
      ['transaction.updated', ['contactId']],
    ]);
    expect(events[0]?.payload).toEqual({ id: kept, mergedContactId: merged });
    expect(events[2]).toMatchObject({ payload: { contactId: kept }, previous: { contactId: merged } });
    for (const query of [`contactId=${merged}`, `previewId=${previewId}`, 'email=OLD@example.com']) {
      expect((await detail(query)).body.data).toMatchObject({ id: kept, email: 'new@example.com', tag: 'vip' });
    }
  });

  test('takes the chosen fields and answers, fills what is empty, and keeps the earlier time of joining', async () => {
    const { owner, workspaceId } = booking;
    const [both, one, chosen] = await Promise.all([1, 2, 3].map(() => answerable(app, workspaceId)));
    const kept = await contact({ tag: 'a', country: null, status: 'POTENTIAL', joinedTime: march('03T00:00') });
    const merged = await contact({
      ...{ firstName: 'Irina', tag: 'b', country: 'DE', status: 'QUALIFIED', userId: owner.userId },
      ...{ utm: '[{"utmKey":"utm_source","utmValue":"x"}]', joinedTime: march('01T00:00'), phoneNumber: '+4930123456' },
    });
    const answers = [
      ...[
        { field: both, id: kept, answer: 'kept' },
        { field: both, id: merged, answer: 'merged' },
      ],
      ...[{ field: one, id: merged, answer: 'only' }],
      ...[
        { field: chosen, id: kept, answer: 'kept' },
        { field: chosen, id: merged, answer: 'taken' },
      ],
    ];
    for (const { field, id: contactId, answer } of answers) {
      await app.insert('CustomFieldAnswer', { workspaceId, customFieldId: field?.id, contactId, answer: [answer] });
    }
    const input = { fields: ['firstName', 'status'], customFieldIds: [chosen?.id] };
    expect((await merge(kept, merged, input)).status).toBe(200);
    expect((await detail(`contactId=${kept}`)).body.data).toMatchObject({
      ...{ firstName: 'Irina', lastName: 'Cole', tag: 'a', country: 'DE', status: 'QUALIFIED', userId: owner.userId },
      ...{ utm: [{ utmKey: 'utm_source', utmValue: 'x' }], phoneNumber: '+4930123456', joinedTime: march('01T00:00') },
    });
    expect(await answerOf(kept)).toEqual({
      [both?.id ?? 0]: ['kept'],
      [one?.id ?? 0]: ['only'],
      [chosen?.id ?? 0]: ['taken'],
    });
    expect((await eventsOf(app, workspaceId)).map(({ kind }) => kind)).toEqual([
      ...['contact.merged', 'contact.updated', 'contact.status_changed', 'contact.answers_changed'],
    ]);
  });

  test('keeps every address: a later contact or booking by one of them is the kept contact', async () => {
    const kept = await contact({ email: 'kept@example.com', phoneNumber: '+4930111111' });
    const merged = await contact({ email: 'Merged@example.com', phoneNumber: '+4930222222' });
    expect((await merge(kept, merged, { fields: ['email'] })).status).toBe(200);
    expect((await detail(`contactId=${kept}`)).body.data.email).toBe('Merged@example.com');
    const create = (body: object) => sendJson(app, ['POST', '/v1/contacts'], body, { key: booking.key });
    for (const address of [
      { email: 'merged@example.com' },
      { phoneNumber: '+4930222222' },
      { phoneNumber: '+4930111111' },
    ]) {
      expect(await create(address)).toMatchObject({ status: 200, body: { data: { id: kept } } });
    }
    const booked = await booking.booked({ dateTime: march('05T10:00'), email: 'KEPT@example.com' });
    const byId = await booking.booked({ dateTime: march('05T11:00'), contactId: merged, email: undefined });
    expect([booked.contactId, byId.contactId]).toEqual([kept, kept]);
    // Its own address is in the place of the other.
    expect(await create({ email: 'kept@example.com' })).toMatchObject({ body: { data: { id: kept } } });
  });

  test('leaves an address in its place where the chosen one is empty', async () => {
    const kept = await contact({ email: 'a@example.com', secondaryEmail: 'b@example.com', phoneNumber: null });
    const merged = await contact({ email: null, phoneNumber: '+4930333333' });
    expect((await merge(kept, merged, { fields: ['email'] })).status).toBe(200);
    expect((await detail(`contactId=${kept}`)).body.data).toMatchObject({
      ...{ email: 'a@example.com', secondaryEmail: 'b@example.com', phoneNumber: '+4930333333' },
    });
  });

  test('leaves an address to the contact that gets it later', async () => {
    await contactStage(app, booking.workspaceId);
    const kept = await contact({ email: 'a@example.com', secondaryEmail: 'b@example.com' });
    const merged = await contact({ email: 'c@example.com' });
    await merge(kept, merged);
    expect((await detail('email=C@example.com')).body.data.id).toBe(kept);
    const bulk = { identifier: 'contact-stage', contactIds: [merged], answer: ['Lead'] };
    const { body } = await sendJson(app, ['POST', '/v1/fields/answer/bulk'], bulk, { key: booking.key });
    expect(body.message.details.fieldErrors).toEqual({
      contactIds: [`This contact was merged into contact ${kept}: use that id`],
    });
    const other = await contact();
    const input = { contactId: other, email: 'C@example.com' };
    expect((await sendJson(app, ['PUT', '/v1/contacts'], input, { key: booking.key })).status).toBe(200);
    expect((await detail('email=c@example.com')).body.data.id).toBe(other);
    await sendJson(app, ['PUT', '/v1/contacts'], { contactId: other, email: 'd@example.com' }, { key: booking.key });
    expect((await detail('email=c@example.com')).status).toBe(404);
  });

  test('of a contact with merged ones takes these along', async () => {
    const [first, second, third] = [await contact(), await contact(), await contact({ email: 'third@example.com' })];
    expect([(await merge(second, third)).status, (await merge(first, second)).status]).toEqual([200, 200]);
    for (const query of [`contactId=${third}`, `contactId=${second}`, 'email=third@example.com']) {
      expect((await detail(query)).body.data.id).toBe(first);
    }
  });
});

describe('a merge is refused', () => {
  test('for a contact with itself, unknown fields, and answers that are not of contacts', async () => {
    const { workspaceId } = booking;
    const [kept, merged] = [await contact(), await contact()];
    const { id: ofCalls } = await answerable(app, workspaceId, { type: 'CALL' });
    const errorsOf = async (input: object, other = merged) => {
      const { status, body } = await merge(kept, other, input);
      return [status, body.message.details.fieldErrors];
    };
    expect(await errorsOf({}, kept)).toEqual([400, { mergedContactId: ['Must be another contact than contactId'] }]);
    expect(await errorsOf({ fields: ['id'] })).toEqual([400, { fields: [expect.stringContaining('Must be one of')] }]);
    const [status, errors] = await errorsOf({ customFieldIds: [ofCalls] });
    expect([status, JSON.stringify(errors)]).toEqual([400, expect.stringContaining('Must be a field of contacts')]);
    const [unknown, missing] = await errorsOf({ customFieldIds: [2_000_000_000] });
    expect([unknown, JSON.stringify(missing)]).toEqual([
      400,
      expect.stringContaining('Must be the id of a custom field'),
    ]);
    expect(await eventsOf(app, workspaceId)).toEqual([]);
  });

  test('to closers and setters, and for contacts of another workspace', async () => {
    const [kept, merged] = [await contact(), await contact()];
    for (const role of ['CLOSER', 'SETTER'] as const) {
      const { userId } = await app.member(booking.workspaceId, role);
      const key = await app.apiKey({ workspaceId: booking.workspaceId, userId }, { scopes: ['contacts:write'] });
      const { status, body } = await merge(kept, merged, {}, key);
      expect([status, body.message]).toEqual([403, 'Only an owner or admin can merge contacts']);
    }
    const elsewhere = await app.contact((await app.workspace()).workspaceId);
    expect((await merge(kept, elsewhere)).body.details.path).toBe('mergedContactId');
    expect((await merge(elsewhere, kept)).body.details.path).toBe('contactId');
  });

  test('for a contact that is merged already, as is every other change of it, with the id to use', async () => {
    const { workspaceId, key, owner } = booking;
    const [kept, merged, other] = [await contact(), await contact(), await contact()];
    await merge(kept, merged);
    const message = `This contact was merged into contact ${kept}: use that id`;
    const field = await answerable(app, workspaceId);
    const dealId = await deal(app, owner, { contactId: other });
    const answers = await Promise.all([
      merge(merged, other),
      merge(other, merged),
      sendJson(app, ['PUT', '/v1/contacts'], { contactId: merged, tag: 'x' }, { key }),
      app.request(`/v1/contacts?id=${merged}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } }),
      sendJson(app, ['PUT', '/v1/deals'], { id: dealId, contactId: merged }, { key }),
      sendJson(app, ['POST', '/v1/contacts/notes'], { contactId: merged, text: 'x' }, { key }),
      sendJson(
        app,
        ['POST', '/v1/fields/answer'],
        { contactId: merged, customFieldId: field.id, answer: ['x'] },
        { key },
      ),
    ]);
    expect(answers.map(({ status, body }) => [status, body.message.details?.fieldErrors])).toEqual([
      [400, { contactId: [message] }],
      [400, { mergedContactId: [message] }],
      [400, { contactId: [message] }],
      [400, { id: [message] }],
      [400, { contactId: [message] }],
      [400, { contactId: [message] }],
      [400, { contactId: [message] }],
    ]);
  });
});

describe('possible duplicates', () => {
  const find = async (contactId: number) => {
    const document = `{ possibleDuplicates(contactId: ${contactId}) { id ownerMember { id } } }`;
    const { body } = await app.graphql(document, booking.key);
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body.data.possibleDuplicates.map(({ id }: { id: number }) => id);
  };
  test('have the phone number, the name in any case, or the email at another domain, and are five at most', async () => {
    const own = await contact({
      firstName: 'Ada',
      lastName: 'Lo_ve',
      email: 'ada.love@one.example',
      phoneNumber: '+4930333333',
    });
    const byEmail = await contact({ firstName: 'A', email: 'Ada.Love@two.example' });
    const byName = await contact({ firstName: 'ADA', lastName: 'lo_VE' });
    const byPhone = await contact({ firstName: 'B', phoneNumber: '+4930333333' });
    await contact({
      firstName: 'Ada',
      lastName: 'Loxve',
      email: 'xada.love@three.example',
      phoneNumber: '+49303333331',
    });
    expect(await find(own)).toEqual([byPhone, byName, byEmail]);
    expect(await find(byPhone)).toEqual([own]);
    for (let n = 0; n < 6; n++) await contact({ firstName: 'C', phoneNumber: '+4930333333' });
    expect((await find(own)).length).toBe(5);
  });

  test('have either phone number, whichever of the two it is', async () => {
    const own = await contact({ firstName: 'A', phoneNumber: '+4930333333', secondaryPhoneNumber: '+4930444444' });
    const bySecondary = await contact({ firstName: 'B', secondaryPhoneNumber: '+4930333333' });
    const byPrimary = await contact({ firstName: 'C', phoneNumber: '+4930444444' });
    expect(await find(own)).toEqual([byPrimary, bySecondary]);
    expect(await find(bySecondary)).toEqual([own]);
  });

  test('are no contacts with a common local part, nor contacts without data', async () => {
    const own = await contact({ firstName: null, lastName: null, email: 'info@one.example' });
    await contact({ firstName: null, lastName: null, email: 'info@two.example' });
    expect([await find(own), await find(2_000_000_000)]).toEqual([[], []]);
  });
});
