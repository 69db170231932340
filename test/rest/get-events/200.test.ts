import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { fullEvent } from '../../support/full-event.ts';
import { idsOf, idsOfAllPages } from '../../support/lists.ts';

const app = await useApp();

describe('GET /v1/events', () => {
  test('returns exactly the record of an event, with hosts and questions in their order', async () => {
    const owner = await app.workspace();
    const expected = await fullEvent(app, owner);
    const { status, body } = await app.get('/v1/events', await app.apiKey(owner, { scopes: ['events:read'] }));
    expect(status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { events: [expected], count: 1 } }));
  });

  test('returns null or an empty list for what an event does not have', async () => {
    const owner = await app.workspace();
    await app.event(owner);
    const { body } = await app.get('/v1/events', await app.apiKey(owner));
    const none = { description: null, dailyLimit: null, locationLink: null };
    expect(body.data.events[0]).toMatchObject({ ...none, hosts: [], inviteeQuestions: [], secondaryQuestions: [] });
  });

  test('an empty workspace has an empty page and a count of 0', async () => {
    const { status, body } = await app.get('/v1/events', await app.apiKey(await app.workspace()));
    expect({ status, body }).toEqual({ status: 200, body: { data: { events: [], count: 0 } } });
  });

  test('is sorted by name, then by id, and no page drifts', async () => {
    const owner = await app.workspace();
    const made: { id: number; name: string }[] = [];
    for (const name of ['b', 'a', 'c', 'a', 'b']) made.push({ id: await app.event(owner, { name }), name });
    const ids = made.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id).map(({ id }) => id);
    const key = await app.apiKey(owner);
    expect(idsOf(await app.get('/v1/events', key))).toEqual({ ids, count: 5 });
    expect(await idsOfAllPages(app, '/v1/events', key, 2)).toEqual(ids);
  });

  test('filters by status and by words of the name or link, within the workspace, for every role', async () => {
    const owner = await app.workspace();
    await app.event(await app.workspace(), { name: 'Growth review' });
    const review = await app.event(owner, { name: 'Growth review' });
    const demo = await app.event(owner, { name: 'Demo 100%' });
    await app.sql('UPDATE "Event" SET "status" = $2 WHERE "id" = $1', [demo, 'DEACTIVATED']);
    const key = await app.apiKey(await app.member(owner.workspaceId, 'SETTER'));
    const find = async (query: string) => idsOf(await app.get(`/v1/events?${query}`, key)).ids;
    expect(await find('')).toEqual([demo, review]);
    expect(await find('status=ACTIVATED')).toEqual([review]);
    expect(await find('status=ACTIVATED,DEACTIVATED')).toEqual([demo, review]);
    expect(await find('search=REVIEW+growth')).toEqual([review]);
    expect(await find('search=100%25')).toEqual([demo]);
    expect(await find(`search=user-${owner.userId}/event`)).toEqual([demo, review]);
  });
});
