import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { customField } from '../../support/custom-fields.ts';
import { leadsPlace } from '../../support/leads.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

describe('redirectUrl of a booking', () => {
  test('is the link of the event, with the call and the answers that the event names', async () => {
    const event = await leadsPlace(app, {
      redirectUrl: 'https://example.com/thanks?from=a%20b&flag#top',
      redirectAnswers: ['EMAIL', 'NAME', 'PHONE_NO', 'goal'],
    });
    await event.asks(await customField(app, event.owner.workspaceId, { identifier: 'goal', type: 'CALL' }));
    const { body } = await event.book({
      ...{ email: 'ira+1@example.com', firstName: 'Zoë', lastName: '"><b>&x=1#' },
      secondaryQuestionsAnswer: [{ identifier: 'goal', answer: ['50 % more'] }],
    });
    const [call] = await event.rows('EventCall');
    const { booking, redirectUrl } = body.data.createPublicBooking;
    expect(redirectUrl).toMatch(/^https:\/\/example\.com\/thanks\?from=a%20b&flag&callId=call_[^#]+#top$/);
    expect([...new URL(redirectUrl).searchParams]).toEqual([
      ...[
        ['from', 'a b'],
        ['flag', ''],
        ['callId', call?.previewId],
        ['dateTime', booking.dateTime],
      ],
      ...[
        ['email', 'ira+1@example.com'],
        ['name', 'Zoë "><b>&x=1#'],
        ['goal', '50 % more'],
      ],
    ]);
  });

  test('is null for an event without a link, and never what the request says', async () => {
    const event = await leadsPlace(app);
    const utm = [{ utmKey: 'redirectUrl', utmValue: 'https://evil.example/' }];
    expect((await event.book({ utm })).body.data.createPublicBooking.redirectUrl).toBeNull();
    const { body } = await event.book({ redirectUrl: 'https://evil.example/' });
    expect(body.errors[0].message).toContain('Field "redirectUrl" is not defined');
  });

  test('has what the invitee typed, and nothing of a contact that the workspace knows', async () => {
    const event = await leadsPlace(app, {
      ...{ redirectUrl: 'https://example.com/', redirectAnswers: ['NAME', 'PHONE_NO', 'EMAIL'] },
    });
    await app.contact(event.owner.workspaceId, { email: 'ira@example.com' });
    const { redirectUrl } = (await event.book()).body.data.createPublicBooking;
    expect([...new URL(redirectUrl).searchParams.keys()]).toEqual(['callId', 'dateTime', 'email']);
  });
});

describe('the status of who books', () => {
  const statusOf = async ({ rows }: Awaited<ReturnType<typeof leadsPlace>>) =>
    (await rows('Contact')).map(({ status }) => status);

  test('is from the start what the event says, for a new contact', async () => {
    const event = await leadsPlace(app, { bookedStatus: 'QUALIFIED' });
    await event.book();
    expect(await statusOf(event)).toEqual(['QUALIFIED']);
    const events = await eventsOf(app, event.owner.workspaceId);
    expect(events.map(({ kind, payload }) => [kind, payload.status])).toEqual([
      ['contact.created', 'QUALIFIED'],
      ['call.booked', 'SCHEDULED'],
    ]);
  });

  test.each([
    ['POTENTIAL', 'QUALIFIED', 'QUALIFIED'],
    ['DISQUALIFIED', 'QUALIFIED', 'QUALIFIED'],
    ['POTENTIAL', 'DISQUALIFIED', 'DISQUALIFIED'],
    ['QUALIFIED', 'POTENTIAL', 'QUALIFIED'],
    ['QUALIFIED', 'DISQUALIFIED', 'QUALIFIED'],
    ['DISQUALIFIED', undefined, 'DISQUALIFIED'],
  ] as const)('of an invitee, known as %s, with an event that says %s, is %s', async (before, bookedStatus, after) => {
    const event = await leadsPlace(app, { ...(bookedStatus && { bookedStatus }) });
    const known = { email: 'ira@example.com', status: before, userId: event.owner.userId };
    await app.contact(event.owner.workspaceId, known);
    expect((await event.book()).body.data.createPublicBooking.booking).not.toBeNull();
    expect(await statusOf(event)).toEqual([after]);
    const changes = before === after ? [] : ['contact.updated', 'contact.status_changed'];
    const kinds = (await eventsOf(app, event.owner.workspaceId)).map(({ kind }) => kind);
    expect(kinds).toEqual([...changes, 'call.booked']);
  });

  test('follows the event where a member books, who knows the contact', async () => {
    const event = await leadsPlace(app, { bookedStatus: 'POTENTIAL' });
    const known = { email: 'ira@example.com', status: 'QUALIFIED' };
    const contactId = await app.contact(event.owner.workspaceId, known);
    const key = await app.apiKey(event.owner, { scopes: ['eventCalls:write'] });
    const input = { eventId: event.eventId, contactId, dateTime: '2026-03-05T10:00:00.000Z', timeZone: 'UTC' };
    expect((await sendJson(app, ['POST', '/v1/eventCalls'], input, { key })).status).toBe(201);
    expect(await statusOf(event)).toEqual(['POTENTIAL']);
  });

  test('stays where nothing is booked', async () => {
    const event = await leadsPlace(app, { bookedStatus: 'QUALIFIED' });
    const dateTime = '2026-03-05T10:00:00.000Z';
    await event.book({ dateTime, email: 'first@example.com' });
    const known = { email: 'ira@example.com', status: 'POTENTIAL' };
    await app.contact(event.owner.workspaceId, known);
    expect((await event.book({ dateTime })).body.errors[0].extensions.code).toBe('VALIDATION_FAILED');
    expect(await statusOf(event)).toEqual(['QUALIFIED', 'POTENTIAL']);
  });
});
