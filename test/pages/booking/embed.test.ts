import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, nextAddress, openPage } from '../../support/booking-pages.ts';
import { browserTest, hasBrowser, screenshot, unlessBrowser } from '../../support/browser.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp({ ownAddress: true, appUrl: 'own', baseUrl: 'own', ...manyAddresses });

/** A site of somebody else, whose pages are what a test has put there. */
let content = '';
const site = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><title>Shop</title><body>${content}</body></html>`);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
afterAll(() => site.close());
const siteOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

async function eventFor(embedOrigins: readonly string[]): Promise<string> {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/embedded-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix });
  await app.sql('UPDATE "Workspace" SET "embedOrigins" = $1 WHERE "id" = $2', [embedOrigins, owner.workspaceId]);
  return linkPrefix;
}

const script = `<script src="${app.url}/embed.js"></script>
<script>window.told = []; for (const name of ['booked', 'rescheduled', 'cancelled', 'height'])
  addEventListener('slotline:' + name, ({ detail }) => told.push(detail));</script>`;

async function booking(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector('iframe');
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('There is no frame');
  await frame.waitForSelector('.grid button, .own, .message');
  return frame;
}

async function book(frame: Frame): Promise<void> {
  await frame.click('.grid button');
  await frame.fill('#email', 'ira@example.com');
  await frame.click('button.primary');
  await frame.waitForSelector('.own');
}

const told = (page: Page, type: string) =>
  page.evaluate<{ type: string; callId?: string; height?: number }[]>(
    `told.filter(({ type }) => type === 'slotline:${type}')`,
  );

test('the script for other sites is smaller than 5 kB, and new versions come within minutes', async () => {
  const response = await fetch(`${app.url}/embed.js`, { headers: { connection: 'close' } });
  expect((await response.text()).length).toBeLessThan(5_000);
  expect(response.headers.get('content-type')).toContain('text/javascript');
  expect(response.headers.get('cache-control')).toBe('public, max-age=600');
});

describe('the frame rule', () => {
  test.each([
    [[], "'self'"],
    [['https://a.example', 'https://b.example:8443'], "'self' https://a.example https://b.example:8443"],
  ])('of a workspace with %j, and of our own origin, is in the policy of its pages', async (origins, ancestors) => {
    const linkPrefix = await eventFor(origins);
    const page = await openPage(app, `/e/${linkPrefix}`);
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${ancestors};`);
    expect(page.headers.get('x-frame-options')).toBeNull();
    const form = new URLSearchParams({ email: 'ira@example.com', dateTime: '2026-03-05T10:00:00Z', timeZone: 'UTC' });
    const { location } = await openPage(app, `/e/${linkPrefix}`, { form });
    const own = await openPage(app, new URL(location ?? '', `${app.url}/e/${linkPrefix}`).pathname);
    expect(own.headers.get('content-security-policy')).toContain(`frame-ancestors ${ancestors};`);
  });

  test.each(['https://evil.example', 'https://a.example/', '*', 'null', '"><script>'])(
    'tells nothing to %s, which the workspace does not name',
    async (origin) => {
      const linkPrefix = await eventFor(['https://a.example']);
      const page = await openPage(app, `/e/${linkPrefix}?embedOrigin=${encodeURIComponent(origin)}`);
      expect(page.html).not.toContain('data-embed-origin="');
    },
  );

  describe('of a site that the workspace does not name', () => {
    const inFrame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' };
    const evil = 'https://evil.example';
    const open = async (query: string, headers?: Record<string, string>) => {
      const linkPrefix = await eventFor(['https://a.example']);
      const page = await openPage(app, `/e/${linkPrefix}${query}`, { headers });
      return { ...page, linkPrefix };
    };

    test.each([
      ['named by embed.js', `?embedOrigin=${evil}`, inFrame, ''],
      ['named by embed.js, in a browser without fetch metadata', `?embedOrigin=${evil}`, {}, ''],
      [
        'seen as the referrer of a frame by hand',
        '',
        { ...inFrame, referer: `${evil}/page` },
        '&#38;referrer=https%3A%2F%2Fevil.example%2Fpage',
      ],
    ])('shows a sentence and a link, and nothing that acts: %s', async (_, query, headers, kept) => {
      const more = `${query === '' ? '?' : '&'}lang=de&email=ira@example.com&utm_source=shop`;
      const { status, html, text, linkPrefix, headers: sent } = await open(query + more, headers);
      expect(status).toBe(200);
      expect(text).toContain('Diese Seite kann hier nicht angezeigt werden');
      expect(html).toContain(
        `<a href="/e/${linkPrefix}?lang=de&#38;utm_source=shop${kept}" target="_blank" rel="noopener">Buchungsseite öffnen</a>`,
      );
      const policy = sent.get('content-security-policy') ?? '';
      expect(policy).toContain('frame-ancestors *');
      expect(policy).toContain("form-action 'none'");
      expect(policy).not.toContain('script-src');
      expect(sent.get('x-frame-options')).toBeNull();
      for (const part of ['<form', '<script', '<button', '<input', 'Growth review', 'ira@example.com']) {
        expect(html).not.toContain(part);
      }
      expect(html.match(/<a /g)).toHaveLength(1);
    });

    test.each([
      ['the link in a window of its own', `?embedOrigin=${evil}`, { 'sec-fetch-dest': 'document' }],
      ['our own pages', '', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin', referer: evil }],
      ['a site that is named', '', { ...inFrame, referer: 'https://a.example/page' }],
      ['a frame whose site is not known', '', inFrame],
    ])('is no matter to %s', async (_, query, headers) => {
      const { html, headers: sent } = await open(query, headers);
      expect(html).toContain('Growth review');
      expect(sent.get('content-security-policy')).toContain("frame-ancestors 'self' https://a.example;");
    });
  });

  test('of a page that is not there lets nobody frame it', async () => {
    const page = await openPage(app, '/e/nobody/nothing?embedOrigin=https://a.example');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe.skipIf(!hasBrowser)(`a booking page within another site${unlessBrowser}`, () => {
  browserTest('books, moves and cancels, without a cookie, and tells the site', async ({ newPage }) => {
    const linkPrefix = await eventFor([siteOrigin]);
    content = `<div data-slotline="inline" data-link="${linkPrefix}" data-title="Book with us" data-time-zone="UTC"></div>${script}`;
    const { page } = await newPage({ extraHTTPHeaders: nextAddress(), locale: 'en-GB' });
    await page.goto(`${siteOrigin}/?utm_source=shop&other=1`);
    const frame = await booking(page);
    expect(await page.getAttribute('iframe', 'title')).toBe('Book with us');
    await expect.poll(() => told(page, 'height')).not.toEqual([]);
    await screenshot(page, 'embed-inline');
    await book(frame);
    await expect.poll(() => told(page, 'booked')).toHaveLength(1);
    const [call] = await app.sql<{ previewId: string; utm: object }>(
      'SELECT c."previewId", c."utm" FROM "EventCall" c JOIN "Event" e ON e."id" = c."eventId" WHERE e."linkPrefix" = $1',
      [linkPrefix],
    );
    expect((await told(page, 'booked'))[0]?.callId).toBe(call?.previewId);
    expect(call?.utm).toEqual([{ utmKey: 'utm_source', utmValue: 'shop' }]);
    await frame.click('button[name="move"]');
    await frame.click('.grid button >> nth=2');
    await frame.click('button.primary');
    await expect.poll(() => told(page, 'rescheduled')).toHaveLength(1);
    await frame.click('button[name="cancel"]');
    await frame.click('button.primary');
    await expect.poll(() => told(page, 'cancelled')).toHaveLength(1);
    expect(await page.context().cookies()).toEqual([]);
  });

  browserTest(
    'tells the site also where the event leads on who booked, and shows the way there',
    async ({ newPage }) => {
      const linkPrefix = await eventFor([siteOrigin]);
      await app.sql('UPDATE "Event" SET "redirectUrl" = $1 WHERE "linkPrefix" = $2', [
        `${siteOrigin}/thanks`,
        linkPrefix,
      ]);
      content = `<div data-slotline="inline" data-link="${linkPrefix}"></div>${script}`;
      const { page } = await newPage({ extraHTTPHeaders: nextAddress() });
      await page.goto(siteOrigin);
      const frame = await booking(page);
      await frame.click('.grid button');
      await frame.fill('#email', 'ira@example.com');
      await frame.click('button.primary');
      await expect.poll(() => told(page, 'booked')).toHaveLength(1);
      await frame.click('a.button');
      await page.waitForURL(/\/thanks\?callId=call_/);
    },
  );

  browserTest('shows a link in the place of the page where the site may not embed it', async ({ newPage }) => {
    const linkPrefix = await eventFor([]);
    content = `<div data-slotline="inline" data-link="${linkPrefix}"></div>${script}
<iframe src="${app.url}/e/${linkPrefix}" title="By hand"></iframe>`;
    const { page } = await newPage({ extraHTTPHeaders: nextAddress() });
    await page.goto(siteOrigin);
    for (const frame of [page.frameLocator('iframe >> nth=0'), page.frameLocator('iframe[title="By hand"]')]) {
      await frame.getByText('This page cannot be shown here').waitFor();
    }
    const opened = page.context().waitForEvent('page');
    await page.frameLocator('iframe >> nth=0').getByRole('link', { name: 'Open the booking page' }).click();
    await (await opened).getByRole('heading', { name: 'Growth review' }).waitFor();
    expect(await told(page, 'height')).toEqual([]);
  });

  browserTest('opens above the site from a link, and closes with Escape', async ({ newPage }) => {
    const linkPrefix = await eventFor([siteOrigin]);
    content = `<a href="${app.url}/e/${linkPrefix}" data-slotline="popup" data-link="${linkPrefix}">Talk to us</a>
<div data-slotline="button" data-link="${linkPrefix}" data-text="Book now"></div>${script}`;
    const { page } = await newPage({ extraHTTPHeaders: nextAddress() });
    await page.goto(siteOrigin);
    await page.click('a');
    await booking(page);
    await screenshot(page, 'embed-popup', false);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Talk to us');
    await page.click('button:text-is("Book now")');
    await book(await booking(page));
    await expect.poll(() => told(page, 'booked')).toHaveLength(1);
  });

  browserTest('works as a plain frame without script', async ({ newPage }) => {
    const linkPrefix = await eventFor([siteOrigin]);
    content = `<iframe src="${app.url}/e/${linkPrefix}" width="900" height="700"></iframe>`;
    const { page } = await newPage({ extraHTTPHeaders: nextAddress(), javaScriptEnabled: false, locale: 'en-GB' });
    await page.goto(siteOrigin);
    const frame = await booking(page);
    await book(frame);
    expect(await frame.textContent('h1')).toBe('Your call is booked');
  });
});
