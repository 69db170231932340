import { describe, expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { useApp } from '../../support/app.ts';
import { presentMs } from '../../support/present.ts';

const app = await useApp({ limiter: memoryWindows() });

const written = { createdAt: '2026-01-05T06:07:08.009Z', updatedAt: '2026-02-01T00:00:00.000Z' };

describe('GET /v1/eventCalls', () => {
  test('returns exactly the record of a call', async () => {
    const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
    const closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Hart' });
    const setter = await app.member(owner.workspaceId, 'SETTER', { firstName: 'Sam', lastName: 'Reed' });
    const eventId = await app.event(closer, { name: 'Growth review' });
    const contactId = await app.contact(owner.workspaceId);
    const details = {
      previewId: 'call_full',
      callType: 'STRATEGY_EVENT' as const,
      status: 'RESCHEDULED' as const,
      duration: 45,
      timeZone: 'America/New_York',
      inviteeName: 'Zoë Ängström',
      inviteeEmail: 'Zoe@Example.com',
      phoneNumber: '+4915112345678',
      guests: ['sam@example.com', 'Lee@example.com'],
      outcome: 'NO_SALE',
      noSaleReason: 'BAD_FIT',
      objectionKind: 'MONEY',
      objection: 'Price',
      notes: 'Call back\nin spring',
      cancelReason: 'was ill',
      rescheduleReason: 'travels',
      location: 'CUSTOM',
      locationLink: 'https://meet.example.com/zoe',
      utm: [
        { utmKey: 'utm_source', utmValue: 'newsletter' },
        { utmKey: 'utm_medium', utmValue: 'mail' },
      ],
      ...written,
    };
    const draft = { ...details, eventId, contactId, setterId: setter.userId, dateTime: '2026-03-01T09:00:00.120Z' };
    const id = await app.call(closer, draft);
    const questions = [
      { statement: 'Your e-mail?', type: 'EMAIL', answer: 'zoe@example.com' },
      { statement: 'Your name?', type: 'NAME', answer: 'Zoë' },
    ];
    const [last, first] = await app.answers(owner.workspaceId, id, {
      questions,
      secondary: [
        { identifier: 'goals', answer: ['grow', 'hire'], displayIndex: 2 },
        { identifier: 'budget', answer: ['5000'], displayIndex: 1 },
      ],
    });
    const [event] = await app.sql<{ linkPrefix: string }>('SELECT "linkPrefix" FROM "Event" WHERE "id" = $1', [
      eventId,
    ]);

    const answer = await app.get('/v1/eventCalls', await app.apiKey(owner));

    const expected = {
      id,
      previewId: 'call_full',
      eventId,
      name: 'Growth review',
      linkPrefix: event?.linkPrefix,
      callType: 'STRATEGY_EVENT',
      status: 'RESCHEDULED',
      eventType: 'PAST',
      dateTime: '2026-03-01T09:00:00.120Z',
      endTime: '2026-03-01T09:45:00.120Z',
      duration: 45,
      timeZone: 'America/New_York',
      contactId,
      inviteeName: 'Zoë Ängström',
      inviteeEmail: 'Zoe@Example.com',
      phoneNumber: '+4915112345678',
      guests: ['sam@example.com', 'Lee@example.com'],
      userId: closer.userId,
      closer: { id: closer.userId, firstName: 'Cleo', lastName: 'Hart', email: await emailOf(closer.userId) },
      setterId: setter.userId,
      setter: { id: setter.userId, firstName: 'Sam', lastName: 'Reed', email: await emailOf(setter.userId) },
      outcome: 'NO_SALE',
      noSaleReason: 'BAD_FIT',
      objectionKind: 'MONEY',
      objection: 'Price',
      notes: 'Call back\nin spring',
      cancelReason: 'was ill',
      rescheduleReason: 'travels',
      location: 'CUSTOM',
      locationLink: 'https://meet.example.com/zoe',
      questions,
      secondaryAnswers: [
        { customFieldId: first, identifier: 'budget', answer: ['5000'], optionIds: [] },
        { customFieldId: last, identifier: 'goals', answer: ['grow', 'hire'], optionIds: [] },
      ],
      utm: details.utm,
      ...written,
    };
    expect(answer.status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(answer.body)).toBe(JSON.stringify({ data: { eventCalls: [expected], count: 1 } }));
  });

  test('returns null or an empty list for what a call does not have', async () => {
    const owner = await app.workspace();
    await app.call(owner, { dateTime: '2026-03-09T10:00:00.000Z', inviteeEmail: null });

    const { body } = await app.get('/v1/eventCalls', await app.apiKey(owner));

    const { inviteeEmail, phoneNumber, setterId, setter, noSaleReason, objectionKind, objection, notes, ...rest } =
      body.data.eventCalls[0];
    expect([inviteeEmail, phoneNumber, setterId, setter, noSaleReason, objectionKind, objection, notes]).toEqual(
      Array(8).fill(null),
    );
    expect([rest.cancelReason, rest.rescheduleReason, rest.locationLink]).toEqual([null, null, null]);
    expect([rest.guests, rest.questions, rest.secondaryAnswers, rest.utm]).toEqual([[], [], [], []]);
    expect([rest.status, rest.eventType, rest.outcome]).toEqual(['SCHEDULED', 'UPCOMING', 'PENDING']);
  });

  test('an empty workspace has an empty page and a count of 0', async () => {
    const { status, body } = await app.get('/v1/eventCalls', await app.apiKey(await app.workspace()));
    expect({ status, body }).toEqual({ status: 200, body: { data: { eventCalls: [], count: 0 } } });
  });

  test('carries the request id, the state of the limit, and nothing that must not be there', async () => {
    const key = await app.apiKey(await app.workspace({ rateLimitPoints: 20 }));
    const before = presentMs();
    const { headers } = await app.get('/v1/eventCalls', key, { 'x-request-id': 'abc-1' });
    const received = Object.fromEntries(headers);
    expect(received).toEqual({
      'x-request-id': 'abc-1',
      'ratelimit-limit': '20',
      'ratelimit-remaining': '19',
      'ratelimit-reset': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-length': '36',
      date: expect.any(String),
      connection: 'keep-alive',
      'keep-alive': expect.any(String),
    });
    expect(Date.parse(String(received['ratelimit-reset'])) - before).toBeGreaterThan(0);
    expect(Date.parse(String(received['ratelimit-reset'])) - before).toBeLessThanOrEqual(presentMs() - before + 1000);
  });
});

async function emailOf(userId: number): Promise<string | undefined> {
  const [user] = await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [userId]);
  return user?.email;
}
