import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#src/domain/principal/roles.ts';
import { answerable, answering, answerPath, notFoundAt, poster } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';

let fixture: Awaited<ReturnType<typeof answering>>;
const app = await useApp();
beforeEach(async () => {
  fixture = await answering(app);
});

async function misses(path: string, input: object, post = fixture.post): Promise<void> {
  const { status, body } = await post(input, { 'idempotency-key': crypto.randomUUID() });
  expect({ status, body }).toEqual(notFoundAt(path));
}

describe('POST /v1/fields/answer does not distinguish what does not exist from what is of another workspace', () => {
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
