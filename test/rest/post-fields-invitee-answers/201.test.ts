import { describe, expect, test } from 'vitest';
import { answerable, answering, inviteePath, storedAnswers } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { leadEvent } from '../../support/lead-forms.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

const inviteeAnswers = (workspaceId: number) =>
  app.sql(
    `SELECT "id", "eventId", "contactId", "eventCallId", "statement", "type", "answer" FROM "InviteeAnswer"
     WHERE "workspaceId" = $1 ORDER BY "id"`,
    [workspaceId],
  );

async function contactOf(key: string, contactId: number) {
  const { body } = await app.get(`/v1/contacts/detail?contactId=${contactId}`, key);
  const { customFieldAnswers: _, ...contact } = body.data;
  return contact;
}

describe('POST /v1/fields/inviteeAnswers', () => {
  test('writes the answers of a lead, and returns them exactly', async () => {
    const { post, owner, workspaceId } = await answering(app, inviteePath);
    const event = await leadEvent(app, owner);
    const budget = await answerable(app, workspaceId, { inputType: 'NUMBER', identifier: 'budget' });
    const size = await answerable(app, workspaceId, { inputType: 'RADIO_BUTTON', options: ['1–10', 'More'] });
    const contactId = await app.contact(workspaceId);
    const { status, body } = await post({
      linkPrefix: event.linkPrefix,
      contactId,
      inviteeQuestionAnswers: [
        { type: 'NAME', answer: 'Ira Cole' },
        { type: 'EMAIL', answer: 'somebody.else@example.com' },
      ],
      secondaryQuestionsAnswer: [
        { customFieldId: size.id, answer: [String(size.optionIds[0])] },
        { identifier: 'budget', answer: ['12.50'] },
      ],
    });
    const [name, email] = body.data.inviteeQuestionAnswers;
    const inviteeQuestionAnswers = [
      { id: name.id, statement: 'Your name?', type: 'NAME', answer: 'Ira Cole' },
      { id: email.id, statement: 'Your e-mail?', type: 'EMAIL', answer: 'somebody.else@example.com' },
    ];
    const secondaryQuestionsAnswer = [
      { customFieldId: size.id, identifier: size.identifier, answer: ['1–10'], optionIds: [size.optionIds[0]] },
      { customFieldId: budget.id, identifier: 'budget', answer: ['12.50'], optionIds: [] },
    ];
    const about = { eventId: event.id, linkPrefix: event.linkPrefix, contactId, status: 'POTENTIAL' };
    expect(status).toBe(201);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({ data: { ...about, inviteeQuestionAnswers, secondaryQuestionsAnswer } }),
    );
    const of = { eventId: event.id, contactId, eventCallId: null };
    expect(await inviteeAnswers(workspaceId)).toEqual(inviteeQuestionAnswers.map((answer) => ({ ...of, ...answer })));
    expect(await storedAnswers(app, owner)).toEqual([
      { customFieldId: size.id, contactId, eventCallId: null, answer: ['1–10'] },
      { customFieldId: budget.id, contactId, eventCallId: null, answer: ['12.50'] },
    ]);
  });

  test('finds the contact by the e-mail among the answers, in any letter case', async () => {
    const { post, owner, workspaceId } = await answering(app, inviteePath);
    const { linkPrefix } = await leadEvent(app, owner);
    const contactId = await app.contact(workspaceId, { email: 'ira@example.com' });
    await app.contact((await app.workspace()).workspaceId, { email: 'ira@example.com' });
    const answers = [{ type: 'EMAIL', answer: 'IRA@Example.com' }];
    const { status, body } = await post({ linkPrefix, inviteeQuestionAnswers: answers });
    expect([status, body.data.contactId, body.data.secondaryQuestionsAnswer]).toEqual([201, contactId, []]);
  });

  test('marks the contact DISQUALIFIED where the event says so, and writes the webhook events', async () => {
    const { post, owner, workspaceId, key } = await answering(app, inviteePath);
    const { linkPrefix } = await leadEvent(app, owner, { disqualifiesLeads: true });
    const contactId = await app.contact(workspaceId);
    const input = { linkPrefix, contactId, inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira' }] };
    const first = await post(input);
    expect([first.status, first.body.data.status]).toEqual([201, 'DISQUALIFIED']);
    const contact = await contactOf(key, contactId);
    const events = [
      { kind: 'contact.updated', payload: contact, previous: { status: 'POTENTIAL' } },
      { kind: 'contact.status_changed', payload: contact, previous: { status: 'POTENTIAL' } },
    ];
    expect(contact.status).toBe('DISQUALIFIED');
    expect(await eventsOf(app, workspaceId)).toEqual(events);

    // One that is disqualified already is not changed again.
    const again = await post(input);
    expect([again.status, again.body.data.status]).toEqual([201, 'DISQUALIFIED']);
    expect(await contactOf(key, contactId)).toEqual(contact);
    expect(await eventsOf(app, workspaceId)).toEqual(events);
  });

  test('leaves the contact as it is where the event does not say so', async () => {
    const { post, owner, workspaceId, key } = await answering(app, inviteePath);
    const { linkPrefix } = await leadEvent(app, owner);
    const contactId = await app.contact(workspaceId);
    const before = await contactOf(key, contactId);
    await post({ linkPrefix, contactId, inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira' }] });
    expect(await contactOf(key, contactId)).toEqual(before);
    expect(await eventsOf(app, workspaceId)).toEqual([]);
  });

  test('ten at once disqualify a contact once', async () => {
    const { post, owner, workspaceId } = await answering(app, inviteePath);
    const { linkPrefix } = await leadEvent(app, owner, { disqualifiesLeads: true });
    const { id } = await answerable(app, workspaceId);
    const contactId = await app.contact(workspaceId);
    const secondaryQuestionsAnswer = [{ customFieldId: id, answer: ['a'] }];
    const input = { linkPrefix, contactId, secondaryQuestionsAnswer };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(input)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const kinds = (await eventsOf(app, workspaceId)).map(({ kind }) => kind);
    expect(kinds).toEqual(['contact.answers_changed', 'contact.updated', 'contact.status_changed']);
    expect(await storedAnswers(app, owner)).toHaveLength(1);
  });

  test('answers with several of a type go to the questions of this type in their order', async () => {
    const { post, owner, workspaceId } = await answering(app, inviteePath);
    const questions = [
      ['EMAIL', 'Yours?'],
      ['NAME', 'Name?'],
      ['EMAIL', 'That of your partner?'],
    ] as const;
    const { linkPrefix } = await leadEvent(app, owner, { questions });
    const contactId = await app.contact(workspaceId, { email: 'a@example.com' });
    await app.contact(workspaceId, { email: 'b@example.com' });
    const emails = ['a@example.com', 'b@example.com'].map((answer) => ({ type: 'EMAIL', answer }));
    const { body } = await post({ linkPrefix, inviteeQuestionAnswers: emails });
    expect(body.data.contactId).toBe(contactId);
    expect(body.data.inviteeQuestionAnswers).toMatchObject([
      { statement: 'Yours?', answer: 'a@example.com' },
      { statement: 'That of your partner?', answer: 'b@example.com' },
    ]);
  });

  test('replaces and clears answers to custom fields that are there', async () => {
    const { post, owner, workspaceId } = await answering(app, inviteePath);
    const { linkPrefix } = await leadEvent(app, owner);
    const [one, other] = [await answerable(app, workspaceId), await answerable(app, workspaceId)];
    const contactId = await app.contact(workspaceId);
    const answer = (...texts: [string[], string[]]) =>
      post({
        linkPrefix,
        contactId,
        secondaryQuestionsAnswer: [
          { customFieldId: one.id, answer: texts[0] },
          { customFieldId: other.id, answer: texts[1] },
        ],
      });
    await answer(['a'], ['b']);
    expect((await answer(['c'], [])).status).toBe(201);
    expect(await storedAnswers(app, owner)).toMatchObject([{ customFieldId: one.id, answer: ['c'] }]);
  });

  test('the event of answers has those alone that have changed, with what they were', async () => {
    const { post, workspaceId } = await answering(app, inviteePath);
    const { linkPrefix } = await leadEvent(app, await app.member(workspaceId, 'CLOSER'));
    const fields = [await answerable(app, workspaceId), await answerable(app, workspaceId)];
    const contactId = await app.contact(workspaceId);
    for (const texts of ['ab', 'ac']) {
      const secondaryQuestionsAnswer = fields.map(({ id }, index) => ({ customFieldId: id, answer: [texts[index]] }));
      await post({ linkPrefix, contactId, secondaryQuestionsAnswer });
    }
    const { payload, previous } = (await eventsOf(app, workspaceId)).at(-1) ?? {};
    const answers = (text: string) => [expect.objectContaining({ customFieldId: fields[1]?.id, answer: [text] })];
    expect([payload.answers, previous.answers]).toEqual([answers('c'), answers('b')]);
  });

  test('the mutation returns the same', async () => {
    const { owner, workspaceId, key } = await answering(app, inviteePath);
    const { linkPrefix } = await leadEvent(app, owner);
    const { id } = await answerable(app, workspaceId);
    const contactId = await app.contact(workspaceId);
    const ask = `mutation ($input: InsertInviteeAnswersInput!) { insertInviteeAnswers(input: $input) {
      contactId status inviteeQuestionAnswers { type answer } secondaryQuestionsAnswer { customFieldId answer } } }`;
    const answers = {
      inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira' }],
      secondaryQuestionsAnswer: [{ customFieldId: id, answer: ['a'] }],
    };
    const { body } = await app.graphql(ask, key, { input: { linkPrefix, contactId, ...answers } });
    expect(body).toEqual({ data: { insertInviteeAnswers: { contactId, status: 'POTENTIAL', ...answers } } });
  });
});
