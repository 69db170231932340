import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, screenshot, unlessBrowser } from '../../support/browser.ts';
import { type HoldingEvent, holdingEvent, hour, useHoldingApp } from '../../support/held-bookings.ts';

const { app, takeMails } = await useHoldingApp({ ownAddress: true, appUrl: 'own', baseUrl: 'own' });

/** The page of somebody else, which shows a booking page. */
let content = '';
const site = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><title>Shop</title><body>${content}</body></html>`);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
afterAll(() => site.close());
const siteOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

/** An event whose network has had its ten bookings. */
async function busyEvent(): Promise<HoldingEvent> {
  const event = await holdingEvent(app);
  await event.fill(10);
  return event;
}

const from = ({ office }: HoldingEvent) => ({ extraHTTPHeaders: { 'x-forwarded-for': office }, locale: 'en-GB' });

async function fillIn(page: Pick<Page, 'fill' | 'click'>): Promise<void> {
  await page.fill('#name', 'Ada Vale');
  await page.fill('#email', 'ada@example.com');
  await page.click('button.primary');
}

describe.skipIf(!hasBrowser)(`a held booking in a browser${unlessBrowser}`, () => {
  browserTest('is confirmed without script, and each page is readable for everybody', async ({ newPage }) => {
    const event = await busyEvent();
    const { page, complaints } = await newPage({ ...from(event), javaScriptEnabled: false });
    const readable = await newPage({ ...forAxe, ...from(event) });
    await page.goto(`${app.url}${event.path}?dateTime=${hour(1)}&timeZone=Europe/Berlin`);
    await fillIn(page);
    await page.waitForSelector('text=Confirm your booking');
    expect(await page.textContent('#page')).toContain(
      'We sent an email to ada@example.com. Open the link in it by 13:15',
    );
    await readable.page.goto(`${app.url}${event.path}?dateTime=${hour(2)}&timeZone=Europe/Berlin`);
    await fillIn(readable.page);
    await readable.page.waitForSelector('text=Confirm your booking');
    expect(await findingsInAllLooks(readable.page, 'held-sent')).toEqual([]);
    await page.click('text=Edit your details');
    expect(await page.inputValue('#email')).toBe('ada@example.com');
    const [mail] = await takeMails();
    await page.goto(app.url + mail?.link);
    await page.waitForSelector('text=Confirm it by 13:15');
    await readable.page.goto(app.url + mail?.link);
    expect(await findingsInAllLooks(readable.page, 'held-confirm')).toEqual([]);
    await page.click('button.primary');
    await page.waitForSelector('text=Your call is booked');
    expect(await event.calls()).toHaveLength(11);
    expect(complaints).toEqual([]);
  });

  browserTest('that is confirmed too late for its time is booked at the next one', async ({ newPage }) => {
    const event = await busyEvent();
    const { page } = await newPage(from(event));
    await page.goto(`${app.url}${event.path}?dateTime=${hour(1)}&timeZone=UTC`);
    await fillIn(page);
    await page.waitForSelector('text=Confirm your booking');
    await event.book(hour(1), { name: 'First', email: 'first@example.com' }, '192.0.2.1');
    const [mail] = await takeMails();
    await page.goto(app.url + mail?.link);
    await page.click('button.primary');
    await page.waitForSelector('text=Someone just took this time');
    await screenshot(page, 'held-taken');
    await page.check('input[type="radio"] >> nth=0');
    await page.click('button.primary');
    await page.waitForSelector('text=Your call is booked');
    expect((await event.calls()).at(-1)).toMatchObject({ inviteeEmail: 'ada@example.com', dateTime: hour(2) });
  });

  browserTest('tells a site that embeds the page nothing before it is confirmed', async ({ newPage }) => {
    const event = await busyEvent();
    await app.sql('UPDATE "Workspace" SET "embedOrigins" = $1 WHERE "id" = $2', [
      [siteOrigin],
      event.owner.workspaceId,
    ]);
    content = `<div data-slotline="inline" data-link="${event.linkPrefix}" data-time-zone="UTC"></div>
<script src="${app.url}/embed.js"></script><script>window.told = []; for (const name of ['booked', 'height'])
addEventListener('slotline:' + name, ({ detail }) => told.push(detail.type));</script>`;
    const { page } = await newPage(from(event));
    await page.goto(siteOrigin);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    if (!frame) throw new Error('There is no frame');
    await frame.waitForSelector('.grid button');
    await frame.click('.grid button');
    await fillIn(frame);
    await frame.waitForSelector('text=Confirm your booking');
    await expect.poll(() => page.evaluate('told')).toContain('slotline:height');
    expect(await page.evaluate('told')).not.toContain('slotline:booked');
    await screenshot(page, 'held-embedded');
    const [mail] = await takeMails();
    // Nobody frames the page of the mail.
    const { headers } = await fetch(app.url + mail?.link, { headers: { connection: 'close' } });
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
