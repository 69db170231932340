import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

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
    const same = (await create({ email, status: 'POTENTIAL' })).body.data;
    const qualified = (await create({ email, status: 'QUALIFIED' })).body.data;
    expect(await eventsOf(app, owner.workspaceId)).toEqual([
      { kind: 'contact.created', payload: made },
      { kind: 'contact.updated', payload: same },
      { kind: 'contact.updated', payload: qualified },
      { kind: 'contact.status_changed', payload: { ...qualified, previousStatus: 'POTENTIAL' } },
    ]);
  });

  test('twenty at once make one contact, one 201, and one event for each', async () => {
    const { owner, create } = await place();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ email: index % 2 ? 'a@example.com' : 'A@EXAMPLE.COM' })),
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
      expect(events[2]?.payload.previousStatus).toBe(events[0]?.payload.status);
    }
  });
});
