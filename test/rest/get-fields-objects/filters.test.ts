import { describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { contactStage, customField, fieldsPlace } from '../../support/custom-fields.ts';

const app = await useApp();
const fixture = await fieldsPlace(app);
const { workspaceId } = fixture.owner;
const add = (identifier: string, row: object) => customField(app, workspaceId, { identifier, ...row });
await contactStage(app, workspaceId);
await add('budget', { name: '100% Budget', inputType: 'NUMBER', displayIndex: 1 });
await add('goals', { name: 'GOALS', inputType: 'TEXT_AREA', description: 'What they WANT', displayIndex: 2 });
await add('site', { name: 'Web_site', inputType: 'URL', displayIndex: 3 });
await add('secret', { name: 'Secret', inputType: 'NUMBER', hidden: true, displayIndex: 4 });
await add('call', { name: 'Call', inputType: 'NUMBER', type: 'CALL' });
await customField(app, (await app.workspace()).workspaceId, { identifier: 'stranger', name: 'Stranger' });

async function identifiers(query: string, objectType = 'CONTACT'): Promise<string[]> {
  const { status, body } = await app.get(`/v1/fields/objects?objectType=${objectType}&${query}`, fixture.key);
  expect(status).toBe(200);
  expect(body.count).toBe(body.data.length);
  return body.data.map(({ identifier }: Body) => identifier);
}

const visible = ['contact-stage', 'budget', 'goals', 'site'];
const questions = ['invitee-email', 'invitee-phone-no', 'invitee-name', 'invitee-first-name', 'invitee-last-name'];

describe('GET /v1/fields/objects', () => {
  test.each<[string, string[]]>([
    ['', visible],
    ['hidden=false', visible],
    ['hidden=true', ['secret']],
    ['allFields=true', [...visible, 'secret']],
    ['allFields=true&hidden=true', [...visible, 'secret']],
    ['allFields=false&hidden=true', ['secret']],
    ['showSystemFields=true', visible],
    ['showSystemFields=false', ['budget', 'goals', 'site']],
    ['inputType=NUMBER', ['budget']],
    ['inputType=NUMBER,URL', ['budget', 'site']],
    ['inputType=USER', []],
    ['forFilters=true', ['contact-stage', 'budget']],
    ['forFilters=false', visible],
    ['forFilters=true&inputType=URL,NUMBER', ['budget']],
    ['forFilters=true&inputType=URL', []],
    ['search=goals', ['goals']],
    ['search=they%20want', ['goals']],
    ['search=want%20nothing', []],
    ['search=contact-stage', ['contact-stage']],
    ['search=100%25', ['budget']],
    ['search=%25', ['budget']],
    ['search=_', ['site']],
    ['search=%5C', []],
    ['search=%20', visible],
    ['search=stranger', []],
    ['search=secret&hidden=true&inputType=NUMBER&showSystemFields=false&forFilters=true', ['secret']],
  ])('?%s', async (query, expected) => {
    expect(await identifiers(query)).toEqual(expected);
  });

  test('returns the fields of the requested type', async () => {
    expect(await identifiers('', 'CALL')).toEqual(['call']);
    expect(await identifiers('', 'USER')).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['', [...questions, ...visible]],
    ['&showSystemFields=false', [...questions, 'budget', 'goals', 'site']],
    ['&hidden=true', ['secret']],
    ['&allFields=true', [...questions, ...visible, 'secret']],
    ['&inputType=EMAIL', ['invitee-email']],
    ['&forFilters=true', [...questions, 'contact-stage', 'budget']],
    ['&search=FIRST', ['invitee-first-name']],
  ])('?inviteeQuestions=true%s has the invitee questions first', async (query, expected) => {
    expect(await identifiers(`inviteeQuestions=true${query}`)).toEqual(expected);
  });

  test('invitee questions are fields like others, but for their ids, and those of contacts only', async () => {
    expect(await identifiers('inviteeQuestions=false')).toEqual(visible);
    expect(await identifiers('inviteeQuestions=true', 'CALL')).toEqual(['call']);
    const { body } = await app.get('/v1/fields/objects?objectType=CONTACT&inviteeQuestions=true&limit=5', fixture.key);
    expect(body.data.map(({ id }: Body) => id)).toEqual([-1, -2, -3, -4, -5]);
    expect(body.data[1]).toMatchObject({ name: 'Phone number', type: 'CONTACT', inputType: 'PHONE', options: [] });
  });

  test.each([1, 2, 3, 4, 5, 7, 9])('%i a page return them all once, the questions before the fields', async (limit) => {
    const seen: string[] = [];
    for (let page: number | null = 0; page !== null; ) {
      const query = `inviteeQuestions=true&limit=${limit}&page=${page}`;
      const { body }: { body: Body } = await app.get(`/v1/fields/objects?objectType=CONTACT&${query}`, fixture.key);
      expect([body.count, body.data.length]).toEqual([9, Math.min(limit, 9 - page * limit)]);
      seen.push(...body.data.map(({ identifier }: Body) => identifier));
      page = body.nextPage;
    }
    expect(seen).toEqual([...questions, ...visible]);
  });
});

describe('?includeRelation', () => {
  test('returns the events of each field, by name, and an empty list for other fields', async () => {
    const { owner, key } = await fieldsPlace(app);
    const { workspaceId } = owner;
    const onForm = await customField(app, workspaceId, { identifier: 'on-form' });
    await customField(app, workspaceId, { identifier: 'idle', displayIndex: 1 });
    const ids = [await app.event(owner, { name: 'Zoom call' }), await app.event(owner, { name: 'A call' })];
    for (const eventId of ids) {
      await app.sql('INSERT INTO "EventSecondaryQuestion" VALUES ($1, $2, $3)', [workspaceId, eventId, onForm]);
    }
    const links = await app.sql('SELECT "id", "name", "linkPrefix" FROM "Event" WHERE "id" = ANY($1) ORDER BY "name"', [
      ids,
    ]);
    const events = async (query: string) => {
      const { body } = await app.get(`/v1/fields/objects?objectType=CONTACT${query}`, key);
      return body.data.map((field: Body) => [field.identifier, field.events]);
    };
    expect(await events('&includeRelation=true')).toEqual([
      ['on-form', links],
      ['idle', []],
    ]);
    expect(await events('&includeRelation=true&inviteeQuestions=true&limit=1')).toEqual([['invitee-email', []]]);
    for (const query of ['', '&includeRelation=false']) {
      expect(await events(query)).toEqual([
        ['on-form', null],
        ['idle', null],
      ]);
    }
  });

  test('in the graph, invitee questions have no events that ask for them', async () => {
    const query = `{ customFields(objectType: CONTACT, inviteeQuestions: true, limit: 6) {
      data { identifier askingEvents { id } } } }`;
    const key = await app.apiKey(fixture.owner);
    const expected = [...questions, 'contact-stage'].map((identifier) => ({ identifier, askingEvents: [] }));
    expect((await app.graphql(query, key)).body).toEqual({ data: { customFields: { data: expected } } });
  });
});

test('GraphQL refuses a missing type in the same words', async () => {
  const { body } = await app.graphql('{ customFields { count } }', fixture.key);
  expect(body.errors[0].extensions.details.fieldErrors).toEqual({ objectType: ['Is required'] });
});
