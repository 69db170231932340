import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { bearer, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';

const app = await useApp();
let owner: Member;
let session: string;
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner);
});

const picture = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: '#3538cd' } })
    .png()
    .toBuffer();
const put = (path: string, body: Buffer, credential = session) =>
  app.request(path, { method: 'PUT', headers: bearer(credential), body: new Uint8Array(body) });
const remove = (path: string) => app.request(path, { method: 'DELETE', headers: bearer(session) });
const show = (url: string) => fetch(app.url + new URL(url).pathname);
const contentOf = async (response: Response) => sharp(Buffer.from(await response.arrayBuffer())).metadata();

const uploads = [
  ['/workspace/logo', 'logoUrl', '{ workspace { url: logoUrl } }'],
  ['/account/picture', 'pictureUrl', '{ viewer { memberships { url: pictureUrl } } }'],
] as const;

describe.each(uploads)('%s', (path, name, document) => {
  const stored = async () => {
    const { body } = await app.graphql(document, session);
    return (body.data.workspace ?? body.data.viewer.memberships[0]).url;
  };

  test('stores a picture, whose address then is lasting', async () => {
    const { status, body } = await put(path, await picture(300));
    expect(status).toBe(200);
    expect(await stored()).toBe(body.data[name]);
    const shown = await show(body.data[name]);
    expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect((await contentOf(shown)).format).toBe('png');
  });

  test('another picture has another address, and no other leads to it: numbers can be guessed', async () => {
    const earlier = (await put(path, await picture(300))).body.data[name];
    const { body } = await put(path, await picture(200));
    expect(body.data[name]).not.toBe(earlier);
    expect((await show(earlier)).status).toBe(404);
    expect((await contentOf(await show(body.data[name]))).width).toBe(200);
  });

  test('DELETE removes it, and may be repeated', async () => {
    const { body } = await put(path, await picture(20));
    for (const _ of [1, 2]) expect((await remove(path)).body).toEqual({ data: { [name]: null } });
    expect(await stored()).toBeNull();
    expect((await show(body.data[name])).status).toBe(404);
  });

  test('takes no API key, no picture that is none, and nothing beyond 2 MB', async () => {
    const field = name.replace('Url', '');
    const refused = await put(path, await picture(20), await app.apiKey(owner));
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only a signed-in session may do this, not an API key',
    ]);
    const { status, body } = await put(path, Buffer.from('no picture'));
    expect([status, body.message.details.fieldErrors]).toEqual([
      400,
      { [field]: ['The picture must be a JPG, PNG, WebP or SVG'] },
    ]);
    expect((await put(path, Buffer.alloc(2 * 1024 * 1024 + 1))).status).toBe(413);
    expect(await stored()).toBeNull();
  });
});

test('a logo may be wide, up to eight times; a picture of a member is square', async () => {
  const { body } = await put('/workspace/logo', await picture(1600, 200));
  expect(await contentOf(await show(body.data.logoUrl))).toMatchObject({ width: 512, height: 64 });
  const problemOf = async (path: string, bytes: Buffer) =>
    Object.values((await put(path, bytes)).body.message.details.fieldErrors).flat();
  expect(await problemOf('/workspace/logo', await picture(900, 100))).toEqual([
    'The picture must not be more than 8 times as wide as high, or as high as wide, but is 900 by 100 pixels',
  ]);
  expect(await problemOf('/account/picture', await picture(40, 20))).toEqual([
    'The picture must be square, but is 40 by 20 pixels',
  ]);
});

test('the logo is for owners and admins, the own picture for every member', async () => {
  const closer = await app.session(await app.member(owner.workspaceId, 'CLOSER'));
  expect((await put('/workspace/logo', await picture(20), closer)).status).toBe(403);
  // Nobody's bytes are read who may not store them.
  expect((await put('/workspace/logo', Buffer.alloc(2 * 1024 * 1024 + 1), closer)).status).toBe(403);
  expect((await put('/account/picture', await picture(20), closer)).status).toBe(200);
});

test('the picture of a member who leaves is gone', async () => {
  const leaving = await app.member(owner.workspaceId, 'CLOSER');
  const { body } = await put('/account/picture', await picture(20), await app.session(leaving));
  expect((await show(body.data.pictureUrl)).status).toBe(200);
  const mutation = 'mutation ($input: RemoveUserInput!) { removeUser(input: $input) { userId } }';
  const removed = await app.graphql(mutation, session, { input: { id: leaving.userId } });
  expect(removed.body.errors).toBeUndefined();
  expect((await show(body.data.pictureUrl)).status).toBe(404);
});
