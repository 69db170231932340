import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { march, secondaryQuestion } from '../../support/bookings.ts';
import { sendJson } from '../../support/lists.ts';
import { nextSerial } from '../../support/serial.ts';
import { eventsOf } from '../../support/webhook-rows.ts';
import { kindsOf, movedEvent, type RuledBooking, ruledBooking } from './rules.ts';

const app = await useApp();
const dateTime = march('05T10:00');
const later = march('05T12:00');

describe('a contact that books for the first time', () => {
  test('is in the first stage and belongs to the host, and one event of each kind reports it', async () => {
    const booking = await ruledBooking(app);
    const call = await booking.booked({ dateTime });
    const { contactId } = call;
    expect([await booking.stageOf(contactId), await booking.ownerOf(contactId)]).toEqual(['Lead', call.userId]);
    const events = await eventsOf(app, booking.workspaceId);
    expect(events.map(({ kind }) => kind)).toEqual(['contact.created', 'contact.answers_changed', 'call.booked']);
    expect(events[0]?.payload).toMatchObject({ id: contactId, userId: call.userId });
    expect(events[1]).toEqual(movedEvent(booking, contactId, null, 'Lead'));
  });

  test.each<[string, (booking: RuledBooking, linkPrefix: string) => Promise<unknown>]>([
    [
      'over GraphQL',
      ({ key, eventId }) =>
        app.graphql('mutation ($input: CreateEventCallInput!) { createEventCall(input: $input) { id } }', key, {
          input: { eventId, dateTime, timeZone: 'UTC', email: 'ira@example.com' },
        }),
    ],
    [
      'on the booking page',
      (_, linkPrefix) =>
        app.graphql(
          'mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { token } }',
          undefined,
          {
            input: { linkPrefix, dateTime, timeZone: 'UTC', email: 'ira@example.com' },
          },
        ),
    ],
  ])('is so %s too', async (_, book) => {
    const linkPrefix = `rules/${nextSerial()}`;
    const booking = await ruledBooking(app, { linkPrefix });
    await book(booking, linkPrefix);
    const [contact] = await app.sql<{ id: number }>('SELECT "id" FROM "Contact" WHERE "workspaceId" = $1', [
      booking.workspaceId,
    ]);
    const id = contact?.id ?? 0;
    expect([await booking.stageOf(id), await booking.ownerOf(id)]).toEqual(['Lead', booking.owner.userId]);
    expect(await kindsOf(app, booking)).toEqual(['contact.created', 'contact.answers_changed', 'call.booked']);
  });

  test.each([
    [null, 'Lead', ['contact.updated', 'contact.answers_changed', 'call.booked']],
    ['Lead', 'Lead', ['contact.updated', 'call.booked']],
    ['Opportunity', 'Opportunity', ['contact.updated', 'call.booked']],
    ['Lost', 'Lost', ['contact.updated', 'call.booked']],
  ])('and was in %s is in %s then', async (before, after, kinds) => {
    const booking = await ruledBooking(app);
    const contactId = await booking.contactIn(before);
    const { userId } = await booking.booked({ dateTime, contactId });
    expect(await booking.stageOf(contactId)).toBe(after);
    const events = await eventsOf(app, booking.workspaceId);
    expect(events.map(({ kind }) => kind)).toEqual(kinds);
    expect(events[0]).toMatchObject({ payload: { id: contactId, userId }, previous: { userId: null } });
  });

  test('changes its status and its owner together, with one event of the update', async () => {
    const booking = await ruledBooking(app, { bookedStatus: 'QUALIFIED' });
    const contactId = await booking.contactIn('Lead');
    await booking.booked({ dateTime, contactId });
    const events = await eventsOf(app, booking.workspaceId);
    expect(events.map(({ kind }) => kind)).toEqual(['contact.updated', 'contact.status_changed', 'call.booked']);
    expect(events[0]?.previous).toEqual({ status: 'POTENTIAL', userId: null });
  });

  test('keeps the owner that it has', async () => {
    const booking = await ruledBooking(app);
    const { userId } = await app.member(booking.workspaceId, 'CLOSER');
    const contactId = await booking.contactIn('Lead', { userId });
    await booking.booked({ dateTime, contactId });
    expect(await booking.ownerOf(contactId)).toBe(userId);
    expect(await kindsOf(app, booking)).toEqual(['call.booked']);
  });

  test('stays in the stage that the form of the booking gave it', async () => {
    const booking = await ruledBooking(app);
    await secondaryQuestion(app, booking, { customFieldId: booking.fieldId });
    const secondaryQuestionsAnswer = [{ identifier: 'contact-stage', answer: ['Qualified'] }];
    const { contactId } = await booking.booked({ dateTime, secondaryQuestionsAnswer });
    expect(await booking.stageOf(contactId)).toBe('Qualified');
    expect(await kindsOf(app, booking)).toEqual(['contact.created', 'contact.answers_changed', 'call.booked']);
  });

  test('moves to the chosen stage, or stays where the workspace chose none', async () => {
    const booking = await ruledBooking(app);
    await booking.setRules({
      stageRules: [{ trigger: 'FIRST_BOOKING', optionId: booking.ids.Qualified }],
      assignsHostAsOwner: false,
    });
    const first = await booking.booked({ dateTime });
    await booking.setRules({ stageRules: [{ trigger: 'FIRST_BOOKING', optionId: null }] });
    const second = await booking.booked({ dateTime: later, email: 'noa@example.com' });
    expect(await booking.stageOf(first.contactId)).toBe('Qualified');
    expect(await booking.stageOf(second.contactId)).toBeNull();
    expect([await booking.ownerOf(first.contactId), await booking.ownerOf(second.contactId)]).toEqual([null, null]);
  });

  test('follows the default where the chosen stage is archived', async () => {
    const booking = await ruledBooking(app);
    await booking.setRules({ stageRules: [{ trigger: 'FIRST_BOOKING', optionId: booking.ids.Qualified }] });
    await booking.archive('Qualified');
    await booking.archive('Lead');
    const { contactId } = await booking.booked({ dateTime });
    expect(await booking.stageOf(contactId)).toBe('Opportunity');
  });

  test('books as before in a workspace without stages', async () => {
    const booking = await ruledBooking(app);
    await app.sql('DELETE FROM "CustomField" WHERE "workspaceId" = $1', [booking.workspaceId]);
    await booking.booked({ dateTime });
    expect(await kindsOf(app, booking)).toEqual(['contact.created', 'call.booked']);
  });
});

describe('a contact with an earlier call', () => {
  test('does not come back to a stage that somebody took away, even if the call was cancelled', async () => {
    const booking = await ruledBooking(app);
    const { id, contactId } = await booking.booked({ dateTime });
    await booking.cancel({ id });
    await sendJson(app, ['POST', '/v1/fields/answer'], { contactId, identifier: 'contact-stage', answer: [] }, booking);
    await booking.booked({ dateTime: later });
    expect(await booking.stageOf(contactId)).toBeNull();
  });

  test('moves once where two bookings come at once', async () => {
    const booking = await ruledBooking(app);
    const answers = await Promise.all([booking.book({ dateTime }), booking.book({ dateTime: later })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const kinds = await kindsOf(app, booking);
    expect(kinds.filter((kind) => kind === 'contact.created')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'contact.answers_changed')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'contact.updated')).toEqual([]);
  });
});

test('a refused booking changes no contact', async () => {
  const booking = await ruledBooking(app, { maxUpcomingPerInvitee: 1 });
  const { contactId } = await booking.booked({ dateTime });
  await app.sql('UPDATE "Contact" SET "userId" = NULL WHERE "workspaceId" = $1', [booking.workspaceId]);
  const { status } = await booking.book({ dateTime: later });
  expect([status, await booking.ownerOf(contactId)]).toEqual([400, null]);
});
