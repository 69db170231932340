import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { idsOf, idsOfAllPages } from '../../support/lists.ts';

const app = await useApp();

describe('GET /v1/contacts', () => {
  test('returns exactly the record of a contact', async () => {
    const owner = await app.workspace();
    const full = {
      previewId: 'contact_full',
      firstName: 'Zoë',
      lastName: 'Ängström',
      email: 'Zoe@Example.com',
      phoneNumber: '+4915112345678',
      secondaryEmail: 'Zoe@work.example',
      secondaryPhoneNumber: '+4915112345679',
      status: 'QUALIFIED',
      tag: 'vip',
      timeZone: 'Europe/Berlin',
      country: 'DE',
      userId: owner.userId,
      setterId: owner.userId,
    };
    const utm = [{ utmKey: 'utm_source', utmValue: 'newsletter' }];
    const times = {
      joinedTime: '2026-01-01T02:03:04.005Z',
      createdAt: '2026-01-05T06:07:08.009Z',
      updatedAt: '2026-02-01T00:00:00.000Z',
    };
    const { workspaceId } = owner;
    const { id } = await app.insert('Contact', { workspaceId, ...full, utm: JSON.stringify(utm), ...times });

    const { status, body } = await app.get('/v1/contacts', await app.apiKey(owner));

    expect(status).toBe(200);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({ data: { contacts: [{ id, ...full, utm, referrer: null, ...times }], count: 1 } }),
    );
  });

  test('returns null or an empty list for what a contact does not have', async () => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const { id } = await app.insert('Contact', { workspaceId, previewId: 'contact_bare', phoneNumber: '+14155550101' });
    const { body } = await app.get('/v1/contacts', await app.apiKey(owner));
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const nothing = { firstName: null, lastName: null, email: null, tag: null, timeZone: null, country: null };
    expect(body.data.contacts).toEqual([
      {
        id,
        previewId: 'contact_bare',
        ...nothing,
        phoneNumber: '+14155550101',
        secondaryEmail: null,
        secondaryPhoneNumber: null,
        status: 'POTENTIAL',
        userId: null,
        setterId: null,
        utm: [],
        referrer: null,
        joinedTime: instant,
        createdAt: instant,
        updatedAt: instant,
      },
    ]);
  });

  test('an empty workspace has an empty page and a count of 0', async () => {
    const { status, body } = await app.get('/v1/contacts', await app.apiKey(await app.workspace()));
    expect({ status, body }).toEqual({ status: 200, body: { data: { contacts: [], count: 0 } } });
  });

  test('is sorted newest first, then by id, and no page drifts', async () => {
    const owner = await app.workspace();
    const made: { id: number; createdAt: string }[] = [];
    for (let index = 0; index < 9; index++) {
      const createdAt = `2026-01-0${1 + (index % 3)}T00:00:00.000Z`;
      const row = { workspaceId: owner.workspaceId, previewId: `contact_p${index}`, createdAt };
      made.push({ ...(await app.insert('Contact', row)), createdAt });
    }
    const expected = made.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id).map(({ id }) => id);
    const key = await app.apiKey(owner);
    expect(idsOf(await app.get('/v1/contacts', key))).toEqual({ ids: expected, count: 9 });
    expect(await idsOfAllPages(app, '/v1/contacts', key, 4)).toEqual(expected);
    expect(idsOf(await app.get('/v1/contacts?page=1000000000&limit=100', key))).toEqual({ ids: [], count: 9 });
  });

  test('has 20 contacts a page, or as many as requested', async () => {
    const owner = await app.workspace();
    for (let index = 0; index < 21; index++) await app.contact(owner.workspaceId);
    const key = await app.apiKey(owner);
    expect(idsOf(await app.get('/v1/contacts', key)).ids).toHaveLength(20);
    expect(idsOf(await app.get('/v1/contacts?limit=100', key)).ids).toHaveLength(21);
  });
});
