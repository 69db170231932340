import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

interface Place {
  readonly owner: Member;
  create(body: unknown): ReturnType<typeof sendJson>;
}

async function place(): Promise<Place> {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  return { owner, create: (body) => sendJson(app, ['POST', '/v1/contacts'], body, { key }) };
}

describe('POST /v1/contacts with an e-mail that is there already', () => {
  test('updates the fields of the input and no others, in any letter case', async () => {
    const { create } = await place();
    const first = await create({ email: 'ira@example.com', firstName: 'Ira', lastName: 'Cole', tag: 'vip' });
    const second = await create({ email: 'IRA@example.com', firstName: 'Irina', tag: null });
    const { updatedAt } = second.body.data;
    expect(second.status).toBe(200);
    expect(second.body).toEqual({
      data: { ...first.body.data, email: 'IRA@example.com', firstName: 'Irina', tag: null, updatedAt },
    });
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(first.body.data.updatedAt));
  });

  test('writes contact.updated, and contact.status_changed only where the status changed', async () => {
    const { owner, create } = await place();
    const email = 'ira@example.com';
    const made = (await create({ email })).body.data;
    const named = (await create({ email, status: 'POTENTIAL', tag: 'a' })).body.data;
    const qualified = (await create({ email, status: 'QUALIFIED' })).body.data;
    expect(await eventsOf(app, owner.workspaceId)).toEqual([
      { kind: 'contact.created', payload: made },
      { kind: 'contact.updated', payload: named, previous: { tag: null } },
      { kind: 'contact.updated', payload: qualified, previous: { status: 'POTENTIAL' } },
      { kind: 'contact.status_changed', payload: qualified, previous: { status: 'POTENTIAL' } },
    ]);
  });

  test('an update to what is there already writes nothing', async () => {
    const { owner, create } = await place();
    const input = { email: 'ira@example.com', tag: 'vip', joinedTime: '2026-01-01T00:00:00Z' };
    const { body } = await create(input);
    const again = await create({ ...input, joinedTime: '2026-01-01T02:00:00+02:00' });
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body });
    expect(await eventsOf(app, owner.workspaceId)).toHaveLength(1);
  });

  test('twenty at once make one contact, one 201, and one event for each', async () => {
    const { owner, create } = await place();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        create({ email: index % 2 ? 'a@example.com' : 'A@EXAMPLE.COM', tag: `${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const kinds = (await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind);
    expect(kinds).toEqual(['contact.created', ...Array(19).fill('contact.updated')]);
    const contacts = await app.sql('SELECT FROM "Contact" WHERE "workspaceId" = $1', [owner.workspaceId]);
    expect(contacts).toHaveLength(1);
  });

  test('of two at once with different statuses, the later one reports what it changed', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, create } = await place();
      const statuses = ['QUALIFIED', 'DISQUALIFIED'];
      await Promise.all(statuses.map((status) => create({ email: 'a@example.com', status })));
      const events = await eventsOf(app, owner.workspaceId);
      expect(events.map(({ kind }) => kind)).toEqual(['contact.created', 'contact.updated', 'contact.status_changed']);
      expect(events[2]?.previous).toEqual({ status: events[0]?.payload.status });
    }
  });
});

describe('POST /v1/contacts with a phone number that is there already, and no e-mail', () => {
  const phoneNumber = '+14155550101';

  test.each([{}, { email: null }])('updates the contact, whose e-mail stays, with %j', async (none) => {
    const { owner, create } = await place();
    const first = (await create({ email: 'ira@example.com', phoneNumber, tag: 'a' })).body.data;
    const { status, body } = await create({ ...none, phoneNumber, tag: 'b' });
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { ...first, tag: 'b', updatedAt: body.data.updatedAt } },
    });
    expect(await eventsOf(app, owner.workspaceId)).toEqual([
      { kind: 'contact.created', payload: first },
      { kind: 'contact.updated', payload: body.data, previous: { tag: 'a' } },
    ]);
  });

  test('updates the contact that was changed last where several share the number', async () => {
    const { owner, create } = await place();
    const row = { workspaceId: owner.workspaceId, phoneNumber };
    const { id } = await app.insert('Contact', { ...row, previewId: 'late', updatedAt: '2026-02-02T00:00:00Z' });
    await app.insert('Contact', { ...row, previewId: 'early', updatedAt: '2026-02-01T00:00:00Z' });
    const stranger = await app.workspace();
    await app.insert('Contact', { workspaceId: stranger.workspaceId, phoneNumber, previewId: 'theirs' });
    const { status, body } = await create({ phoneNumber, tag: 'x' });
    expect([status, body.data.id]).toEqual([200, id]);
  });

  test('with a new e-mail it makes another contact, and two share the number', async () => {
    const { create } = await place();
    const first = await create({ phoneNumber });
    const second = await create({ phoneNumber, email: 'ira@example.com' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  test('twenty at once make one contact, one 201, and one event for each', async () => {
    const { owner, create } = await place();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ phoneNumber, tag: `${index}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const kinds = (await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind);
    expect(kinds).toEqual(['contact.created', ...Array(19).fill('contact.updated')]);
    expect(await app.sql('SELECT FROM "Contact" WHERE "workspaceId" = $1', [owner.workspaceId])).toHaveLength(1);
  });

  test('the mutation does the same', async () => {
    const { owner } = await place();
    const key = await app.apiKey(owner);
    const document =
      'mutation ($input: CreateContactInput!) { createContact(input: $input) { created contact { id tag } } }';
    const ask = async (input: object) => (await app.graphql(document, key, { input })).body.data.createContact;
    const { contact } = await ask({ phoneNumber });
    expect(await ask({ phoneNumber, tag: 'x' })).toEqual({ created: false, contact: { id: contact.id, tag: 'x' } });
  });
});
