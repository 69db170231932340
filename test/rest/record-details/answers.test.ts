import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { answerable, answering } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { deal } from '../../support/sales-factories.ts';

const app = await useApp();

/** A workspace with a record of each type, and keys that answer and read. */
async function place() {
  const { owner, workspaceId, post } = await answering(app);
  const reader = await app.apiKey(owner);
  const records = { DEAL: await deal(app, owner), EVENT: await app.event(owner), USER: owner.userId };
  return { owner, workspaceId, post, reader, records };
}

/** With the statements of a request: the credential, the record with its answers; an event and its answers are a snapshot. */
const endpoints = [
  ['DEAL', 'dealId', '/v1/deals/detail?id=', '/v1/deals', 2],
  ['EVENT', 'eventId', '/v1/events/detail?eventId=', '/v1/events', 5],
  ['USER', 'userId', '/v1/users/detail?id=', '/v1/users', 2],
] as const;

describe.each(endpoints)('the detail of a %s', (type, column, detail, list, statements) => {
  test('has the answers to custom fields, in the order of the fields, beside what the list has', async () => {
    const { workspaceId, post, reader, records } = await place();
    const address = `${detail}${records[type]}`;
    const second = await answerable(app, workspaceId, { type, identifier: 'second' });
    const first = await answerable(app, workspaceId, { type, identifier: 'first' });
    expect((await app.get(address, reader)).body.data.customFieldAnswers).toEqual([]);
    for (const { id } of [first, second]) {
      const { status } = await post({ customFieldId: id, [column]: records[type], answer: ['a'] });
      expect(status).toBe(201);
    }
    const { status, body } = await app.get(address, reader);
    const { customFieldAnswers, ...record } = body.data;
    const page = Object.values((await app.get(list, reader)).body.data)[0] as { id: number }[];
    expect([status, record]).toEqual([200, page.find(({ id }) => id === records[type])]);
    expect(customFieldAnswers).toEqual(
      [second, first].map(({ id, identifier }) => ({
        ...{ customFieldId: id, identifier, name: expect.any(String), inputType: expect.any(String) },
        ...{ answer: ['a'], optionIds: [] },
      })),
    );
    expect(page[0]).not.toHaveProperty('customFieldAnswers');
  });

  test('costs as many statements whatever it has', async () => {
    const { reader, records } = await place();
    const address = `${detail}${records[type]}`;
    await app.get(address, reader);
    await app.context.lastUsed.flush();
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    await app.get(address, reader);
    const count = sent.mock.calls.length;
    sent.mockRestore();
    expect(count).toBe(statements);
  });
});

describe('GET /v1/users/detail', () => {
  const path = '/v1/users/detail';

  test('is NOT_FOUND for nobody, for a user of another workspace, and for one who has left', async () => {
    const { owner, workspaceId, reader } = await place();
    const stranger = await app.workspace();
    const gone = await app.member(workspaceId, 'CLOSER');
    const removal = `mutation { removeUser(input: { id: ${gone.userId} }) { userId } }`;
    expect((await app.graphql(removal, await app.session(owner))).body.errors).toBeUndefined();
    for (const id of [2_147_483_647, stranger.userId, gone.userId]) {
      const { status, body } = await app.get(`${path}?id=${id}`, reader);
      expect([id, status, body]).toEqual([id, 404, { message: 'Resource not found!', code: 'NOT_FOUND' }]);
    }
  });

  test('shows every member to a closer, with users:read', async () => {
    const { owner, workspaceId } = await place();
    const closer = await app.member(workspaceId, 'CLOSER');
    const { status, body } = await app.get(`${path}?id=${owner.userId}`, await app.apiKey(closer));
    expect([status, body.data]).toMatchObject([200, { id: owner.userId, role: 'OWNER', customFieldAnswers: [] }]);
    const other = await app.apiKey(owner, { scopes: ['contacts:read'] });
    expect((await app.get(`${path}?id=${owner.userId}`, other)).status).toBe(403);
  });
});
