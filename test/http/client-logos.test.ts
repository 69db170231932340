import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, bearer, useApp } from '../support/app.ts';
import type { Member } from '../support/factories.ts';
import { type OAuthClients, oauthClients } from '../support/oauth-clients.ts';

let owner: Member;
let session: string;
let clients: OAuthClients;
let client: { id: number; clientId: string };
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  session = await app.session(owner);
  clients = oauthClients(app, session);
  client = (await clients.made()).client;
});

type RasterType = 'jpeg' | 'png' | 'webp';
const picture = (width: number, height = width, type: RasterType = 'png') =>
  sharp({ create: { width, height, channels: 4, background: '#3538cd' } })
    .toFormat(type)
    .toBuffer();
const svgOf = (content: string, attributes = 'viewBox="0 0 10 10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
const put = (body: Buffer, { id = client.id, headers = bearer(session) as Record<string, string> } = {}) =>
  app.request(`/oauth-clients/${id}/logo`, { method: 'PUT', headers, body: bytesOf(body) });
const remove = (credential = session, id = client.id) =>
  app.request(`/oauth-clients/${id}/logo`, { method: 'DELETE', headers: bearer(credential) });
const shown = (headers: Record<string, string> = {}) =>
  fetch(`${app.url}/oauth/logos/${client.clientId}`, { headers: { 'cache-control': 'max-age=0', ...headers } });
const content = async () => Buffer.from(await (await shown()).arrayBuffer());
const problemOf = ({ status, body }: Answer) => [status, body.message.details?.fieldErrors];
const logoUrl = async () => (await clients.list()).body.data.oauthClients.oauthClients[0].logoUrl;

describe('PUT /oauth-clients/:id/logo', () => {
  test.each<RasterType>(['jpeg', 'png', 'webp'])('stores a %s, whose address the client then has', async (type) => {
    const { status, body } = await put(await picture(256, 256, type));
    const url = `http://app.test/oauth/logos/${client.clientId}`;
    expect({ status, body }).toEqual({ status: 200, body: { data: { logoUrl: url } } });
    expect(await logoUrl()).toBe(url);
    expect((await shown()).headers.get('content-type')).toBe(`image/${type}`);
    expect(await sharp(await content()).metadata()).toMatchObject({ format: type, width: 256, height: 256 });
  });

  test.each<RasterType>(['jpeg', 'png', 'webp'])('scales a larger %s down to 512 by 512', async (type) => {
    expect((await put(await picture(1024, 1024, type))).status).toBe(200);
    expect(await sharp(await content()).metadata()).toMatchObject({ format: type, width: 512, height: 512 });
  });

  test('goes by the content, whatever type the sender says', async () => {
    const headers = { ...bearer(session), 'content-type': 'image/svg+xml' };
    expect((await put(await picture(8), { headers })).status).toBe(200);
    expect((await shown()).headers.get('content-type')).toBe('image/png');
  });

  test('keeps nothing but the pixels: no place, no camera, nothing behind the picture', async () => {
    const secret = 'GPS of the office';
    const exif = { IFD0: { Copyright: secret } };
    const tagged = await sharp(await picture(64, 64, 'jpeg'))
      .withExif(exif)
      .jpeg()
      .toBuffer();
    expect(tagged.includes(secret)).toBe(true);
    const script = '<script>alert(1)</script>';
    expect((await put(Buffer.concat([tagged, Buffer.from(script)]))).status).toBe(200);
    expect((await content()).includes(secret)).toBe(false);
    expect((await content()).includes(script)).toBe(false);
  });

  test('renders an SVG as a PNG of 512 by 512, so that nothing of it can run', async () => {
    const path = '<path d="M0 0H10V10Z" fill="#3538cd"/>';
    expect((await put(svgOf(`<script>alert(1)</script>${path}`))).status).toBe(200);
    expect((await shown()).headers.get('content-type')).toBe('image/png');
    expect(await sharp(await content()).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 });
    const corner = sharp(await content()).extract({ left: 500, top: 10, width: 1, height: 1 });
    expect([...(await corner.raw().toBuffer())]).toEqual([0x35, 0x38, 0xcd, 255]);
  });

  test('replaces the previous logo; DELETE removes it, and may be repeated', async () => {
    await put(await picture(8, 8, 'jpeg'));
    expect((await put(await picture(8))).status).toBe(200);
    expect((await shown()).headers.get('content-type')).toBe('image/png');
    for (const _ of [1, 2]) expect((await remove()).body).toEqual({ data: { logoUrl: null } });
    expect(await logoUrl()).toBeNull();
    expect((await shown()).status).toBe(404);
  });

  const damaged = 'The picture is damaged, or larger than it claims to be';
  const unknown = 'The picture must be a JPG, PNG, WebP or SVG';
  const cut = (whole: Buffer) => whole.subarray(0, whole.length / 2);
  const bad: [string, () => Promise<Buffer>, string][] = [
    ['nothing', async () => Buffer.alloc(0), unknown],
    ['a text', async () => Buffer.from('logo.png'), unknown],
    ['a GIF', async () => Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), unknown],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n<svg/>'), unknown],
    [
      'an SVG that is cut off',
      async () => cut(svgOf('<path d="M0 0"/>'.repeat(9))),
      'The picture is not a readable SVG',
    ],
    ['a PNG that is cut off', async () => cut(await picture(300)), damaged],
    ['a JPEG that is cut off', async () => cut(await picture(300, 300, 'jpeg')), damaged],
    ['a WebP that is cut off', async () => cut(await picture(300, 300, 'webp')), damaged],
    ['the head of a PNG alone', async () => (await picture(8)).subarray(0, 8), damaged],
    [
      'a PNG that says it is a JPEG',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), await picture(8)]),
      damaged,
    ],
    ['a picture that is wide', async () => picture(512, 511), 'The picture must be square, but is 512 by 511 pixels'],
    ['a bomb: few bytes, many pixels', async () => picture(5000), 'The picture must be at most 4096 by 4096 pixels'],
    [
      'an SVG that is wide',
      async () => svgOf('', 'viewBox="0 0 20 10"'),
      'The picture must be square, but is 20 by 10',
    ],
    ['an SVG bomb', async () => svgOf(bomb()), 'The picture is too complex'],
  ];

  test.each(bad)('refuses %s, and keeps the logo before it', async (_, made, message) => {
    await put(await picture(8));
    const before = await content();
    expect(problemOf(await put(await made()))).toEqual([400, { logo: [message] }]);
    expect(await content()).toEqual(before);
  });

  test('refuses more than 2 MB, with and without a length', async () => {
    const large = Buffer.concat([await picture(8), Buffer.alloc(2 * 1024 * 1024)]);
    const expected = [413, { message: 'The logo must be at most 2 MB', code: 'PAYLOAD_TOO_LARGE' }];
    const sized = await put(large);
    expect([sized.status, sized.body]).toEqual(expected);
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytesOf(large));
        controller.close();
      },
    });
    const url = `/oauth-clients/${client.id}/logo`;
    const streamed = await app.request(url, {
      method: 'PUT',
      headers: bearer(session),
      body,
      duplex: 'half',
    } as RequestInit);
    expect([streamed.status, streamed.body]).toEqual(expected);
    expect((await shown()).status).toBe(404);
  });

  test('is for the member who registered the client, in person', async () => {
    const logo = await picture(8);
    const attempt = async (credential: string | undefined, id = client.id) => {
      const { status } = await put(logo, { id, headers: bearer(credential) });
      return status;
    };
    expect(await attempt(undefined)).toBe(401);
    expect(await attempt('service_ses_x')).toBe(401);
    expect(await attempt(await app.apiKey(owner))).toBe(403);
    expect(await attempt(await app.session(await app.member(owner.workspaceId, 'ADMIN')))).toBe(403);
    expect(await attempt(await app.session(await app.member(owner.workspaceId, 'CLOSER')))).toBe(403);
    const stranger = await app.session(await app.workspace());
    expect(await attempt(stranger)).toBe(404);
    expect(await attempt(session, 2_000_000_000)).toBe(404);
    expect((await shown()).status).toBe(404);
    expect(await attempt(session)).toBe(200);
    expect((await remove(stranger)).status).toBe(404);
    expect((await shown()).status).toBe(200);
  });

  test('accepts the cookie of our own pages, which alone may send requests from another origin', async () => {
    const cookie = `session=${session}`;
    expect((await put(await picture(8), { headers: { cookie } })).status).toBe(401);
    expect((await put(await picture(8), { headers: { cookie, 'x-slotline-client': '1' } })).status).toBe(200);
    const preflight = async (origin: string) => {
      const headers = { origin, 'access-control-request-method': 'PUT' };
      const answer = await app.request(`/oauth-clients/${client.id}/logo`, { method: 'OPTIONS', headers });
      return [answer.status, answer.headers.get('access-control-allow-methods')];
    };
    expect(await preflight('http://app.test')).toEqual([204, 'PUT, DELETE']);
    expect(await preflight('http://evil.test')).toEqual([204, null]);
  });

  test('is limited like every action', async () => {
    await app.sql('UPDATE "Workspace" SET "rateLimitPoints" = 1 WHERE "id" = $1', [owner.workspaceId]);
    expect((await remove()).status).toBe(200);
    const { status, headers } = await remove();
    expect([status, headers.get('ratelimit-limit')]).toEqual([429, '1']);
  });

  test('knows no other method', async () => {
    const answer = await app.request(`/oauth-clients/${client.id}/logo`, { headers: bearer(session) });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT, DELETE']);
  });
});

describe('GET /oauth/logos/:clientId', () => {
  test('is public, cached, and cannot run scripts', async () => {
    await put(await picture(9));
    const answer = await shown();
    expect(answer.status).toBe(200);
    const etag = answer.headers.get('etag') ?? '';
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, no-cache',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    const again = await shown({ 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await put(await picture(8));
    expect((await shown({ 'if-none-match': etag })).status).toBe(200);
  });

  test('is a 404 without a logo, without such a client, and once the client is deleted', async () => {
    expect((await shown()).status).toBe(404);
    expect((await app.request('/oauth/logos/ocl_x')).status).toBe(404);
    await put(await picture(8));
    await clients.remove(client.id);
    expect((await shown()).status).toBe(404);
  });
});

test('pictures of one workspace render for ten seconds of a minute, and delay no PNG of another', async () => {
  const theirSession = await app.session(await app.workspace());
  const { client: theirs } = await oauthClients(app, theirSession).made();
  const ofOthers = { id: theirs.id, headers: bearer(theirSession) };
  const bombs = Promise.all([slow(), slow(), bomb()].map((content) => put(svgOf(content))));
  const raced = await Promise.race([put(await picture(8), ofOthers), bombs.then(() => 'the bombs')]);
  expect(raced).toMatchObject({ status: 200 });
  // Each slow one uses the longest that one picture may, so that the third has no time left, whichever that is.
  const answers = (await bombs).toSorted((one, other) => one.status - other.status);
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 429]);
  expect(answers[2]?.body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', limit: { points: 10, windowSec: 60 } });
  const { status, headers } = await put(await picture(8));
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(30);
  expect((await put(svgOf(''), ofOthers)).status).toBe(200);
  // Nor does the same person have more in another workspace.
  const there = { ...(await app.workspace()), userId: owner.userId };
  await app.insert('Membership', { ...there, role: 'OWNER' });
  const sessionThere = await app.session(there);
  const { client: clientThere } = await oauthClients(app, sessionThere).made();
  expect((await put(svgOf(''), { id: clientThere.id, headers: bearer(sessionThere) })).status).toBe(429);
});

test('pictures that render at once leave a workspace nearly all of its time', async () => {
  const logo = await picture(8);
  const answers = await Promise.all(Array.from({ length: 8 }, () => put(logo)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

/** Nine levels, each drawing the next ten times. */
function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const next = level === 8 ? '<path d="M0 0H1"/>' : `<use href="#l${level + 1}"/>`.repeat(10);
    return `<g id="l${level}">${next}</g>`;
  });
  return `<defs>${levels.join('')}</defs><use href="#l0"/>`;
}

/** Its noise takes longer than a picture may. */
function slow(): string {
  const noise = '<rect width="10" height="10" filter="url(#noise)"/>'.repeat(2_000);
  return `<filter id="noise"><feTurbulence numOctaves="10" baseFrequency="3"/></filter>${noise}`;
}
