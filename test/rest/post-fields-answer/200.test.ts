import { describe, expect, test } from 'vitest';
import { answerable, answering, storedAnswers } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';

const app = await useApp();

describe('POST /v1/fields/answer where there is an answer already', () => {
  test('replaces it, and returns the same record with the new answer', async () => {
    const { post, owner, workspaceId } = await answering(app);
    const { id } = await answerable(app, workspaceId);
    const contactId = await app.contact(workspaceId);
    const first = await post({ customFieldId: id, contactId, answer: ['a'] });
    const second = await post({ customFieldId: id, contactId, answer: ['b'] });
    const { updatedAt } = second.body.data;
    expect(second).toMatchObject({ status: 200, body: { data: { ...first.body.data, answer: ['b'], updatedAt } } });
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(first.body.data.updatedAt));
    expect(await storedAnswers(app, owner)).toEqual([
      { customFieldId: id, contactId, eventCallId: null, answer: ['b'] },
    ]);
  });

  test('no items clear it: there is none any more, and the next one is new', async () => {
    const { post, owner, workspaceId, key } = await answering(app);
    const { id, identifier, name } = await answerable(app, workspaceId, { type: 'CALL' });
    const eventCallId = await app.call(owner);
    await post({ customFieldId: id, eventCallId, answer: ['a'] });
    const cleared = await post({ customFieldId: id, eventCallId, answer: [] });
    const about = { customFieldId: id, identifier, name, inputType: 'TEXT', contactId: null, eventCallId };
    const nobody = { dealId: null, eventId: null, userId: null };
    const nothing = { answer: [], optionIds: [], createdAt: null, updatedAt: null };
    expect({ status: cleared.status, body: cleared.body }).toEqual({
      status: 200,
      body: { data: { id: null, ...about, ...nobody, ...nothing } },
    });
    const { body } = await app.get('/v1/eventCalls', key);
    expect(body.data.eventCalls[0].secondaryAnswers).toEqual([]);
    expect((await post({ customFieldId: id, eventCallId, answer: ['b'] })).status).toBe(201);
  });

  test('clearing what was never answered changes nothing, and is no creation', async () => {
    const { post, owner, workspaceId } = await answering(app);
    const { id } = await answerable(app, workspaceId, { inputType: 'SINGLE_SELECT', options: ['A'] });
    const contactId = await app.contact(workspaceId);
    const { status, body } = await post({ customFieldId: id, contactId, answer: [] });
    expect([status, body.data.answer]).toEqual([200, []]);
    expect(await storedAnswers(app, owner)).toEqual([]);
  });

  test('the answers to other fields, of other contacts and of calls stay as they are', async () => {
    const { post, owner, workspaceId } = await answering(app);
    const [one, other] = [await answerable(app, workspaceId), await answerable(app, workspaceId)];
    const [contactId, stranger] = [await app.contact(workspaceId), await app.contact(workspaceId)];
    await post({ customFieldId: other.id, contactId, answer: ['kept'] });
    await post({ customFieldId: one.id, contactId: stranger, answer: ['kept'] });
    await post({ customFieldId: one.id, contactId, answer: ['a'] });
    await post({ customFieldId: one.id, contactId, answer: [] });
    expect(await storedAnswers(app, owner)).toEqual([
      { customFieldId: other.id, contactId, eventCallId: null, answer: ['kept'] },
      { customFieldId: one.id, contactId: stranger, eventCallId: null, answer: ['kept'] },
    ]);
  });

  test('an option that was archived stays in the answers that have it', async () => {
    const { post, owner, workspaceId } = await answering(app);
    const { id } = await answerable(app, workspaceId, { inputType: 'SINGLE_SELECT', options: ['A', 'B'] });
    const contactId = await app.contact(workspaceId);
    await post({ customFieldId: id, contactId, answer: ['A'] });
    await app.sql(`UPDATE "CustomFieldOption" SET "isArchived" = true WHERE "customFieldId" = $1 AND "name" = 'A'`, [
      id,
    ]);
    expect((await post({ customFieldId: id, contactId: await app.contact(workspaceId), answer: ['A'] })).status).toBe(
      400,
    );
    expect((await storedAnswers(app, owner)).map(({ answer }) => answer)).toEqual([['A']]);
    expect((await post({ customFieldId: id, contactId, answer: ['B'] })).status).toBe(200);
  });

  test('answers are no change of the contact', async () => {
    const { post, workspaceId } = await answering(app);
    const { id } = await answerable(app, workspaceId);
    const contactId = await app.contact(workspaceId);
    const contact = () => app.sql('SELECT * FROM "Contact" WHERE "workspaceId" = $1', [workspaceId]);
    const before = await contact();
    for (const answer of [['a'], ['b'], []]) await post({ customFieldId: id, contactId, answer });
    expect(await contact()).toEqual(before);
  });
});
