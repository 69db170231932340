import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { options } from '../../support/custom-fields.ts';
import { idsOf } from '../../support/lists.ts';

const ids: Record<string, number> = {};
const app = await useApp();
const owner = await app.workspace();
const closer = await app.member(owner.workspaceId, 'CLOSER');
const { workspaceId } = owner;
const rows = {
  ira: { firstName: 'Ira', lastName: 'Cole', email: 'Ira@Example.com', status: 'QUALIFIED', userId: closer.userId },
  oez: { firstName: 'ÄNNE', lastName: 'Öz', phoneNumber: '+14155550101', status: 'DISQUALIFIED' },
  odd: {
    firstName: '100%',
    lastName: 'un_der',
    email: 'back\\slash@example.com',
    userId: owner.userId,
    setterId: closer.userId,
  },
};
for (const [name, row] of Object.entries(rows)) {
  ids[name] = (await app.insert('Contact', { workspaceId, previewId: `contact_${name}`, ...row })).id;
}
const stranger = await app.workspace();
const strangersName = 'ira elsewhere';
const strangersRow = { workspaceId: stranger.workspaceId, previewId: 'contact_ira', ...rows.ira, userId: null };
ids[strangersName] = (await app.insert('Contact', strangersRow)).id;

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

  test('setterIds: the setters', async () => {
    await finds(`setterIds=${closer.userId}`, ['odd']);
    await finds(`setterIds=${owner.userId}`, []);
    await finds(`setterIds=${closer.userId},${owner.userId}&userIds=${owner.userId}`, ['odd']);
    await finds(`setterIds=${closer.userId}&userIds=${closer.userId}`, []);
  });

  test('userIds: the owners', async () => {
    await finds(`userIds=${closer.userId}`, ['ira']);
    await finds(`userIds=${closer.userId},${owner.userId}`, ['ira', 'odd']);
    await finds('userIds=2147483647', []);
  });

  test('optionIds: who has one of these options of each field; unansweredFieldIds: who has answered none', async () => {
    const field = async (identifier: string, inputType: string) => {
      const row = { workspaceId, identifier, name: identifier, type: 'CONTACT', inputType };
      return (await app.insert('CustomField', row)).id;
    };
    const answer = (name: string, customFieldId: number, answer: string[]) =>
      app.insert('CustomFieldAnswer', { workspaceId, contactId: ids[name], customFieldId, answer });
    const stage = await field('stage', 'SINGLE_SELECT');
    const goals = await field('goals', 'MULTIPLE_SELECT');
    const [lead, won] = await options(app, { workspaceId, customFieldId: stage }, ['Lead', 'Won']);
    const [hire, grow] = await options(app, { workspaceId, customFieldId: goals }, ['Lead', 'Grow']);
    await answer('ira', stage, ['Lead']);
    await answer('oez', stage, ['Won']);
    await answer('ira', goals, ['Grow', 'Lead']);
    await finds(`optionIds=${lead}`, ['ira']);
    await finds(`optionIds=${lead},${won}`, ['ira', 'oez']);
    await finds(`optionIds=${hire}`, ['ira']);
    await finds(`optionIds=${won},${grow}`, []);
    await finds(`optionIds=${lead},${won},${grow}`, ['ira']);
    await finds(`optionIds=${lead}&search=oez`, []);
    await finds('optionIds=2147483647', []);
    await finds(`unansweredFieldIds=${stage}`, ['odd']);
    await finds(`unansweredFieldIds=${goals}`, ['oez', 'odd']);
    await finds(`unansweredFieldIds=${stage},${goals}`, ['odd']);
    await finds(`unansweredFieldIds=${goals}&optionIds=${won}`, ['oez']);
    await finds(`optionIds=${lead}`, [], stranger);
    await finds(`unansweredFieldIds=${stage}&search=Cole`, [strangersName], stranger);
  });

  test.each(['ADMIN', 'CLOSER', 'SETTER'] as const)('the role %s sees them all', async (role) =>
    finds('', ['ira', 'oez', 'odd'], await app.member(owner.workspaceId, role)),
  );
});
