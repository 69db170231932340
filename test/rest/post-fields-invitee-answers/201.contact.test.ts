import { describe, expect, test } from 'vitest';
import { answerable, answering, inviteePath } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { type LeadEventDraft, leadEvent } from '../../support/lead-forms.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

const questions = ['EMAIL', 'PHONE_NO', 'NAME', 'FIRST_NAME', 'LAST_NAME'].map((type) => [type, `${type}?`] as const);

/** A form with a question of each type, of an event that disqualifies or does not. */
async function form(draft: Pick<LeadEventDraft, 'disqualifiesLeads' | 'disqualificationRules'> = {}) {
  const fixture = await answering(app, inviteePath);
  const { linkPrefix } = await leadEvent(app, fixture.owner, { questions, ...draft });
  const send = (answers: Record<string, string>, more: object = {}) =>
    fixture.post({
      linkPrefix,
      inviteeQuestionAnswers: Object.entries(answers).map(([type, answer]) => ({ type, answer })),
      ...more,
    });
  const contacts = () =>
    app.sql(
      'SELECT "id", "firstName", "lastName", "email", "phoneNumber", "status", "userId" FROM "Contact" WHERE "workspaceId" = $1',
      [fixture.workspaceId],
    );
  return { ...fixture, send, contacts };
}

const EMAIL = 'ira@example.com';
const PHONE_NO = '+14155550101';
const nobody = { firstName: null, lastName: null, email: null, phoneNumber: null, status: 'POTENTIAL', userId: null };

describe('POST /v1/fields/inviteeAnswers for somebody new', () => {
  test.each<[Record<string, string>, object]>([
    [
      { EMAIL, PHONE_NO, FIRST_NAME: 'Ira', LAST_NAME: 'Cole' },
      { firstName: 'Ira', lastName: 'Cole', email: EMAIL, phoneNumber: PHONE_NO },
    ],
    [
      { EMAIL, NAME: ' Ira  van Cole ' },
      { firstName: 'Ira', lastName: 'van Cole', email: EMAIL },
    ],
    [
      { PHONE_NO, NAME: 'Ira' },
      { firstName: 'Ira', phoneNumber: PHONE_NO },
    ],
    [{ EMAIL }, { email: EMAIL }],
  ])('creates the contact from %j, with its event', async (answers, expected) => {
    const { send, contacts, workspaceId, key } = await form();
    const { status, body } = await send(answers);
    expect(status).toBe(201);
    const { contactId } = body.data;
    expect(await contacts()).toEqual([{ id: contactId, ...nobody, ...expected }]);
    const detail = await app.get(`/v1/contacts/detail?contactId=${contactId}`, key);
    const { customFieldAnswers: _, ...contact } = detail.body.data;
    expect(await eventsOf(app, workspaceId)).toEqual([{ kind: 'contact.created', payload: contact }]);
  });

  test('stores the answers to custom fields with the new contact', async () => {
    const { send, workspaceId, key } = await form();
    const { id } = await answerable(app, workspaceId);
    const { body } = await send({ EMAIL }, { secondaryQuestionsAnswer: [{ customFieldId: id, answer: ['a'] }] });
    const detail = await app.get(`/v1/contacts/detail?contactId=${body.data.contactId}`, key);
    expect(detail.body.data.customFieldAnswers).toMatchObject([{ customFieldId: id, answer: ['a'] }]);
  });

  test('of an event that disqualifies, the contact is disqualified from the start', async () => {
    const { send, contacts, workspaceId } = await form({ disqualifiesLeads: true });
    const { body } = await send({ EMAIL });
    expect(body.data.status).toBe('DISQUALIFIED');
    expect(await contacts()).toMatchObject([{ status: 'DISQUALIFIED' }]);
    expect((await eventsOf(app, workspaceId)).map(({ kind }) => kind)).toEqual(['contact.created']);
  });

  test('an e-mail is stored without the white space around it', async () => {
    const event = await form();
    const sent = await event.send({ EMAIL: ` ${EMAIL} ` });
    expect([sent.status, await event.contacts()]).toMatchObject([201, [{ email: EMAIL }]]);
    const answers = await app.sql('SELECT "answer" FROM "InviteeAnswer" WHERE "workspaceId" = $1', [event.workspaceId]);
    expect(answers).toEqual([{ answer: EMAIL }]);
  });

  test('an e-mail comes before a phone number, and a phone number finds the contact changed last', async () => {
    const { send, workspaceId } = await form();
    const row = { workspaceId, phoneNumber: PHONE_NO };
    const { id: late } = await app.insert('Contact', { ...row, previewId: 'a', updatedAt: '2026-02-02T00:00:00Z' });
    await app.insert('Contact', { ...row, previewId: 'b', updatedAt: '2026-02-01T00:00:00Z' });
    const byPhone = await send({ PHONE_NO });
    const byEmail = await send({ EMAIL, PHONE_NO });
    expect(byPhone.body.data.contactId).toBe(late);
    expect(byEmail.body.data.contactId).toBeGreaterThan(late);
  });

  test('leaves the name and number of a known contact as they are', async () => {
    const { send, contacts, workspaceId } = await form();
    await app.contact(workspaceId, { email: EMAIL });
    const before = await contacts();
    await send({ EMAIL: EMAIL.toUpperCase(), PHONE_NO, NAME: 'Somebody Else' });
    expect(await contacts()).toEqual(before);
    expect(await eventsOf(app, workspaceId)).toEqual([]);
  });

  test.each<Record<string, string>>([{ EMAIL }, { PHONE_NO }])(
    'twenty at once with %j create one contact',
    async (answers) => {
      const { send, contacts, workspaceId } = await form();
      const answered = await Promise.all(Array.from({ length: 20 }, () => send(answers)));
      expect(answered.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect(new Set(answered.map(({ body }) => body.data.contactId)).size).toBe(1);
      expect(await contacts()).toHaveLength(1);
      expect((await eventsOf(app, workspaceId)).map(({ kind }) => kind)).toEqual(['contact.created']);
    },
  );

  test('a wrong answer to a custom field creates no contact', async () => {
    const { send, contacts, workspaceId } = await form();
    const { id } = await answerable(app, workspaceId, { inputType: 'NUMBER' });
    const { status } = await send({ EMAIL }, { secondaryQuestionsAnswer: [{ customFieldId: id, answer: ['much'] }] });
    expect([status, await contacts()]).toEqual([400, []]);
  });

  test('the mutation creates it as well', async () => {
    const { owner, key, contacts } = await form();
    const { linkPrefix } = await leadEvent(app, owner);
    const document =
      'mutation ($input: InsertInviteeAnswersInput!) { insertInviteeAnswers(input: $input) { contactId } }';
    const input = { linkPrefix, inviteeQuestionAnswers: [{ type: 'EMAIL', answer: EMAIL }] };
    const { body } = await app.graphql(document, key, { input });
    expect(await contacts()).toMatchObject([{ id: body.data.insertInviteeAnswers.contactId, email: EMAIL }]);
  });
});

describe('POST /v1/fields/inviteeAnswers for an event with rules', () => {
  const rules = [{ kind: 'FREE_EMAIL' as const, questionType: null, customFieldId: null, operator: null, values: [] }];

  test.each([
    [{ EMAIL: 'ira@gmail.com' }, 'DISQUALIFIED'],
    [{ EMAIL }, 'POTENTIAL'],
  ])('a new contact of %j is %s', async (answers, status) => {
    const { send, contacts, workspaceId } = await form({ disqualificationRules: rules });
    expect((await send(answers)).body.data.status).toBe(status);
    expect(await contacts()).toMatchObject([{ status }]);
    expect((await eventsOf(app, workspaceId)).map(({ kind }) => kind)).toEqual(['contact.created']);
  });

  test('a known contact becomes DISQUALIFIED by an address of its own, with the events', async () => {
    const { send, workspaceId } = await form({ disqualificationRules: rules });
    const contactId = await app.contact(workspaceId, { email: 'ira@gmail.com' });
    const { body } = await send({ NAME: 'Ira' }, { contactId });
    expect(body.data.status).toBe('DISQUALIFIED');
    const events = await eventsOf(app, workspaceId);
    expect(events.map(({ kind, previous }) => [kind, previous])).toEqual([
      ['contact.updated', { status: 'POTENTIAL' }],
      ['contact.status_changed', { status: 'POTENTIAL' }],
    ]);
  });
});
