import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { idsOf } from '../../support/lists.ts';

const ids: Record<string, number> = {};
const app = await useApp();
const owner = await app.workspace();
const closer = await app.member(owner.workspaceId, 'CLOSER');
const { workspaceId } = owner;
const rows = {
  ira: { firstName: 'Ira', lastName: 'Cole', email: 'Ira@Example.com', status: 'QUALIFIED', userId: closer.userId },
  oez: { firstName: 'ÄNNE', lastName: 'Öz', phoneNumber: '+14155550101', status: 'DISQUALIFIED' },
  odd: { firstName: '100%', lastName: 'un_der', email: 'back\\slash@example.com', userId: owner.userId },
};
for (const [name, row] of Object.entries(rows)) {
  ids[name] = (await app.insert('Contact', { workspaceId, previewId: `contact_${name}`, ...row })).id;
}
const stranger = await app.workspace();
await app.insert('Contact', {
  workspaceId: stranger.workspaceId,
  previewId: 'contact_ira',
  ...rows.ira,
  userId: null,
});

async function finds(query: string, names: string[], member = owner): Promise<void> {
  const found = idsOf(await app.get(`/v1/contacts?${query}`, await app.apiKey(member)));
  expect({ ...found, ids: [...found.ids].sort() }).toEqual({
    ids: names.map((name) => ids[name]).sort(),
    count: names.length,
  });
}

describe('a filter of GET /v1/contacts', () => {
  test.each<[string, string[]]>([
    ['', ['ira', 'oez', 'odd']],
    ['search=ira', ['ira']],
    ['search=COLE+ira', ['ira']],
    ['search=änne', ['oez']],
    ['search=ÖZ', ['oez']],
    ['search=4155550101', ['oez']],
    ['search=example.com', ['ira', 'odd']],
    ['search=100%25', ['odd']],
    ['search=un_der', ['odd']],
    ['search=%25', ['odd']],
    ['search=_', ['odd']],
    ['search=%5C', ['odd']],
    ['search=cole+odd', []],
    ['search=+++', ['ira', 'oez', 'odd']],
    ['search=', ['ira', 'oez', 'odd']],
    ['status=QUALIFIED', ['ira']],
    ['status=QUALIFIED,+DISQUALIFIED,', ['ira', 'oez']],
    ['status=POTENTIAL&search=ira', []],
    ['unknown=1', ['ira', 'oez', 'odd']],
  ])('%s', (query, names) => finds(query, names));

  test('userIds: the owners', async () => {
    await finds(`userIds=${closer.userId}`, ['ira']);
    await finds(`userIds=${closer.userId},${owner.userId}`, ['ira', 'odd']);
    await finds('userIds=2147483647', []);
  });

  test.each(['ADMIN', 'CLOSER', 'SETTER'] as const)('the role %s sees them all', async (role) =>
    finds('', ['ira', 'oez', 'odd'], await app.member(owner.workspaceId, role)),
  );
});
