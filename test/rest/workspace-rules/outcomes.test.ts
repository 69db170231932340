import { describe, expect, test } from 'vitest';
import { type Answer, bearer, useApp } from '../../support/app.ts';
import { march } from '../../support/bookings.ts';
import { during } from '../../support/during.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';
import { kindsOf, movedEvent, type RuledBooking, ruledBooking } from './rules.ts';

const app = await useApp();
const dateTime = march('05T10:00');
const noShow = { outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' };

/** A booked call of a contact in a stage, and how many events there were by then. */
async function callIn(stage: string | null, draft: Parameters<typeof ruledBooking>[1] = {}) {
  const booking = await ruledBooking(app, draft);
  const call = await booking.booked({ dateTime });
  await setStage(booking, call.contactId, stage);
  const skipped = (await kindsOf(app, booking)).length;
  return { booking, id: call.id as number, contactId: call.contactId as number, userId: call.userId, skipped };
}

function setStage(booking: RuledBooking, contactId: number, stage: string | null): Promise<Answer> {
  const input = { contactId, identifier: 'contact-stage', answer: stage === null ? [] : [stage] };
  return sendJson(app, ['POST', '/v1/fields/answer'], input, booking);
}

describe('a won contact', () => {
  test.each([
    [null, 'Customer'],
    ['Lead', 'Customer'],
    ['Opportunity', 'Customer'],
    ['Customer', 'Customer'],
    ['Lost', 'Lost'],
  ])('in %s is in %s then', async (before, after) => {
    const { booking, id, contactId, skipped } = await callIn(before);
    const { status, body } = await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    expect([status, await booking.stageOf(contactId)]).toEqual([201, after]);
    const won = { kind: 'call.outcome_added', payload: body.data, previous: { outcome: 'PENDING' } };
    const moved = before === after ? [] : [movedEvent(booking, contactId, before, after)];
    expect(await eventsOf(app, booking.workspaceId, skipped)).toEqual([won, ...moved]);
  });

  test('belongs to the host of the call if it has no owner, also over GraphQL', async () => {
    const { booking, id, contactId, userId, skipped } = await callIn('Customer');
    await app.sql('UPDATE "Contact" SET "userId" = NULL WHERE "workspaceId" = $1', [booking.workspaceId]);
    await changeByGraphQL(app, booking.key, 'setOutcome', { eventCallId: id, outcome: 'WON' });
    expect(await booking.ownerOf(contactId)).toBe(userId);
    expect((await eventsOf(app, booking.workspaceId, skipped))[1]).toMatchObject({
      kind: 'contact.updated',
      payload: { id: contactId, userId },
      previous: { userId: null },
    });
  });

  test('has no owner after its host has left the workspace', async () => {
    const { booking, id, contactId } = await callIn('Lead');
    const host = await app.member(booking.workspaceId, 'CLOSER');
    await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "workspaceId" = $1 AND "userId" = $2', [
      booking.workspaceId,
      host.userId,
    ]);
    await app.writeCalls(
      booking.workspaceId,
      'UPDATE "EventCall" c SET "userId" = $2 WHERE "workspaceId" = $1 RETURNING c.*',
      [booking.workspaceId, host.userId],
    );
    await app.sql('UPDATE "Contact" SET "userId" = NULL WHERE "workspaceId" = $1', [booking.workspaceId]);
    const { status } = await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    expect([status, await booking.ownerOf(contactId), await booking.stageOf(contactId)]).toEqual([
      201,
      null,
      'Customer',
    ]);
  });

  test('stays where it is put afterwards: neither a note nor a lost outcome moves it', async () => {
    const { booking, id, contactId } = await callIn('Lead');
    await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    await setStage(booking, contactId, 'Opportunity');
    await booking.setOutcome({ eventCallId: id, outcome: 'WON', notes: 'Paid in full' });
    expect(await booking.stageOf(contactId)).toBe('Opportunity');
    await booking.setOutcome({ eventCallId: id, outcome: null });
    expect(await booking.stageOf(contactId)).toBe('Opportunity');
  });

  test('stays if the workspace has chosen so, and has no stage Customer', async () => {
    const { booking, id, contactId } = await callIn('Lead');
    await booking.setRules({ stageRules: [{ trigger: 'WON', optionId: null }] });
    await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    expect(await booking.stageOf(contactId)).toBe('Lead');
    const other = await callIn('Lead');
    await other.booking.archive('Customer');
    await other.booking.setOutcome({ eventCallId: other.id, outcome: 'WON' });
    expect(await other.booking.stageOf(other.contactId)).toBe('Lead');
  });

  test('of a call whose contact was erased is nobody', async () => {
    const { booking, id, contactId } = await callIn('Lead');
    await app.request(`/v1/contacts?id=${contactId}`, { method: 'DELETE', headers: bearer(booking.key) });
    const skipped = (await kindsOf(app, booking)).length;
    const { status } = await booking.setOutcome({ eventCallId: id, outcome: 'WON' });
    expect(status).toBe(201);
    expect(await kindsOf(app, booking, skipped)).toEqual(['call.outcome_added']);
  });
});

describe('a contact that does not show up', () => {
  test('stays where it is by default', async () => {
    const { booking, id, contactId, skipped } = await callIn('Lead');
    await booking.setOutcome({ eventCallId: id, ...noShow });
    expect(await booking.stageOf(contactId)).toBe('Lead');
    expect(await kindsOf(app, booking, skipped)).toEqual(['call.outcome_added']);
  });

  test.each([
    ['STRATEGY_EVENT', noShow],
    ['DISCOVERY_EVENT', { ...noShow, outcome: 'REJECTED' }],
  ] as const)('of a %s moves to the chosen stage', async (callType, outcome) => {
    const { booking, id, contactId } = await callIn('Lead', { callType });
    await booking.setRules({ stageRules: [{ trigger: 'NO_SHOW', optionId: booking.ids.Lost }] });
    await booking.setOutcome({ eventCallId: id, ...outcome });
    expect(await booking.stageOf(contactId)).toBe('Lost');
  });

  test('is not one that was lost for another reason', async () => {
    const { booking, id, contactId } = await callIn('Lead');
    await booking.setRules({ stageRules: [{ trigger: 'NO_SHOW', optionId: booking.ids.Lost }] });
    await booking.setOutcome({ eventCallId: id, outcome: 'NO_SALE', noSaleReason: 'BAD_FIT' });
    expect(await booking.stageOf(contactId)).toBe('Lead');
    await booking.setOutcome({ eventCallId: id, ...noShow });
    expect(await booking.stageOf(contactId)).toBe('Lost');
  });
});

describe('at once', () => {
  test('a stage that is set by hand before the outcome is the one to move from', async () => {
    const { booking, id, contactId, skipped } = await callIn('Lead');
    const lock = 'SELECT FROM "Contact" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE';
    await during(
      app,
      async (sql) => {
        await sql(lock, [booking.workspaceId, contactId]);
        await sql('UPDATE "CustomFieldAnswer" SET "answer" = $2 WHERE "workspaceId" = $1', [
          booking.workspaceId,
          ['Lost'],
        ]);
      },
      () => booking.setOutcome({ eventCallId: id, outcome: 'WON' }),
    );
    expect(await booking.stageOf(contactId)).toBe('Lost');
    expect(await kindsOf(app, booking, skipped)).toEqual(['call.outcome_added']);
  });

  test('a stage that is renamed before the outcome has its new name in the answer', async () => {
    const { booking, id, contactId } = await callIn('Lead');
    await booking.setRules({ stageRules: [{ trigger: 'WON', optionId: booking.ids.Customer }] });
    await during(
      app,
      async (sql) => {
        const key = [booking.workspaceId, booking.fieldId];
        await sql('SELECT FROM "CustomField" WHERE "workspaceId" = $1 AND "id" = $2 FOR UPDATE', key);
        await sql('UPDATE "CustomFieldOption" SET "name" = $3 WHERE "workspaceId" = $1 AND "id" = $2', [
          booking.workspaceId,
          booking.ids.Customer,
          'Client',
        ]);
      },
      () => booking.setOutcome({ eventCallId: id, outcome: 'WON' }),
    );
    expect(await booking.stageOf(contactId)).toBe('Client');
  });
});
