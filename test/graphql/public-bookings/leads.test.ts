import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { EventDraft } from '../../support/bookable-events.ts';
import { customField } from '../../support/custom-fields.ts';
import { type LeadsPlace, leadsPlace } from '../../support/leads.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();
const place = (draft: EventDraft = {}) => leadsPlace(app, { bookingFlow: 'FORM_FIRST', ...draft });
const passed = { createPublicLead: { disqualified: null } };
const stored = ({ rows }: LeadsPlace) =>
  Promise.all(['Contact', 'InviteeAnswer', 'CustomFieldAnswer', 'WebhookEvent'].map((table) => rows(table)));
const keeps = (event: LeadsPlace, value: boolean) =>
  app.sql('UPDATE "Workspace" SET "keepsUnbookedLeads" = $2 WHERE "id" = $1', [event.owner.workspaceId, value]);

describe('createPublicLead', () => {
  test('stores who leaves as a POTENTIAL contact, with the answers and the event', async () => {
    const event = await place();
    await event.asks(await customField(app, event.owner.workspaceId, { identifier: 'goal', type: 'CONTACT' }));
    const { status, body } = await event.send({
      ...{ firstName: 'Ira', lastName: 'Cole', timeZone: 'Asia/Tokyo' },
      secondaryQuestionsAnswer: [{ identifier: 'goal', answer: ['More'] }],
      utm: [{ utmKey: 'utm_source', utmValue: 'newsletter' }],
    });
    expect([status, body.data]).toEqual([200, passed]);
    const [[contact] = [], answers, fields] = await stored(event);
    expect(contact).toMatchObject({
      ...{ email: 'ira@example.com', firstName: 'Ira', lastName: 'Cole', status: 'POTENTIAL', timeZone: 'Asia/Tokyo' },
      utm: [{ utmKey: 'utm_source', utmValue: 'newsletter' }],
    });
    expect(answers).toMatchObject([{ contactId: contact?.id, eventCallId: null, answer: 'ira@example.com' }]);
    expect(fields).toMatchObject([{ contactId: contact?.id, answer: ['More'] }]);
    const kinds = (await eventsOf(app, event.owner.workspaceId)).map(({ kind }) => kind);
    expect(kinds).toEqual(['contact.created', 'contact.answers_changed']);
  });

  test('sent again adds nothing; with another answer, that one alone', async () => {
    const event = await place();
    const question = { eventId: event.eventId, statement: 'Your name?', type: 'NAME', required: false };
    await app.insert('InviteeQuestion', { workspaceId: event.owner.workspaceId, ...question });
    await event.send({ firstName: 'Ira' });
    const before = await stored(event);
    expect((await event.send({ firstName: 'Ira' })).body.data).toEqual(passed);
    expect(await stored(event)).toEqual(before);
    await event.send({ firstName: 'Ida' });
    expect((await event.rows('InviteeAnswer')).map(({ answer }) => answer)).toEqual(['ira@example.com', 'Ira', 'Ida']);
    expect(await event.rows('Contact')).toEqual(before[0]);
  });

  test('then a booking has one contact, and each answer once', async () => {
    const event = await place({ bookedStatus: 'QUALIFIED' });
    await event.asks(await customField(app, event.owner.workspaceId, { identifier: 'goal', type: 'CONTACT' }));
    const form = { firstName: 'Ira', secondaryQuestionsAnswer: [{ identifier: 'goal', answer: ['More'] }] };
    await event.send(form);
    expect((await event.book(form)).body.data.createPublicBooking.booking).not.toBeNull();
    const [call] = await event.rows('EventCall');
    expect(await event.rows('Contact')).toMatchObject([{ id: call?.contactId, status: 'QUALIFIED' }]);
    expect(await event.rows('InviteeAnswer')).toMatchObject([{ eventCallId: call?.id, answer: 'ira@example.com' }]);
    const answers = (await event.rows('CustomFieldAnswer')).map(({ contactId, eventCallId }) => [
      contactId,
      eventCallId,
    ]);
    expect(answers).toEqual([
      [call?.contactId, null],
      [null, call?.id],
    ]);
  });

  test('five at once create one contact with each answer once', async () => {
    const event = await place();
    const sent = await Promise.all(Array.from({ length: 5 }, () => event.send()));
    for (const { body } of sent) expect(body.data).toEqual(passed);
    expect((await stored(event)).map(({ length }) => length)).toEqual([1, 1, 0, 1]);
  });

  test('stores at most 200 answers of one contact, however many forms come', async () => {
    const event = await place();
    const contactId = await app.contact(event.owner.workspaceId, { email: 'ira@example.com' });
    await app.sql(
      `INSERT INTO "InviteeAnswer" ("workspaceId", "contactId", "eventId", "statement", "type", "answer")
       SELECT $1, $2, $3, 'Your name?', 'NAME', n::text FROM generate_series(1, 200) n`,
      [event.owner.workspaceId, contactId, event.eventId],
    );
    expect((await event.send()).body.data).toEqual(passed);
    expect(await event.rows('InviteeAnswer')).toHaveLength(200);
  });

  test('stores nothing where the workspace does not keep who leaves, and the booking stores all', async () => {
    const event = await place();
    await keeps(event, false);
    expect((await event.send()).body.data).toEqual(passed);
    expect(await stored(event)).toEqual([[], [], [], []]);
    await event.book();
    expect(await event.rows('Contact')).toHaveLength(1);
    expect(await event.rows('InviteeAnswer')).toHaveLength(1);
  });

  test('disqualifies by the rules, also where the workspace does not keep who leaves', async () => {
    const event = await place({ disqualificationRules: [{ kind: 'FREE_EMAIL' }], disqualifiedMessage: 'Sorry.' });
    await keeps(event, false);
    const { body } = await event.send({ email: 'ira@gmail.com' });
    expect(body.data.createPublicLead).toEqual({ disqualified: { message: 'Sorry.', url: null } });
    expect(await event.rows('Contact')).toMatchObject([{ email: 'ira@gmail.com', status: 'DISQUALIFIED' }]);
  });

  test('says and changes nothing of a contact that the workspace knows', async () => {
    const event = await place();
    const known = { firstName: 'Secret', phoneNumber: '+14155550199', email: 'known@example.com', status: 'QUALIFIED' };
    await app.contact(event.owner.workspaceId, known);
    const before = await event.rows('Contact');
    const answers = [];
    for (const email of ['KNOWN@example.com', 'unknown@example.com']) {
      const { status, body } = await event.send({ email, firstName: 'Ann', phoneNumber: '+14155550101' });
      answers.push([status, body]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect((await event.rows('Contact'))[0]).toEqual(before[0]);
  });

  test('checks the form as a booking does', async () => {
    const event = await place();
    await event.asks(await customField(app, event.owner.workspaceId, { identifier: 'goal', type: 'CALL' }), true);
    const refused = async (input: object) => (await event.send(input)).body.errors[0].extensions.details;
    const answered = { secondaryQuestionsAnswer: [{ identifier: 'goal', answer: ['More'] }] };
    expect(await refused({})).toMatchObject({ fieldErrors: { secondaryQuestionsAnswer: [expect.any(String)] } });
    expect(await refused({ ...answered, phoneNumber: '0151' })).toMatchObject({
      fieldErrors: { phoneNumber: ['Must be E.164 format'] },
    });
    expect(await refused({ ...answered, email: undefined })).toMatchObject({
      formErrors: ['One of email and phoneNumber is required'],
    });
    expect(await refused({ ...answered, inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira' }] })).toMatchObject({
      fieldErrors: { inviteeQuestionAnswers: [expect.stringContaining('INVALID_INVITEE_QUESTION_TYPE')] },
    });
    expect(await stored(event)).toEqual([[], [], [], []]);
  });

  test('is for events whose form comes first: another is a 400, one that is closed or unknown not found', async () => {
    const event = await place({ bookingFlow: 'TIME_FIRST' });
    expect((await event.send()).body.errors[0].extensions.details.errors).toEqual([
      {
        path: 'linkPrefix',
        code: 'invalid_state',
        message: 'Must be an event with the bookingFlow FORM_FIRST',
      },
    ]);
    await app.sql(`UPDATE "Event" SET "status" = 'DEACTIVATED' WHERE "id" = $1`, [event.eventId]);
    for (const link of [event.linkPrefix, 'nobody/nothing']) {
      const { body } = await event.send({ linkPrefix: link });
      expect(body.errors[0].extensions).toEqual({ code: 'EVENT_NOT_FOUND', details: { path: 'linkPrefix' } });
    }
    expect(await stored(event)).toEqual([[], [], [], []]);
  });
});

test('publicEvent says whether the form comes first', async () => {
  const { linkPrefix } = await place();
  const { body } = await app.graphql(`{ publicEvent(linkPrefix: "${linkPrefix}") { bookingFlow } }`, undefined);
  expect(body.data.publicEvent).toEqual({ bookingFlow: 'FORM_FIRST' });
});
