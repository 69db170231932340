import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseNetworks } from '#src/lib/network/addresses.ts';
import { SvgRenderer } from '#src/services/image/svg.ts';
import { useApp } from '../support/app.ts';
import { bookableEvent, type EventDraft } from '../support/bookable-events.ts';
import type { Member } from '../support/factories.ts';
import { memoryInviteeLimits } from '../support/login-throttle.ts';
import { nextSerial } from '../support/serial.ts';

const app = await useApp({
  trustedProxies: parseNetworks('loopback') ?? [],
  inviteeLimits: memoryInviteeLimits(() => 0),
});
let owner: Member;
let address: string;
beforeEach(async () => {
  owner = await app.workspace();
  const serial = nextSerial();
  address = `198.51.${serial >> 8}.${serial & 255}`;
});
afterEach(() => vi.restoreAllMocks());

type Draft = EventDraft & { readonly name?: string };

/** The booking link of a new event. */
async function eventOf(draft: Draft = {}, hosts?: Member[]): Promise<string> {
  const linkPrefix = `user-${owner.userId}/intro-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix, ...draft }, hosts);
  return linkPrefix;
}

const ask = (linkPrefix: string, file: string, { headers = {}, ...init }: RequestInit = {}) =>
  fetch(`${app.url}/e/${linkPrefix}/${file}`, { ...init, headers: { ...headers, 'x-forwarded-for': address } });

async function previewOf(linkPrefix: string): Promise<Buffer> {
  const response = await ask(linkPrefix, 'preview.png');
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const preview = async (draft: Draft = {}, hosts?: Member[]) => previewOf(await eventOf(draft, hosts));

/** How many pixels have that colour. */
async function pixelsOf(png: Buffer, [red, green, blue]: readonly [number, number, number]): Promise<number> {
  const values = await sharp(png).removeAlpha().raw().toBuffer();
  let count = 0;
  for (let at = 0; at < values.length; at += 3) {
    if (values[at] === red && values[at + 1] === green && values[at + 2] === blue) count++;
  }
  return count;
}

const ink = [0x10, 0x18, 0x28] as const;

describe('GET /e/<username>/<event-name>/preview.png', () => {
  test('is a picture of 1200 by 630 with the name, for any site and for an hour', async () => {
    const response = await ask(await eventOf(), 'preview.png');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const png = Buffer.from(await response.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(await pixelsOf(png, ink)).toBeGreaterThan(5_000);
  });

  test('differs by name, by duration and by host', async () => {
    const cleo = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Hart' });
    const pictures = [await preview(), await preview({ name: 'Intro' }), await preview({ duration: 15 })];
    pictures.push(await preview({}, [cleo]), await preview());
    expect(new Set(pictures.map((each) => each.toString('base64'))).size).toBe(4);
    expect(pictures[4]).toEqual(pictures[0]);
  });

  test('has the name of the workspace where there are several hosts, and only there', async () => {
    const links = [await eventOf(), await eventOf({}, [owner, await app.member(owner.workspaceId, 'CLOSER')])];
    const [alone, together] = [await previewOf(links[0] as string), await previewOf(links[1] as string)];
    await app.sql('UPDATE "Workspace" SET "name" = $2 WHERE "id" = $1', [owner.workspaceId, 'Northwind']);
    expect(await previewOf(links[0] as string)).toEqual(alone);
    expect(await previewOf(links[1] as string)).not.toEqual(together);
  });

  test('has the accent color and the logo of the workspace, and our icon unless it says otherwise', async () => {
    const linkPrefix = await eventOf();
    const [ours, green, red] = [
      [53, 56, 205],
      [14, 116, 144],
      [255, 0, 0],
    ] as const;
    const counts = async (...colours: (readonly [number, number, number])[]) => {
      const png = await previewOf(linkPrefix);
      return Promise.all(colours.map(async (colour) => (await pixelsOf(png, colour)) > 500));
    };
    const set = (columns: string) => app.sql(`UPDATE "Workspace" SET ${columns} WHERE "id" = $1`, [owner.workspaceId]);
    expect(await counts(ours, green)).toEqual([true, false]);
    await set(`"accentColor" = '#0e7490'`);
    expect(await counts(ours, green)).toEqual([true, true]);
    await set('"showsBranding" = false');
    expect(await counts(ours, green)).toEqual([false, true]);
    const content = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const logo = { workspaceId: owner.workspaceId, userId: 0, type: 'image/png', content, version: 'v' };
    await app.insert('Picture', logo);
    expect(await counts(green, red)).toEqual([true, true]);
  });

  test('shows markup in a name as text, and loads nothing', async () => {
    const requests: unknown[] = [];
    const server = createServer((request, response) => response.end(requests.push(request.url)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`;
    const hostile = `</tspan></text><rect width="1200" height="630" fill="#f00"/><image href="${url}" width="9" height="9"/>`;
    const png = await preview({ name: hostile });
    await app.sql('UPDATE "User" SET "firstName" = $2 WHERE "id" = $1', [owner.userId, '"/><rect fill="#f00"/>&x;']);
    const byHost = await preview();
    server.close();
    expect([await pixelsOf(png, [255, 0, 0]), await pixelsOf(byHost, [255, 0, 0])]).toEqual([0, 0]);
    expect(await pixelsOf(png, ink)).toBeGreaterThan(5_000);
    expect(requests).toEqual([]);
  });

  test('leaves out emoji, and a name in letters that the font does not have', async () => {
    expect(await preview({ name: '🚀 Growth review 👩🏽‍🚀' })).toEqual(await preview());
    const withoutName = await preview({ name: '戦略セッション' });
    expect(await preview({ name: 'جلسة استراتيجية' })).toEqual(withoutName);
    expect(withoutName).not.toEqual(await preview());
  });

  test('answers HEAD, and 304 to who has it', async () => {
    const linkPrefix = await eventOf();
    const head = await ask(linkPrefix, 'preview.png', { method: 'HEAD' });
    const png = await previewOf(linkPrefix);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(png.length)]);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
    const render = vi.spyOn(SvgRenderer.prototype, 'render');
    // fetch sends `no-cache` beside a condition, as a browser does that loads anew.
    const headers = { 'if-none-match': head.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    const same = await ask(linkPrefix, 'preview.png', { headers });
    expect([same.status, same.headers.get('cache-control')]).toEqual([304, 'public, max-age=3600']);
    expect(render).not.toHaveBeenCalled();
    await app.sql('UPDATE "Event" SET "name" = $2 WHERE "linkPrefix" = $1', [linkPrefix, 'Renamed']);
    expect((await ask(linkPrefix, 'preview.png', { headers })).status).toBe(200);
  });

  test('is drawn once for all who ask for it', async () => {
    const render = vi.spyOn(SvgRenderer.prototype, 'render');
    const linkPrefix = await eventOf({ name: 'Drawn once' });
    const pictures = await Promise.all(Array.from({ length: 10 }, () => previewOf(linkPrefix)));
    pictures.push(await preview({ name: 'Drawn once' }));
    expect(new Set(pictures.map((each) => each.toString('base64'))).size).toBe(1);
    expect(render).toHaveBeenCalledOnce();
  });

  test('is a 503 with Retry-After where it cannot be drawn in time, and drawn for who comes later', async () => {
    await preview({ name: 'The process runs' });
    renderers.at(-1)?.kill('SIGSTOP');
    const linkPrefix = await eventOf({ name: 'Too slow' });
    const late = await ask(linkPrefix, 'preview.png');
    expect([late.status, late.headers.get('retry-after'), late.headers.get('etag')]).toEqual([503, '1', null]);
    expect(await sharp(await previewOf(linkPrefix)).metadata()).toMatchObject({ width: 1200 });
  });
});

const renderers: ChildProcess[] = [];
subscribe('child_process', (message) => renderers.push((message as { process: ChildProcess }).process));

describe('GET /e/<username>/<event-name>/qr.svg', () => {
  test('is the address of the page, dark on white, with a quiet zone', async () => {
    const linkPrefix = await eventOf();
    const response = await ask(linkPrefix, 'qr.svg');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const svg = await response.text();
    expect(svg).toContain(`<title>http://app.test/e/${linkPrefix}</title>`);
    expect(await decoded(svg)).toBe(`http://app.test/e/${linkPrefix}`);
    const border = await sharp(await drawn(svg))
      .extract({ left: 0, top: 0, width: 32, height: 200 })
      .raw()
      .toBuffer();
    expect(border.every((value) => value === 255)).toBe(true);
  });

  test('is readable for the longest link', async () => {
    const linkPrefix = `${'u'.repeat(64)}/${'name-'.repeat(38)}`.slice(0, 254).replace(/-$/, '');
    await bookableEvent(app, owner, { linkPrefix });
    expect(await decoded(await (await ask(linkPrefix, 'qr.svg')).text())).toBe(`http://app.test/e/${linkPrefix}`);
  });

  test('answers HEAD, and 304 to who has it', async () => {
    const linkPrefix = await eventOf();
    const head = await ask(linkPrefix, 'qr.svg', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const headers = { 'if-none-match': head.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    expect((await ask(linkPrefix, 'qr.svg', { headers })).status).toBe(304);
  });
});

/** As a browser shows it; the code has no part that only a browser draws. */
function drawn(svg: string): Promise<Buffer> {
  return new SvgRenderer().render({ bytes: Buffer.from(svg) }, 5) as Promise<Buffer>;
}

/** Its types are those of a bundler, which Node is not. */
const readCode = jsQR as unknown as typeof jsQR.default;

async function decoded(svg: string): Promise<string | undefined> {
  const { data, info } = await sharp(await drawn(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return readCode(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe.each(['preview.png', 'qr.svg'])('%s', (file) => {
  test.each<[string, () => Promise<string>]>([
    ['that never was', async () => 'nobody/nothing'],
    ['that is closed', () => eventOf({ status: 'DEACTIVATED' })],
    ['that is deleted', () => eventOf({ deletedAt: '2026-03-01T00:00:00.000Z' })],
    ['without hosts', () => eventOf({}, [])],
  ])('of an event %s is the same 404', async (_, made) => {
    const response = await ask(await made(), file);
    expect([response.status, await response.text()]).toEqual([404, 'There is no event at this address.\n']);
    const ofConnection = ['date', 'x-request-id', 'connection', 'keep-alive'];
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !ofConnection.includes(name)));
    expect(headers).toEqual({
      'cache-control': 'no-cache',
      'content-length': '35',
      'content-type': 'text/plain; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  test('has no other methods', async () => {
    const response = await ask(await eventOf(), file, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('counts against what an address may read of events', async () => {
    const linkPrefix = await eventOf();
    const answers = await Promise.all(Array.from({ length: 310 }, () => ask(linkPrefix, file, { method: 'HEAD' })));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('10');
  });

  test('is one route in log and metrics, whatever the link', async () => {
    for (const linkPrefix of [await eventOf(), 'made-up/by-a-caller']) await ask(linkPrefix, file);
    const { body } = await app.request('/metrics');
    expect(body).toContain(`route="/e/{username}/{event}/${file}",method="GET",status="404"`);
    expect(body).not.toContain('made-up');
  });
});
