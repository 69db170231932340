import { expect, test } from 'vitest';
import { type Body, useApp } from '../support/app.ts';
import { detailsWith } from '../support/errors.ts';

const app = await useApp();

const document = `mutation ($input: UpdateViewerInput!) {
  updateViewer(input: $input) { role user { id firstName lastName timeZone } }
}`;
const update = (token: string, input: object) => app.graphql(document, token, { input });

test.each(['OWNER', 'ADMIN', 'CLOSER', 'SETTER'] as const)(
  'a %s changes their own name and time zone, in all their workspaces',
  async (role) => {
    const { workspaceId } = await app.workspace();
    const other = await app.workspace();
    const member = await app.member(workspaceId, role, { firstName: 'Ada', lastName: 'Price' });
    const { userId: id } = member;
    await app.insert('Membership', { ...member, workspaceId: other.workspaceId, role: 'CLOSER' });
    const token = await app.session(member);
    const first = await update(token, { firstName: ' Ida ', timeZone: 'Asia/Tokyo' });
    const changed = { id, firstName: 'Ida', lastName: 'Price', timeZone: 'Asia/Tokyo' };
    expect(first).toMatchObject({ status: 200, body: { data: { updateViewer: { role, user: changed } } } });
    const { body } = await update(token, { lastName: '' });
    expect(body).toEqual({ data: { updateViewer: { role, user: { ...changed, lastName: '' } } } });
    const { body: theirs } = await app.get('/v1/users', await app.apiKey(other));
    expect(theirs.data.users.find((user: Body) => user.id === id)).toMatchObject({ ...changed, lastName: '' });
  },
);

test.each([
  [{ firstName: ' ' }, detailsWith({ fieldErrors: { firstName: ['Must not be empty'] } })],
  [{ lastName: null }, detailsWith({ fieldErrors: { lastName: ['Must be a string'] } })],
  [
    { timeZone: 'Mars' },
    detailsWith({ fieldErrors: { timeZone: ['Must be an IANA time zone such as Europe/Berlin'] } }),
  ],
])('%j is refused', async (input, details) => {
  const { status, body } = await update(await app.session(await app.workspace()), input);
  expect([status, body.data]).toEqual([400, { updateViewer: null }]);
  expect(body.errors[0].extensions.details).toEqual(details);
});

test('a role cannot be changed so', async () => {
  const closer = await app.member((await app.workspace()).workspaceId, 'CLOSER');
  const { body } = await update(await app.session(closer), { firstName: 'Ida', role: 'OWNER' });
  expect(body.data ?? null).toBeNull();
  expect(body.errors[0].message).toContain('Field "role" is not defined by type "UpdateViewerInput"');
  const member =
    'SELECT "firstName", "role" FROM "User" u JOIN "Membership" m ON m."userId" = u."id" WHERE u."id" = $1';
  expect(await app.sql(member, [closer.userId])).toEqual([{ firstName: 'Ada', role: 'CLOSER' }]);
});
