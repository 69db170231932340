import { describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { contactStage, customField, fieldsPlace } from '../../support/custom-fields.ts';

const app = await useApp();
const fixture = await fieldsPlace(app);
const { workspaceId } = fixture.owner;
await contactStage(app, workspaceId);
for (const type of ['CONTACT', 'CALL', 'DEAL']) {
  for (const displayIndex of [1, 2, 3].slice(0, type === 'CONTACT' ? 3 : 2)) {
    await customField(app, workspaceId, { identifier: `${type.toLowerCase()}-${displayIndex}`, type, displayIndex });
  }
}
await customField(app, workspaceId, { identifier: 'hidden', type: 'USER', hidden: true });

const types = ['CONTACT', 'CALL', 'EVENT', 'DEAL', 'USER'];
const all = async (query = '') => (await app.get(`/v1/fields/objects/all${query}`, fixture.key)).body;
const empty = { count: 0, data: [], hasMore: false, nextPage: null };

describe('GET /v1/fields/objects/all', () => {
  test.each(['', 'limit=1', 'limit=2&page=1', 'page=9', 'search=2', 'allFields=true', 'showSystemFields=false'])(
    '?%s returns for each type what /v1/fields/objects returns for it',
    async (query) => {
      const pages = types.map(async (type) => {
        return [type, (await app.get(`/v1/fields/objects?objectType=${type}&${query}`, fixture.key)).body];
      });
      const data = Object.fromEntries(await Promise.all(pages));
      // As text: the order of the types and keys is part of the answer.
      expect(JSON.stringify(await all(`?${query}`))).toBe(JSON.stringify({ data }));
    },
  );

  test('applies page and limit to each type', async () => {
    const { data } = await all('?limit=2&page=1');
    const returned = types.map((type) => [data[type].count, data[type].data.map(({ identifier }: Body) => identifier)]);
    expect(returned).toEqual([
      [4, ['contact-2', 'contact-3']],
      [2, []],
      [0, []],
      [2, []],
      [0, []],
    ]);
    expect((await all('?limit=2')).data.CONTACT).toMatchObject({ hasMore: true, nextPage: 1 });
  });

  test('is one statement beside the credential', async () => {
    app.statements.splice(0);
    await all('?inviteeQuestions=true&includeRelation=true');
    const sent = app.statements.filter((name) => !name.endsWith('Uses'));
    expect(sent).toEqual(['credentials.apiKey', 'customFields.list']);
  });

  test('invitee questions are those of contacts', async () => {
    const { data } = await all('?inviteeQuestions=true');
    expect(types.map((type) => data[type].count)).toEqual([9, 2, 0, 2, 0]);
  });

  test('returns nothing of another workspace', async () => {
    const { key } = await fieldsPlace(app);
    const { body } = await app.get('/v1/fields/objects/all?allFields=true', key);
    expect(body).toEqual({ data: Object.fromEntries(types.map((type) => [type, empty])) });
  });

  test('GraphQL returns the same, of the requested types, with their relations', async () => {
    const { data } = await all('?limit=1');
    const page = (inner: string) => `{ count data { identifier ${inner} } hasMore nextPage }`;
    const query = `{ customFieldsByType(limit: 1) { CALL ${page('askingEvents { id }')} USER ${page('')} } }`;
    const key = await app.apiKey(fixture.owner);
    const call = { ...data.CALL, data: [{ identifier: 'call-1', askingEvents: [] }] };
    expect((await app.graphql(query, key)).body).toEqual({ data: { customFieldsByType: { CALL: call, USER: empty } } });
  });
});
