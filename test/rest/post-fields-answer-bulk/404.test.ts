import { afterAll, describe, expect, test } from 'vitest';
import { answerable, answering, answerRows, bulkPath, noRows } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';

const app = await useApp();
const fixture = await answering(app, bulkPath);
const ours = await app.contact(fixture.workspaceId);
const stranger = (await app.workspace()).workspaceId;
afterAll(async () => {
  for (const workspaceId of [fixture.workspaceId, stranger]) expect(await answerRows(app, workspaceId)).toEqual(noRows);
});

describe('POST /v1/fields/answer/bulk does not distinguish what does not exist from what is of another workspace', () => {
  test.each([true, false])('one of the contacts, and nothing is written (overrideExisting: %j)', async (override) => {
    const { id } = await answerable(app, fixture.workspaceId);
    for (const other of [2_147_483_647, await app.contact(stranger)]) {
      for (const answer of [['a'], []]) {
        const { body } = await fixture.post({
          customFieldId: id,
          contactIds: [ours, other],
          answer,
          overrideExisting: override,
        });
        const details = { path: 'contactIds', ids: [other], count: 1 };
        expect(body).toEqual({ message: 'Resource not found!', code: 'NOT_FOUND', details });
      }
    }
  });

  test('150 contacts: the first 100 are named, in the order of the request', async () => {
    const { id } = await answerable(app, fixture.workspaceId);
    const unknown = Array.from({ length: 150 }, (_, index) => 2_000_000_150 - index);
    const input = { customFieldId: id, contactIds: [unknown[0], ours, ...unknown], answer: ['a'] };
    const { body } = await fixture.post(input);
    expect(body.details).toEqual({ path: 'contactIds', ids: unknown.slice(0, 100), count: 150 });
    const document =
      'mutation ($input: AnswerCustomFieldInBulkInput!) { answerCustomFieldInBulk(input: $input) { count } }';
    const graph = await app.graphql(document, fixture.key, { input });
    expect(graph.body.errors[0].extensions).toEqual({ code: 'NOT_FOUND', details: body.details });
  });
});
