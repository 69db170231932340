import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { answerable, answering, answerPath, bulkPath, manyContacts, poster } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { detailsWith } from '../../support/errors.ts';
import { mebibyte } from '../../support/request-bodies.ts';

const count = 10_000;

const app = await useApp();
const fixture = await answering(app, bulkPath);
const contactIds = await manyContacts(app, fixture.workspaceId, count);

const shuffled = (ids: readonly number[]) => ids.map((_, index) => ids[(index * 7919) % ids.length] as number);

/** What is sent behind the requests: when a key was last used, and that workers of webhooks have work. */
const behindRequests = ['"lastUsedAt" = used', 'pg_notify'];

/** All that is sent to PostgreSQL meanwhile, by first words: the credential, BEGIN and COMMIT included. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const texts = query.mock.calls.map(([sent]) => (sent as unknown as { text?: string }).text ?? String(sent));
  query.mockRestore();
  const ofRequest = texts.filter((text) => !behindRequests.some((part) => text.includes(part)));
  return ofRequest.map((text) => text.trim().split(/\s/)[0] as string);
}

describe('10,000 contacts', () => {
  test.each([
    ['a text', { inputType: 'TEXT' }, ['a']],
    ['an option', { inputType: 'SINGLE_SELECT', options: ['Lead', 'Customer'] }, ['Customer']],
    ['nothing', { inputType: 'TEXT' }, []],
  ] as const)('are answered with %s in eight statements, the same for one contact', async (_, draft, answer) => {
    const { id } = await answerable(app, fixture.workspaceId, draft);
    const one = await statementsOf(() => fixture.post({ customFieldId: id, contactIds: [contactIds[0]], answer }));
    const statements = await statementsOf(async () => {
      const { status, body } = await fixture.post({ customFieldId: id, contactIds: shuffled(contactIds), answer });
      const created = answer.length === 0 ? 0 : count - 1;
      expect([status, body.data.count, body.data.created]).toEqual([200, count, created]);
    });
    expect(statements).toEqual([
      ...['SELECT', 'BEGIN', 'SELECT'],
      // The locks of the contacts, the order of events, all events, all answers.
      ...['SELECT', 'SELECT', 'WITH', 'WITH'],
      'COMMIT',
    ]);
    expect(one).toEqual(statements);
  });

  test('with a user as the answer take as many', async () => {
    const { id } = await answerable(app, fixture.workspaceId, { inputType: 'USER' });
    const answer = [String(fixture.owner.userId)];
    const statements = await statementsOf(() => fixture.post({ customFieldId: id, contactIds, answer }));
    expect(statements).toHaveLength(8);
  });

  test('are answered through the mutation as well', async () => {
    const { id } = await answerable(app, fixture.workspaceId);
    const ask =
      'mutation ($input: AnswerCustomFieldInBulkInput!) { answerCustomFieldInBulk(input: $input) { created } }';
    const input = { customFieldId: id, contactIds, answer: ['a'] };
    const { body } = await app.graphql(ask, fixture.key, { input });
    expect(body).toEqual({ data: { answerCustomFieldInBulk: { created: count } } });
  });

  test('of which one is not of the workspace are a 404, and nothing is written', async () => {
    const { id } = await answerable(app, fixture.workspaceId);
    const stranger = await app.contact((await app.workspace()).workspaceId);
    const ids = [...contactIds.slice(1), stranger];
    const { status, body } = await fixture.post({ customFieldId: id, contactIds: ids, answer: ['a'] });
    expect([status, body]).toMatchObject([404, { message: 'Resource not found!', code: 'NOT_FOUND' }]);
    expect(await app.sql('SELECT FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [id])).toEqual([]);
  });

  test('and one more are refused, even if it is one of them again', async () => {
    const { id } = await answerable(app, fixture.workspaceId);
    const over = { customFieldId: id, contactIds: [...contactIds, contactIds[0]], answer: ['a'] };
    const { status, body } = await fixture.post(over);
    const details = detailsWith({ fieldErrors: { contactIds: ['Must have at most 10000 items'] } });
    expect([status, body.message.details]).toEqual([400, details]);
  });

  test('may come in 2 MiB, which the endpoint of one answer does not take', async () => {
    const { id } = await answerable(app, fixture.workspaceId, { inputType: 'TEXT_AREA' });
    const input = { customFieldId: id, contactIds, answer: ['a'] };
    const padded = (bytes: number) => ({ ...input, padding: 'x'.repeat(bytes - JSON.stringify(input).length - 13) });
    expect(JSON.stringify(padded(2 * mebibyte))).toHaveLength(2 * mebibyte);
    expect((await fixture.post(padded(2 * mebibyte))).status).toBe(200);
    const tooLarge = await fixture.post(padded(2 * mebibyte + 1));
    const elsewhere = await poster(app, answerPath, fixture.key)({ padding: 'x'.repeat(mebibyte) });
    for (const { status, body } of [tooLarge, elsewhere])
      expect([status, body]).toEqual([413, { message: 'Request body is too large', code: 'PAYLOAD_TOO_LARGE' }]);
  });
});
