import { describe, expect, test } from 'vitest';
import { answerable, answering, bulkPath, manyContacts, storedAnswers } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';

const app = await useApp();

/** A workspace with a field and contacts, and how they are answered for. */
async function place(count = 4) {
  const fixture = await answering(app, bulkPath);
  const field = await answerable(app, fixture.workspaceId, { identifier: 'goal' });
  return { ...fixture, field, contactIds: await manyContacts(app, fixture.workspaceId, count) };
}

const byContact = (answers: Awaited<ReturnType<typeof storedAnswers>>) =>
  Object.fromEntries(answers.map(({ contactId, answer }) => [contactId, answer]));

describe('POST /v1/fields/answer/bulk', () => {
  test('makes what is not there and updates what is, and counts both to the letter', async () => {
    const { post, owner, field, contactIds } = await place();
    const [first, second] = contactIds;
    await post({ customFieldId: field.id, contactIds: [first, second], answer: ['old'] });
    const { status, body } = await post({ identifier: 'goal', contactIds, answer: ['new'] });
    // As text: the order of the keys is part of the record.
    expect([status, JSON.stringify(body)]).toEqual([
      200,
      JSON.stringify({ data: { count: 4, created: 2, updated: 2, skipped: 0 } }),
    ]);
    expect(byContact(await storedAnswers(app, owner))).toEqual(
      Object.fromEntries(contactIds.map((id) => [id, ['new']])),
    );
  });

  test('without overrideExisting keeps the answers that are there, and counts them as skipped', async () => {
    const { post, owner, field, contactIds } = await place();
    const [first] = contactIds;
    await post({ customFieldId: field.id, contactIds: [first], answer: ['old'] });
    const input = { customFieldId: field.id, contactIds, answer: ['new'], overrideExisting: false };
    const counted = await post(input);
    expect(counted.body).toEqual({ data: { count: 4, created: 3, updated: 0, skipped: 1 } });
    const again = await post(input);
    expect(again.body).toEqual({ data: { count: 4, created: 0, updated: 0, skipped: 4 } });
    const stored = byContact(await storedAnswers(app, owner));
    expect(contactIds.map((id) => stored[id])).toEqual([['old'], ['new'], ['new'], ['new']]);
  });

  test('counts a contact once that is named more often', async () => {
    const { post, owner, field, contactIds } = await place(2);
    const [first, second] = contactIds;
    const named = [second, first, second, second, first];
    const { body } = await post({ customFieldId: field.id, contactIds: named, answer: ['a'] });
    expect(body).toEqual({ data: { count: 2, created: 2, updated: 0, skipped: 0 } });
    expect(await storedAnswers(app, owner)).toHaveLength(2);
  });

  test('no items clear the answers, and skip who has none', async () => {
    const { post, owner, field, contactIds } = await place();
    const [first, second, third] = contactIds;
    const other = await answerable(app, owner.workspaceId);
    await post({ customFieldId: other.id, contactIds, answer: ['kept'] });
    await post({ customFieldId: field.id, contactIds: [first, second], answer: ['a'] });
    const clear = { customFieldId: field.id, contactIds: [second, third], answer: [] };
    const unchanged = await post({ ...clear, overrideExisting: false });
    expect(unchanged.body).toEqual({ data: { count: 2, created: 0, updated: 0, skipped: 2 } });
    const cleared = await post(clear);
    expect(cleared.body).toEqual({ data: { count: 2, created: 0, updated: 1, skipped: 1 } });
    const left = (await storedAnswers(app, owner)).filter(({ customFieldId }) => customFieldId === field.id);
    expect(byContact(left)).toEqual({ [first as number]: ['a'] });
    expect(await storedAnswers(app, owner)).toHaveLength(5);
  });

  test('stores options by name', async () => {
    const { post, owner, workspaceId, contactIds } = await place(2);
    const options = ['Red', 'Blue'];
    const { id, optionIds } = await answerable(app, workspaceId, { inputType: 'CHECK_BOX', options });
    await post({ customFieldId: id, contactIds, answer: optionIds.map(String) });
    expect((await storedAnswers(app, owner)).map(({ answer }) => answer)).toEqual([options, options]);
  });

  test('of an identifier that calls have as well, it is the field of contacts', async () => {
    const { post, owner, workspaceId, contactIds } = await place(1);
    await answerable(app, workspaceId, { type: 'CALL', identifier: 'notes' });
    const ofContacts = await answerable(app, workspaceId, { identifier: 'notes' });
    await post({ identifier: 'notes', contactIds, answer: ['a'] });
    expect(await storedAnswers(app, owner)).toMatchObject([{ customFieldId: ofContacts.id }]);
  });

  test('leaves the contacts as they are', async () => {
    const { post, workspaceId, field, contactIds } = await place();
    const contacts = () => app.sql('SELECT * FROM "Contact" WHERE "workspaceId" = $1 ORDER BY "id"', [workspaceId]);
    const before = await contacts();
    await post({ customFieldId: field.id, contactIds, answer: ['a'] });
    expect(await contacts()).toEqual(before);
  });

  test('the mutation returns the same', async () => {
    const { key, field, contactIds } = await place();
    const ask = `mutation ($input: AnswerCustomFieldInBulkInput!) {
      answerCustomFieldInBulk(input: $input) { count created updated skipped } }`;
    const input = { customFieldId: field.id, contactIds, answer: ['a'] };
    const { body } = await app.graphql(ask, key, { input });
    expect(body).toEqual({ data: { answerCustomFieldInBulk: { count: 4, created: 4, updated: 0, skipped: 0 } } });
  });
});
