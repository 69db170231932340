import { describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { customField, fieldsPlace, noConfiguration, options, plainOption } from '../../support/custom-fields.ts';
import { fullEvent } from '../../support/full-event.ts';

const app = await useApp();

const list = (key: string, query: string) => app.get(`/v1/fields/objects?objectType=CONTACT${query}`, key);

describe('GET /v1/fields/objects', () => {
  test('returns exactly a field, with its options in order, archived ones too', async () => {
    const { owner, key } = await fieldsPlace(app);
    const { workspaceId } = owner;
    const full = {
      ...{ name: 'Größe', identifier: 'size', description: 'What they wear', type: 'CONTACT', inputType: 'CHECK_BOX' },
    };
    const rest = { hidden: false, isSystemField: false, displayIndex: 4 };
    const times = { createdAt: '2026-01-05T06:07:08.009Z', updatedAt: '2026-02-01T00:00:00.000Z' };
    const configuration = { placeholder: 'x' };
    const stored = { ...full, configuration, ...rest, ...times };
    const id = await customField(app, workspaceId, stored);
    const [small, large] = await options(app, { workspaceId, customFieldId: id }, ['Small', 'Large']);
    const said = { color: 'red', icon: 'leaf', category: 'Old', tooltip: 'T', isArchived: true, displayIndex: 5 };
    await app.sql(
      `UPDATE "CustomFieldOption" SET "color" = 'red', "icon" = 'leaf', "category" = 'Old', "tooltip" = 'T',
      "isArchived" = true, "isDefault" = true, "displayIndex" = 5 WHERE "id" = $1`,
      [small],
    );

    const { status, body } = await list(key, '');

    const { displayIndex, isArchived, category, tooltip, ...shown } = said;
    const expected = [
      { id: large, name: 'Large', ...nothing(1) },
      { id: small, name: 'Small', ...shown, displayIndex, isDefault: true, isArchived, category, tooltip },
    ];
    const record = { id, ...full, configuration: { ...noConfiguration, ...configuration }, options: expected };
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record. The envelope is the contract's own.
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        count: 1,
        data: [{ ...record, ...rest, ...times, events: null }],
        hasMore: false,
        nextPage: null,
      }),
    );
  });

  test('an empty list is one, and a page beyond the end has the count as it is', async () => {
    const { owner, key } = await fieldsPlace(app);
    const empty = { count: 0, data: [], hasMore: false, nextPage: null };
    expect((await list(key, '')).body).toEqual(empty);
    await customField(app, owner.workspaceId, { identifier: 'one' });
    expect((await list(key, '&page=7')).body).toEqual({ ...empty, count: 1 });
    expect((await list(key, '&page=2147483647&limit=100')).body).toEqual({ ...empty, count: 1 });
  });

  test('pages follow the place and then the id, each field once, with hasMore and nextPage', async () => {
    const { owner, key } = await fieldsPlace(app);
    const ids: number[] = [];
    for (const [index, displayIndex] of [2, 0, 1, 0, 2].entries()) {
      ids.push(await customField(app, owner.workspaceId, { identifier: `f-${index}`, displayIndex }));
    }
    await customField(app, owner.workspaceId, { identifier: 'call', type: 'CALL' });
    const ordered = [1, 3, 2, 0, 4].map((index) => ids[index]);
    const seen: number[] = [];
    for (let page: number | null = 0; page !== null; ) {
      const { body }: { body: Body } = await list(key, `&limit=2&page=${page}`);
      expect([body.count, body.hasMore, body.nextPage]).toEqual([5, page < 2, page < 2 ? page + 1 : null]);
      seen.push(...body.data.map(({ id }: Body) => id));
      page = body.nextPage;
    }
    expect(seen).toEqual(ordered);
  });

  test('is one statement beside the credential, whatever is requested', async () => {
    const { owner, key } = await fieldsPlace(app);
    await customField(app, owner.workspaceId, { identifier: 'one' });
    const everything = '&search=x%20y&inputType=TEXT&hidden=true&showSystemFields=false&forFilters=true&page=3';
    for (const query of ['', `${everything}&allFields=true&inviteeQuestions=true&includeRelation=true`]) {
      app.statements.splice(0);
      await list(key, query);
      const sent = app.statements.filter((name) => !name.endsWith('Uses'));
      expect(sent).toEqual(['credentials.apiKey', 'customFields.list']);
    }
  });

  test('GraphQL returns the same, and the events too', async () => {
    const { owner, key } = await fieldsPlace(app);
    await fullEvent(app, owner);
    const { body } = await app.get('/v1/fields/objects?objectType=CALL&includeRelation=true', key);
    const scopes = ['fields:read', 'events:read'] as const;
    const query = `{ customFields(objectType: CALL, includeRelation: true) {
      count data { id identifier events { id name linkPrefix } askingEvents { id name linkPrefix } } hasMore nextPage } }`;
    const graph = await app.graphql(query, await app.apiKey(owner, { scopes }));
    const data = body.data.map(({ id, identifier, events }: Body) => ({
      id,
      identifier,
      events,
      askingEvents: events,
    }));
    expect(graph.body).toEqual({ data: { customFields: { ...body, data } } });
    expect(data.some(({ events }: Body) => events.length > 0)).toBe(true);
  });
});

function nothing(displayIndex: number): object {
  const { color, icon, ...rest } = plainOption;
  const { isDefault, isArchived, category, tooltip } = rest;
  return { color, icon, displayIndex, isDefault, isArchived, category, tooltip };
}
