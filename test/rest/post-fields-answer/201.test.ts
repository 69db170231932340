import { describe, expect, test } from 'vitest';
import { answerable, answering, storedAnswers } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';

const app = await useApp();

const instant = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('POST /v1/fields/answer', () => {
  test('creates the answer of a contact, and returns it exactly', async () => {
    const { post, workspaceId } = await answering(app);
    const field = await answerable(app, workspaceId, { name: 'Goal', identifier: 'goal' });
    const contactId = await app.contact(workspaceId);
    const { status, body } = await post({ customFieldId: field.id, contactId, answer: ['Grow'] });
    const { id, createdAt, updatedAt } = body.data;
    expect(status).toBe(201);
    const named = { customFieldId: field.id, identifier: 'goal', name: 'Goal', inputType: 'TEXT' };
    const nobody = { dealId: null, eventId: null, userId: null };
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        data: {
          id,
          ...named,
          contactId,
          eventCallId: null,
          ...nobody,
          answer: ['Grow'],
          optionIds: [],
          createdAt,
          updatedAt,
        },
      }),
    );
    expect([id, createdAt, updatedAt]).toEqual([expect.any(Number), instant, createdAt]);
  });

  test('makes the answer of a call, by identifier', async () => {
    const { post, owner, workspaceId } = await answering(app);
    const field = await answerable(app, workspaceId, { type: 'CALL', inputType: 'RATING', identifier: 'quality' });
    const eventCallId = await app.call(owner);
    const { status, body } = await post({ identifier: 'quality', eventCallId, answer: ['4'] });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ customFieldId: field.id, contactId: null, eventCallId, answer: ['4'] });
  });

  test('of an identifier that contacts and calls have, the target decides', async () => {
    const { post, owner, workspaceId } = await answering(app);
    const ofCalls = await answerable(app, workspaceId, { type: 'CALL', identifier: 'notes' });
    const ofContacts = await answerable(app, workspaceId, { type: 'CONTACT', identifier: 'notes' });
    const [contactId, eventCallId] = [await app.contact(workspaceId), await app.call(owner)];
    const answers = [
      await post({ identifier: 'notes', contactId, answer: ['a'] }),
      await post({ identifier: 'notes', eventCallId, answer: ['b'] }),
    ];
    expect(answers.map(({ status, body }) => [status, body.data.customFieldId])).toEqual([
      [201, ofContacts.id],
      [201, ofCalls.id],
    ]);
  });

  test('stores options by name, however they were sent, and returns their names and ids', async () => {
    const { post, workspaceId } = await answering(app);
    const options = ['Red', 'Green', 'Blue'];
    const { id, optionIds } = await answerable(app, workspaceId, { inputType: 'MULTIPLE_SELECT', options });
    const contactId = await app.contact(workspaceId);
    const answer = [String(optionIds[2]), 'Red', String(optionIds[0])];
    const { status, body } = await post({ customFieldId: id, contactId, answer });
    expect([status, body.data.answer]).toEqual([201, ['Blue', 'Red']]);
    expect(body.data.optionIds).toEqual([optionIds[2], optionIds[0]]);
  });

  test('accepts users of the workspace by id', async () => {
    const { post, owner, workspaceId } = await answering(app);
    const { userId } = await app.member(workspaceId, 'SETTER');
    const { id } = await answerable(app, workspaceId, { inputType: 'USERS_MULTIPLE' });
    const contactId = await app.contact(workspaceId);
    const answer = [String(userId), String(owner.userId)];
    const { status, body } = await post({ customFieldId: id, contactId, answer });
    expect([status, body.data.answer]).toEqual([201, answer]);
  });

  test('an answer is read with contacts and calls, over REST and GraphQL', async () => {
    const { post, owner, workspaceId, key } = await answering(app);
    const ofContacts = await answerable(app, workspaceId, { identifier: 'a', name: 'A' });
    const ofCalls = await answerable(app, workspaceId, { type: 'CALL', identifier: 'b' });
    const contactId = await app.contact(workspaceId);
    const eventCallId = await app.call(owner, { contactId });
    await post({ identifier: 'a', contactId, answer: ['Ä\u00a0"{}",\\'] });
    await post({ identifier: 'b', eventCallId, answer: ['NULL'] });
    const expected = { customFieldId: ofContacts.id, identifier: 'a', name: 'A', inputType: 'TEXT' };
    const onContact = [{ ...expected, answer: ['Ä\u00a0"{}",\\'], optionIds: [] }];
    const onCall = [{ customFieldId: ofCalls.id, identifier: 'b', answer: ['NULL'], optionIds: [] }];

    const detail = await app.get(`/v1/contacts/detail?contactId=${contactId}`, key);
    expect(detail.body.data.customFieldAnswers).toEqual(onContact);
    const calls = await app.get('/v1/eventCalls', key);
    expect(calls.body.data.eventCalls[0].secondaryAnswers).toEqual(onCall);
    const ask = `{ contacts { contacts { customFieldAnswers { customFieldId identifier name inputType answer optionIds } } }
      eventCalls { eventCalls { secondaryAnswers { customFieldId identifier answer optionIds } } } }`;
    const { body } = await app.graphql(ask, key);
    expect(body.data.contacts.contacts[0].customFieldAnswers).toEqual(onContact);
    expect(body.data.eventCalls.eventCalls[0].secondaryAnswers).toEqual(onCall);
  });

  test('twenty at once make one answer, one 201 and nineteen 200', async () => {
    const { post, owner, workspaceId } = await answering(app);
    const { id } = await answerable(app, workspaceId);
    const contactId = await app.contact(workspaceId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post({ customFieldId: id, contactId, answer: [`${index}`] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await storedAnswers(app, owner)).toHaveLength(1);
  });

  test('the mutation returns the same, and whether it created', async () => {
    const { owner, workspaceId, key } = await answering(app);
    const { id } = await answerable(app, workspaceId);
    const contactId = await app.contact(workspaceId);
    const ask = `mutation ($input: AnswerCustomFieldInput!) {
      answerCustomField(input: $input) { answer { customFieldId contactId eventCallId answer } created } }`;
    const input = { customFieldId: id, contactId, answer: ['a'] };
    const record = { customFieldId: id, contactId, eventCallId: null, answer: ['a'] };
    for (const created of [true, false]) {
      const { body } = await app.graphql(ask, key, { input });
      expect(body).toEqual({ data: { answerCustomField: { answer: record, created } } });
    }
    expect(await storedAnswers(app, owner)).toEqual([record]);
  });
});
