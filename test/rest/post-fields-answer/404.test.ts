import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#src/domain/principal/roles.ts';
import { answerable, answering, answerPath, answerRows, noRows, notFoundAt, poster } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';

let fixture: Awaited<ReturnType<typeof answering>>;
const app = await useApp();
beforeEach(async () => {
  fixture = await answering(app);
});

const unknown = 2_147_483_647;

async function misses(path: string, input: object, post = fixture.post): Promise<void> {
  const { status, body } = await post(input, { 'idempotency-key': crypto.randomUUID() });
  expect({ status, body }).toEqual(notFoundAt(path));
}

describe('POST /v1/fields/answer does not distinguish what does not exist from what is of another workspace', () => {
  test('a field, by id and by identifier', async () => {
    const contactId = await app.contact(fixture.workspaceId);
    const theirs = await answerable(app, (await app.workspace()).workspaceId, { identifier: 'theirs' });
    for (const field of [
      { customFieldId: unknown },
      { customFieldId: theirs.id },
      { identifier: 'none' },
      { identifier: 'theirs' },
    ])
      await misses(Object.keys(field)[0] ?? '', { ...field, contactId, answer: ['a'] });
    expect(await answerRows(app, fixture.workspaceId)).toEqual(noRows);
  });

  test('a contact and a call, for an answer and for none', async () => {
    const stranger = await app.workspace();
    const ofContacts = await answerable(app, fixture.workspaceId);
    const ofCalls = await answerable(app, fixture.workspaceId, { type: 'CALL' });
    for (const answer of [['a'], []]) {
      for (const contactId of [unknown, await app.contact(stranger.workspaceId)])
        await misses('contactId', { customFieldId: ofContacts.id, contactId, answer });
      for (const eventCallId of [unknown, await app.call(stranger)])
        await misses('eventCallId', { customFieldId: ofCalls.id, eventCallId, answer });
    }
    expect(await answerRows(app, fixture.workspaceId)).toEqual(noRows);
    expect(await answerRows(app, stranger.workspaceId)).toEqual(noRows);
  });

  test.each<Role>(['CLOSER', 'SETTER'])('and to a %s the calls of others', async (role) => {
    const me = await app.member(fixture.workspaceId, role);
    const post = poster(app, answerPath, await app.apiKey(me));
    const { id } = await answerable(app, fixture.workspaceId, { type: 'CALL' });
    const others = await app.call(fixture.owner);
    await misses('eventCallId', { customFieldId: id, eventCallId: others, answer: ['a'] }, post);
    const hosted = await app.call(me);
    const set = await app.call(fixture.owner, { setterId: me.userId });
    for (const eventCallId of [hosted, set])
      expect((await post({ customFieldId: id, eventCallId, answer: ['a'] })).status).toBe(201);
  });
});
