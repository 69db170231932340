import { describe, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { refusals } from '../../support/refusals.ts';

const app = await useApp();
const owner = await app.workspace();
const closer = await app.member(owner.workspaceId, 'CLOSER');
/** Sessions alone change roles. */
const session = await app.session(owner);

const request = { key: session, base: { id: closer.userId } };
const { refuses, wrong } = refusals(app, ['PUT', '/v1/users'], request);
const forbidden = (input: object, message: string, as = session) =>
  refuses(input, { status: 403, body: { message, code: 'FORBIDDEN' } }, as);

const ownersOnly = 'Only an owner can grant or remove the owner role';
const role = ['Must be one of: OWNER, ADMIN, CLOSER, SETTER'];

describe('PUT /v1/users, and nothing is written', () => {
  test.each<[object, Record<string, string[]>]>([
    [{ firstName: '  ' }, { firstName: ['Must not be empty'] }],
    [
      { firstName: '', role: 'BOSS' },
      { firstName: ['Must not be empty'], role },
    ],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test('the last owner keeps the role, and then the name of the same request is not written either', () =>
    wrong(
      { id: owner.userId, firstName: 'Ida', role: 'ADMIN' },
      { role: ['The workspace must have at least one owner'] },
    ));

  test('an admin neither makes nor unmakes an owner, not even of themselves', async () => {
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    const as = await app.session(admin);
    await forbidden({ role: 'OWNER' }, ownersOnly, as);
    await forbidden({ id: admin.userId, role: 'OWNER' }, ownersOnly, as);
    await forbidden({ id: owner.userId, role: 'CLOSER' }, ownersOnly, as);
  });

  test('name and time zone of a member of another workspace too', async () => {
    const other = await app.workspace();
    const shared = await app.member(owner.workspaceId, 'SETTER');
    await app.insert('Membership', { ...shared, workspaceId: other.workspaceId, role: 'OWNER' });
    const message = 'This person also belongs to other workspaces: only they can change their name and time zone';
    for (const change of [{ firstName: 'Ida' }, { timeZone: 'Asia/Tokyo', role: 'ADMIN' }]) {
      await forbidden({ id: shared.userId, ...change }, message);
    }
  });

  test.each(['CLOSER', 'SETTER'] as const)('a %s changes nobody, not even themselves', async (role) => {
    const seller = await app.member(owner.workspaceId, role);
    const refused = { message: 'Missing scope: users:write', code: 'INSUFFICIENT_SCOPE' };
    const input = { id: seller.userId, firstName: 'Ida' };
    await refuses(input, { status: 403, body: refused }, await app.session(seller));
  });
});
