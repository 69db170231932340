import { beforeEach, describe, expect, test } from 'vitest';
import { sweepEnded } from '#src/services/sweep-ended.ts';
import { answerable } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march } from '../../support/bookings.ts';
import { contactsOfRows, merging } from '../../support/contact-merges.ts';
import { contactNote } from '../../support/contact-notes.ts';
import { sendJson } from '../../support/lists.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
let booking: Booking;
let kept: number;
let merged: number;
let call: number;
let optionIds: number[];
let ofMerged: Record<'deal' | 'transaction' | 'note' | 'field', number>;
const { merge, undo, detail } = merging(app, () => booking.key);

/** Two contacts of which both have answered a field, and the second one has a call, a deal, a payment and a note. */
beforeEach(async () => {
  booking = await bookingIn(app);
  const { owner, workspaceId } = booking;
  const booked = await booking.booked({
    dateTime: march('05T10:00'),
    email: 'merged@example.com',
    phoneNumber: '+4930222222',
  });
  ({ contactId: merged, id: call } = booked);
  kept = await app.contact(workspaceId, { email: 'kept@example.com' });
  const { id: field, ...stored } = await answerable(app, workspaceId, {
    name: 'Size',
    inputType: 'SINGLE_SELECT',
    options: ['S', 'L'],
  });
  optionIds = stored.optionIds;
  for (const [contactId, answer] of [[kept, 'S'] as const, [merged, 'L'] as const]) {
    await app.insert('CustomFieldAnswer', { workspaceId, customFieldId: field, contactId, answer: [answer] });
  }
  const dealId = await deal(app, owner, { contactId: merged, eventCallId: call });
  ofMerged = {
    ...{ field, deal: dealId, transaction: await transaction(app, owner, { dealId, contactId: merged }) },
    note: await contactNote(app, owner, { contactId: merged, eventCallId: call }),
  };
});

const put = (path: string, body: object) => sendJson(app, ['PUT', path], body, { key: booking.key });
const post = (path: string, body: object) => sendJson(app, ['POST', path], body, { key: booking.key });
const chosen = () => ({ fields: ['email', 'firstName'], customFieldIds: [ofMerged.field] });
const recordOf = async (id: number) => {
  const { updatedAt: _, ...record } = (await detail(`contactId=${id}`)).body.data;
  return record;
};
const refusal = async () => {
  const { status, body } = await undo(merged);
  return [status, body.message.details?.fieldErrors.mergedContactId[0]];
};

describe('the undo of a merge', () => {
  test('restores both contacts and moves back what had moved', async () => {
    const before = [await recordOf(kept), await recordOf(merged), await contactsOfRows(app, booking.workspaceId)];
    await merge(kept, merged, chosen());
    expect(await recordOf(kept)).toMatchObject({
      email: 'merged@example.com',
      customFieldAnswers: [{ answer: ['L'] }],
    });
    const skipped = (await eventsOf(app, booking.workspaceId)).length;
    const { status, body } = await undo(merged);
    expect([status, body.data.id]).toEqual([200, merged]);
    expect([await recordOf(kept), await recordOf(merged), await contactsOfRows(app, booking.workspaceId)]).toEqual(
      before,
    );
    const events = await eventsOf(app, booking.workspaceId, skipped);
    expect(events.map(({ kind }) => kind)).toEqual([
      ...['contact.merge_undone', 'contact.updated', 'contact.answers_changed', 'deal.updated', 'transaction.updated'],
    ]);
    expect(events[0]?.payload).toEqual({ id: kept, mergedContactId: merged });
    // The addresses are those of the contacts again, and the merge can be made again.
    expect(await post('/v1/contacts', { email: 'merged@example.com' })).toMatchObject({
      body: { data: { id: merged } },
    });
    expect((await undo(merged)).status).toBe(404);
    expect((await merge(kept, merged)).status).toBe(200);
  });

  test('leaves what came later to the kept contact, but for what belongs to a record that goes back', async () => {
    await merge(kept, merged);
    const later = await booking.booked({ dateTime: march('05T12:00'), email: 'merged@example.com' });
    const { body } = await post('/v1/deals', {
      ...{ contactId: kept, eventCallId: call, value: 5, currency: 'USD', transactionType: 'WON' },
    });
    const paid = await post('/v1/transactions', { dealId: ofMerged.deal, value: 5, currency: 'USD' });
    expect((await undo(merged)).status).toBe(200);
    expect(await contactsOfRows(app, booking.workspaceId)).toMatchObject({
      [`EventCall ${later.id}`]: kept,
      [`EventCall ${call}`]: merged,
      [`Deal ${body.data.id}`]: merged,
      [`Transaction ${paid.body.data.id}`]: merged,
    });
  });

  test('is refused in words that name what was changed, and then changes nothing', async () => {
    const { workspaceId } = booking;
    await merge(kept, merged, chosen());
    const other = await app.contact(workspaceId);
    const since = 'The merge cannot be undone: since then, somebody has changed';
    const changes: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        `firstName of contact ${kept}`,
        () => put('/v1/contacts', { contactId: kept, firstName: 'Eve' }),
        () => put('/v1/contacts', { contactId: kept, firstName: null }),
      ],
      [
        'the answer to Size',
        () => post('/v1/fields/answer', { contactId: kept, customFieldId: ofMerged.field, answer: ['S'] }),
        () => post('/v1/fields/answer', { contactId: kept, customFieldId: ofMerged.field, answer: ['L'] }),
      ],
      [
        `note ${ofMerged.note}`,
        () => app.sql('UPDATE "ContactNote" SET "contactId" = $2 WHERE "id" = $1', [ofMerged.note, other]),
        () => app.sql('UPDATE "ContactNote" SET "contactId" = $2 WHERE "id" = $1', [ofMerged.note, kept]),
      ],
    ];
    for (const [changed, change, restore] of changes) {
      await change();
      const rows = await contactsOfRows(app, workspaceId);
      expect(await refusal()).toEqual([400, `${since} ${changed}`]);
      expect(await contactsOfRows(app, workspaceId)).toEqual(rows);
      await restore();
    }
    await put('/v1/contacts', { contactId: kept, email: 'third@example.com' });
    await put('/v1/contacts', { contactId: other, email: 'merged@example.com' });
    expect(await refusal()).toEqual([400, `${since} email of contact ${kept}`]);
  });

  test('is refused once an option has another name, or a deal another call', async () => {
    const since = 'The merge cannot be undone: since then, somebody has changed';
    await merge(kept, merged);
    const id = ofMerged.field;
    const renamed = await put('/v1/fields', { id, options: [{ id: optionIds[1], name: 'XL' }] });
    expect([renamed.status, await refusal()]).toEqual([200, [400, `${since} the options of Size`]]);
    await put('/v1/fields', { id, options: [{ id: optionIds[1], name: 'L' }] });
    const later = await booking.booked({ dateTime: march('05T12:00'), contactId: kept, email: undefined });
    await put('/v1/deals', { id: ofMerged.deal, eventCallId: later.id });
    expect(await refusal()).toEqual([400, `${since} deal ${ofMerged.deal}`]);
  });

  test('ends after an hour, when the sweep deletes what it needs; the ids still lead to the kept contact', async () => {
    await merge(kept, merged);
    const merges = async () => {
      const document = `{ contactMerges(contactId: ${kept}) { mergedContactId name eventCalls undoUntil } }`;
      return (await app.graphql(document, booking.key)).body.data.contactMerges;
    };
    const [listed] = await merges();
    expect(listed).toMatchObject({ mergedContactId: merged, eventCalls: 1, undoUntil: '2026-03-04T13:00:00.000Z' });
    app.clock.set('2026-03-04T13:00:00.000Z');
    try {
      expect(await merges()).toEqual([]);
      expect(await refusal()).toEqual([400, 'The merge cannot be undone: more than an hour has passed']);
    } finally {
      app.clock.set('2026-03-04T12:00:00.000Z');
    }
    const swept = await sweepEnded(app.context);
    expect(swept.MergeUndo).toBeGreaterThan(0);
    expect(await recordOf(merged)).toMatchObject({ id: kept });
    expect(await app.sql('SELECT FROM "MergeUndo" WHERE "workspaceId" = $1', [booking.workspaceId])).toEqual([]);
  });

  test('of a chain goes from its end, and takes the contacts along that came with the merged one', async () => {
    const last = await app.contact(booking.workspaceId, { email: 'last@example.com' });
    await merge(kept, merged);
    await merge(last, kept);
    expect(await refusal()).toEqual([
      ...[400, `The merge cannot be undone: the kept contact was merged into contact ${last} since. Undo that first`],
    ]);
    expect((await undo(kept)).status).toBe(200);
    expect((await recordOf(merged)).id).toBe(kept);
    expect((await undo(merged)).status).toBe(200);
    expect((await recordOf(merged)).id).toBe(merged);
  });

  test('is refused to closers, and for a contact that was never merged', async () => {
    await merge(kept, merged);
    const { userId } = await app.member(booking.workspaceId, 'CLOSER');
    const key = await app.apiKey({ workspaceId: booking.workspaceId, userId }, { scopes: ['contacts:write'] });
    expect((await undo(merged, key)).status).toBe(403);
    expect(await undo(kept)).toMatchObject({ status: 404, body: { details: { path: 'mergedContactId' } } });
  });
});
