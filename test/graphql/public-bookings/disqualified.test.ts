import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { EventDraft } from '../../support/bookable-events.ts';
import { customField } from '../../support/custom-fields.ts';
import { type LeadsPlace, leadsPlace } from '../../support/leads.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const noFreeMail: EventDraft = {
  disqualificationRules: [{ kind: 'FREE_EMAIL' }],
  disqualifiedMessage: 'We work with companies.',
  disqualifiedUrl: 'https://example.com/later',
};
const told = { message: 'We work with companies.', url: 'https://example.com/later' };
const refused = { booking: null, token: null, redirectUrl: null, disqualified: told };
const lead = { email: 'ira@gmail.com', firstName: 'Ira' };
const place = (draft: EventDraft = noFreeMail) => leadsPlace(app, draft);
const resultOf = async (sent: ReturnType<LeadsPlace['book']>) => (await sent).body.data.createPublicBooking;
const kindsOf = async ({ owner }: LeadsPlace) => (await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind);

describe('a lead who meets a rule', () => {
  test('is not booked, and stored as DISQUALIFIED with the answers', async () => {
    const event = await place({ ...noFreeMail, redirectUrl: 'https://example.com/thanks' });
    const goal = await customField(app, event.owner.workspaceId, { identifier: 'goal', type: 'CONTACT' });
    await event.asks(goal);
    const secondaryQuestionsAnswer = [{ identifier: 'goal', answer: ['More'] }];
    expect(await resultOf(event.book({ ...lead, secondaryQuestionsAnswer }))).toEqual(refused);
    expect(await event.rows('EventCall')).toEqual([]);
    const [contact, ...others] = await event.rows('Contact');
    expect(others).toEqual([]);
    expect(contact).toMatchObject({ email: lead.email, firstName: 'Ira', status: 'DISQUALIFIED', timeZone: 'UTC' });
    expect(await event.rows('InviteeAnswer')).toMatchObject([
      { contactId: contact?.id, eventCallId: null, type: 'EMAIL', answer: lead.email },
    ]);
    expect(await event.rows('CustomFieldAnswer')).toMatchObject([{ contactId: contact?.id, answer: ['More'] }]);
    expect(await kindsOf(event)).toEqual(['contact.created', 'contact.answers_changed']);
  });

  test('is told the same again, and nothing is stored twice', async () => {
    const event = await place();
    await event.book(lead);
    const before = await Promise.all(['Contact', 'InviteeAnswer', 'WebhookEvent'].map((table) => event.rows(table)));
    expect(
      await resultOf(
        event.book({
          ...lead,
          email: 'IRA@gmail.com',
          inviteeQuestionAnswers: [{ type: 'EMAIL', answer: lead.email }],
        }),
      ),
    ).toEqual(refused);
    const after = await Promise.all(['Contact', 'InviteeAnswer', 'WebhookEvent'].map((table) => event.rows(table)));
    expect(after).toEqual(before);
  });

  test('is told nothing where the event has neither a text nor a link, and no name of a rule in either case', async () => {
    const event = await place({ disqualificationRules: [{ kind: 'EMAIL_DOMAIN', values: ['rival.example'] }] });
    const { status, body } = await event.book({ email: 'ira@eu.rival.example' });
    expect([status, body.data.createPublicBooking]).toEqual([
      200,
      { booking: null, token: null, redirectUrl: null, disqualified: { message: null, url: null } },
    ]);
    expect(JSON.stringify(body)).not.toContain('rival');
  });

  test('is told so before whether the time is free, and holds no time', async () => {
    const event = await place();
    const dateTime = '2026-03-05T10:00:00.000Z';
    await event.book({ dateTime });
    expect(await resultOf(event.book({ ...lead, dateTime }))).toEqual(refused);
    expect(await resultOf(event.book({ ...lead, dateTime: '2026-03-05T11:00:00.000Z' }))).toEqual(refused);
    const other = await resultOf(event.book({ email: 'b@company.example', dateTime: '2026-03-05T11:00:00.000Z' }));
    expect(other.booking).toMatchObject({ dateTime: '2026-03-05T11:00:00.000Z' });
  });

  test('has to fill in the form as any other', async () => {
    const event = await place();
    await event.asks(await customField(app, event.owner.workspaceId, { identifier: 'goal', type: 'CALL' }), true);
    const { body } = await event.book(lead);
    expect(body.errors[0].extensions.details.fieldErrors).toEqual({
      secondaryQuestionsAnswer: [expect.stringContaining('Must answer the question')],
    });
    expect(await event.rows('Contact')).toEqual([]);
  });

  test('gets with the same Idempotency-Key the same answer', async () => {
    const event = await place();
    const query =
      'mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { token disqualified { message url } } }';
    const input = { ...lead, linkPrefix: event.linkPrefix, timeZone: 'UTC', dateTime: '2026-03-05T10:00:00.000Z' };
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'form-of-a-lead-4711' };
    const body = JSON.stringify({ query, variables: { input } });
    const send = () => app.request('/graphql', { method: 'POST', headers, body });
    const answers = [await send(), await send()];
    for (const answer of answers)
      expect(answer.body.data.createPublicBooking).toEqual({ token: null, disqualified: told });
    expect(await event.rows('Contact')).toHaveLength(1);
  });
});

describe('a known contact whose address somebody types', () => {
  test.each([
    ['POTENTIAL', 'DISQUALIFIED', ['contact.updated', 'contact.status_changed']],
    ['QUALIFIED', 'QUALIFIED', []],
    ['DISQUALIFIED', 'DISQUALIFIED', []],
  ])('%s becomes %s, and keeps all else', async (status, expected, kinds) => {
    const event = await place();
    const known = { firstName: 'Secret', lastName: 'Name', phoneNumber: '+14155550199', email: lead.email, status };
    await app.contact(event.owner.workspaceId, known);
    const goal = await customField(app, event.owner.workspaceId, { identifier: 'goal', type: 'CONTACT' });
    await event.asks(goal);
    const [before] = await event.rows('Contact');
    const answer = { secondaryQuestionsAnswer: [{ identifier: 'goal', answer: ['Less'] }] };
    // The answer is that to an address which nobody knows.
    const unknown = await resultOf(event.book({ ...lead, ...answer, email: 'nobody@gmail.com' }));
    expect(await resultOf(event.book({ ...lead, ...answer }))).toEqual(unknown);
    const [after] = await event.rows('Contact');
    expect({ ...after, updatedAt: before?.updatedAt }).toEqual({ ...before, status: expected });
    const answers = (await event.rows('CustomFieldAnswer')).filter(({ contactId }) => contactId === before?.id);
    expect(answers).toEqual([]);
    const about = (await eventsOf(app, event.owner.workspaceId)).filter(({ payload }) => payload.id === before?.id);
    expect(about.map(({ kind }) => kind)).toEqual(kinds);
    if (kinds.length > 0) expect(about[0]?.previous).toEqual({ status });
  });
});

describe('rules by what was answered', () => {
  test('look at a custom field of the form by its id, whatever its identifier becomes', async () => {
    const event = await place({});
    const { workspaceId } = event.owner;
    const budget = await customField(app, workspaceId, { identifier: 'budget', type: 'CALL' });
    await event.asks(budget);
    const rules = [
      { kind: 'ANSWER', questionType: null, customFieldId: budget, operator: 'CONTAINS', values: ['(.*'] },
    ];
    await app.sql('UPDATE "Event" SET "disqualificationRules" = $2 WHERE "id" = $1', [
      event.eventId,
      JSON.stringify(rules),
    ]);
    await app.sql('UPDATE "CustomField" SET "identifier" = $2 WHERE "id" = $1', [budget, 'money']);
    const answering = (text: string) =>
      resultOf(event.book({ secondaryQuestionsAnswer: [{ identifier: 'money', answer: [text] }] }));
    expect((await answering('None (.*)')).disqualified).toEqual({ message: null, url: null });
    expect((await answering('None')).disqualified).toBeNull();
  });

  test('look at the country of the phone number', async () => {
    const event = await place({ disqualificationRules: [{ kind: 'PHONE_COUNTRY', values: ['CA'] }] });
    expect((await resultOf(event.book({ phoneNumber: '+14165550123' }))).booking).toBeNull();
    expect((await resultOf(event.book({ phoneNumber: '+14155550123' }))).booking).not.toBeNull();
  });
});

test('rules are not for members, who know whom they book', async () => {
  const event = await place();
  const key = await app.apiKey(event.owner, { scopes: ['eventCalls:write'] });
  const input = { eventId: event.eventId, dateTime: '2026-03-05T10:00:00.000Z', timeZone: 'UTC', email: lead.email };
  const { status } = await sendJson(app, ['POST', '/v1/eventCalls'], input, { key });
  expect(status).toBe(201);
  expect(await event.rows('Contact')).toMatchObject([{ status: 'POTENTIAL' }]);
});

test('nobody without a credential reads the rules', async () => {
  const event = await place();
  const { body } = await app.graphql(
    `{ publicEvent(linkPrefix: "${event.linkPrefix}") { disqualificationRules { kind } } }`,
    undefined,
  );
  expect(body.errors[0].message).toContain('Cannot query field "disqualificationRules" on type "PublicEvent"');
});
