import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
import type { Member } from '../../support/factories.ts';
import { idsOfAllLinks } from '../../support/lists.ts';
import { deal } from '../../support/sales-factories.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const otherKey = await app.apiKey(await app.workspace());
for (let index = 0; index < 7; index++) {
  const contactId = await app.contact(owner.workspaceId, { email: `person-${index}@example.com` });
  await deal(app, owner, { contactId });
}

describe('a cursor is refused', () => {
  const wrong = { cursor: ['Must be `start` or the nextCursor of a response of this list'] };
  const cursorOf = async (path: string) => (await app.get(`${path}&cursor=start`, key)).body.data.nextCursor as string;

  async function refusal(path: string, credential = key) {
    const { status, body } = await app.get(path, credential);
    return { status, body, endpoint: path.split('?')[0] as string };
  }

  test('that is changed in any place, or is none', async () => {
    const cursor = await cursorOf('/v1/contacts?limit=2');
    const flipped = (index: number) =>
      `${cursor.slice(0, index)}${cursor[index] === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`;
    const texts = ['', 'Start', 'x', '.', `${cursor}A`, cursor.slice(0, -1), flipped(0), flipped(30)];
    for (const text of [...texts, flipped(cursor.length - 1)]) {
      const { status, body } = await refusal(`/v1/contacts?cursor=${text}`);
      expect({ status, body }).toEqual({ status: 400, body: variantA(wrong, '/v1/contacts') });
    }
  });

  test('of another list, and of another workspace', async () => {
    const cursor = await cursorOf('/v1/deals?limit=2');
    expect((await refusal(`/v1/transactions?cursor=${cursor}`)).body).toEqual(variantA(wrong, '/v1/transactions'));
    expect((await refusal(`/v1/deals?cursor=${cursor}`, otherKey)).body).toEqual(variantA(wrong, '/v1/deals'));
  });

  test('together with a page, whichever', async () => {
    const message = { page: ['Cannot be combined with cursor'] };
    for (const query of ['cursor=start&page=0', `page=1&cursor=${await cursorOf('/v1/deals?limit=2')}`]) {
      expect((await refusal(`/v1/deals?${query}`)).body).toEqual(variantA(message, '/v1/deals'));
    }
  });

  test('together with another filter or order, by the name of each', async () => {
    const cursor = await cursorOf(`/v1/deals?limit=2&userIds=${owner.userId}&orderColumn=id`);
    const message = ['Must be the same as for the page that the cursor comes from, or omitted'];
    const cases: [string, string[]][] = [
      ['orderColumn=time', ['orderColumn']],
      ['orderBy=asc&transactionType=WON', ['orderBy', 'transactionType']],
      [`userIds=${owner.userId},${owner.userId}&createdFrom=2026-01-01`, ['createdFrom', 'userIds']],
    ];
    for (const [query, names] of cases) {
      const { fieldErrors } = (await refusal(`/v1/deals?cursor=${cursor}&${query}`)).body.message.details;
      expect(fieldErrors).toEqual(Object.fromEntries(names.map((name) => [name, message])));
    }
    const same = `userIds=${owner.userId}&orderColumn=id&orderBy=desc`;
    const carried = await app.get(`/v1/deals?cursor=${cursor}`, key);
    expect((await app.get(`/v1/deals?cursor=${cursor}&${same}`, key)).body).toEqual(carried.body);
  });

  test('without a filter that is too long for it', async () => {
    const ids = Array.from({ length: 150 }, (_, index) => (index === 0 ? owner.userId : 2_000_000_000 + index));
    const first = await app.get(`/v1/deals?limit=2&userIds=${ids}&cursor=start`, key);
    expect(first.body.data.nextCursor.length).toBeLessThan(400);
    const { body } = await app.get(`/v1/deals?cursor=${first.body.data.nextCursor}`, key);
    const missing = { userIds: ['Is too long for the cursor: send it again with each page'] };
    expect(body).toEqual(variantA(missing, '/v1/deals'));
    expect(await idsOfAllLinks(app, `/v1/deals?limit=2&userIds=${ids}`, key)).toHaveLength(7);
  });

  test('only where a filter of the first page is required', async () => {
    const { body } = await app.get('/v1/fields/objects?cursor=start&limit=0', key);
    expect(body.message.details.fieldErrors).toEqual({
      objectType: ['Is required'],
      limit: ['Must be at least 1'],
    });
  });
});

describe('the Link of a list with long filters', () => {
  const emails = Array.from({ length: 200 }, (_, index) => `invitee-${index}@a-longer-name.example`).join(',');
  /** A query of this length: empty items of a list are dropped. */
  const query = (length: number) => `limit=1&inviteeEmails=${emails}`.padEnd(length, ',');
  let workspace: Member;
  let credential: string;
  beforeAll(async () => {
    workspace = await app.workspace();
    credential = await app.apiKey(workspace);
    for (let index = 0; index < 3; index++) {
      await app.call(workspace, { inviteeEmail: `invitee-${index}@a-longer-name.example` });
    }
  });

  test('leads to the end, up to the longest query', async () => {
    const answer = await app.get(`/v1/eventCalls?${query(8_000)}&page=0&x=${'x'.repeat(1_000)}`, credential);
    expect(answer.body.data.count).toBe(3);
    expect(answer.headers.get('link')?.length).toBeGreaterThan(8_000);
    expect([...answer.headers].join().length).toBeLessThan(14_000);
    expect(await idsOfAllLinks(app, `/v1/eventCalls?${query(8_000)}`, credential)).toHaveLength(3);
  });

  test('is never left out: a longer query is refused, by its longest parameter', async () => {
    const message = 'Is too long: the encoded parameters of a list may have at most 8,000 characters in total';
    for (const extra of ['', '&contactId=1', '&cursor=start']) {
      const { status, body } = await app.get(`/v1/eventCalls?${query(8_001)}${extra}`, credential);
      expect(status).toBe(400);
      expect(body).toEqual(variantA({ inviteeEmails: [message] }, '/v1/eventCalls'));
    }
  });
});
