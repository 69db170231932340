import { describe, expect, test } from 'vitest';
import { answerable, answering, answerPath, notFoundAt, storedAnswers } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';
import { deal } from '../../support/sales-factories.ts';

const app = await useApp();

/** A workspace with a record of each type, and a field for each. */
async function place() {
  const { owner, workspaceId, key, post } = await answering(app);
  const member = await app.member(workspaceId, 'CLOSER');
  const named = { dealId: await deal(app, owner), eventId: await app.event(owner), userId: member.userId };
  const fields = {
    DEAL: await answerable(app, workspaceId, { type: 'DEAL', identifier: 'note' }),
    EVENT: await answerable(app, workspaceId, { type: 'EVENT', identifier: 'note' }),
    USER: await answerable(app, workspaceId, { type: 'USER', identifier: 'note' }),
  };
  return { owner, workspaceId, key, post, member, named, fields };
}

const types = [
  ['DEAL', 'dealId', 'deals { deals { id customFieldAnswers { identifier answer } } }'],
  ['EVENT', 'eventId', 'events { events { id customFieldAnswers { identifier answer } } }'],
  ['USER', 'userId', 'users { users { id customFieldAnswers { identifier answer } } }'],
] as const;

describe.each(types)('a field of the type %s', (type, column, list) => {
  test('is answered, answered again and cleared; its record has the answer', async () => {
    const { owner, post, named, fields } = await place();
    const input = { identifier: 'note', [column]: named[column] };
    const made = await post({ ...input, answer: ['a'] });
    const nobody = { contactId: null, eventCallId: null, dealId: null, eventId: null, userId: null };
    expect([made.status, made.body.data]).toMatchObject([
      ...[201, { ...nobody, [column]: named[column], customFieldId: fields[type].id, answer: ['a'] }],
    ]);
    expect((await post({ ...input, answer: ['b'] })).status).toBe(200);
    const { body } = await app.graphql(`{ ${list} }`, await app.session(owner));
    const [records] = Object.values(body.data).map((page) => Object.values(page as object)[0]);
    expect(records.find(({ id }: { id: number }) => id === named[column]).customFieldAnswers).toEqual([
      { identifier: 'note', answer: ['b'] },
    ]);
    expect((await post({ ...input, answer: [] })).body.data).toMatchObject({ id: null, answer: [] });
    expect(await storedAnswers(app, owner)).toEqual([]);
  });

  test('is refused for a record of another type, and for one of another workspace', async () => {
    const { post, named, owner, fields, workspaceId } = await place();
    const contactId = await app.contact(workspaceId);
    const wrong = await post({ customFieldId: fields[type].id, contactId, answer: ['a'] });
    expect([wrong.status, wrong.body.message.details.fieldErrors.contactId]).toEqual([
      ...[400, [expect.stringMatching(new RegExp(`^An? ${type} field must be answered for an? `))]],
    ]);
    const stranger = await place();
    const foreign = await post({ identifier: 'note', [column]: stranger.named[column], answer: ['a'] });
    expect({ status: foreign.status, body: foreign.body }).toEqual(notFoundAt(column));
    const both = await post({ identifier: 'note', ...named, answer: ['a'] });
    expect(both.status).toBe(400);
    expect(await storedAnswers(app, owner)).toEqual([]);
  });
});

test('closers answer for themselves and their deals, and not for events or others', async () => {
  const { owner, workspaceId, member, named } = await place();
  const key = await app.apiKey(member, { scopes: ['fields:write'] });
  const post = (input: object) =>
    sendJson(app, ['POST', answerPath], { identifier: 'note', answer: ['a'], ...input }, { key });
  const refused = {
    message: 'Only an owner or admin can answer fields of events and of other members',
    code: 'FORBIDDEN',
  };
  for (const input of [{ eventId: named.eventId }, { userId: owner.userId }]) {
    const { status, body } = await post(input);
    expect([status, body]).toEqual([403, refused]);
  }
  const others = await post({ dealId: named.dealId });
  expect({ status: others.status, body: others.body }).toEqual(notFoundAt('dealId'));
  expect((await post({ userId: member.userId })).status).toBe(201);
  expect((await post({ dealId: await deal(app, member) })).status).toBe(201);
  expect(await storedAnswers(app, { workspaceId })).toHaveLength(2);
});
