import { gzipSync } from 'node:zlib';
import { sync } from 'node-ical';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { languages } from '#src/domain/languages/language.ts';
import { texts } from '#src/site/booking/texts/by-language.ts';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent, openAlways } from '../../support/bookable-events.ts';
import { manyAddresses, nextAddress } from '../../support/booking-pages.ts';
import {
  browserTest,
  forAxe,
  hasBrowser,
  type NewPage,
  screenshot,
  settled,
  unlessBrowser,
} from '../../support/browser.ts';
import { customField } from '../../support/custom-fields.ts';
import { usernameOf } from '../../support/events.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp({ ownAddress: true, appUrl: 'own', baseUrl: 'own', ...manyAddresses });

/** An event with questions of several kinds, and the address of its page. */
async function eventPage(draft: object = {}) {
  const owner = await app.workspace({ timeZone: 'Europe/Berlin' });
  const { workspaceId } = owner;
  const linkPrefix = `${await usernameOf(app, owner)}/call-${nextSerial()}`;
  const eventId = await bookableEvent(app, owner, { linkPrefix, duration: 30, slotInterval: 30, ...draft });
  await app.sql('UPDATE "Event" SET "name" = $1, "description" = $2 WHERE "id" = $3', [
    ...['Strategy call', 'Half an hour about what you sell, to whom, and what stands in the way.', eventId],
  ]);
  const ask = (row: object) => app.insert('InviteeQuestion', { workspaceId, eventId, required: true, ...row });
  await ask({ type: 'NAME', statement: 'What is your name?', displayIndex: 0 });
  await ask({ type: 'EMAIL', statement: 'What is your email address?', displayIndex: 1 });
  await ask({ type: 'PHONE_NO', statement: 'Your number?', required: false, displayIndex: 2 });
  const revenue = await customField(app, workspaceId, {
    ...{ identifier: 'revenue', name: 'Monthly revenue', type: 'CONTACT', inputType: 'RADIO_BUTTON' },
  });
  for (const [displayIndex, name] of ['Below 10k', '10k to 50k', 'More'].entries()) {
    await app.insert('CustomFieldOption', { workspaceId, customFieldId: revenue, name, displayIndex });
  }
  await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId: revenue, required: true });
  return { owner, eventId, linkPrefix, url: `${app.url}/e/${linkPrefix}` };
}

const visitor = (options: Parameters<NewPage>[0] = {}) => ({ extraHTTPHeaders: nextAddress(), ...options });

async function fillIn(page: Page, name = 'Ira Vale'): Promise<void> {
  await page.fill('#name', name);
  await page.fill('#email', 'ira@example.com');
  await page.check('input[value="10k to 50k"]');
}

const violations = (complaints: readonly string[]) =>
  complaints.filter((text) => /violat|refused to|error/i.test(text) && !/favicon|400|404/.test(text));

describe.skipIf(!hasBrowser)(`the pages of invitees in a browser${unlessBrowser}`, () => {
  browserTest('book, move and cancel without script, in at most 40 kB', async ({ newPage }) => {
    const { url } = await eventPage();
    const { page, complaints, origins } = await newPage(visitor({ javaScriptEnabled: false, locale: 'en-GB' }));
    let bytes = 0;
    page.on('response', async (response) => {
      bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
    });
    await page.goto(`${url}?timeZone=Europe/Berlin`);
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(40_000);
    await page.click('button[name="date"][value="2026-03-10"]');
    await page.click('.grid button:text-is("09:30")');
    await page.fill('#name', 'Ira <b>Vale</b>');
    await page.click('button.primary');
    expect(await page.textContent('#email-error')).toBe(texts.en.errors.required);
    expect(await page.inputValue('#name')).toBe('Ira <b>Vale</b>');
    await fillIn(page, 'Ira <b>Vale</b>');
    await page.click('button.primary');
    await page.waitForSelector('text=Your call is booked');
    expect(await page.textContent('dl')).toContain('Tuesday, 10 March 2026, 09:30 – 10:00');
    expect(await page.textContent('dl')).toContain('Ira <b>Vale</b>');
    await page.click('button[name="move"]');
    await page.click('button[name="date"][value="2026-03-11"]');
    await page.click('.grid button:text-is("14:00")');
    await page.fill('#rescheduleReason', 'A train');
    await page.click('button.primary');
    await page.waitForSelector('text=Wednesday, 11 March 2026, 14:00 – 14:30');
    await page.click('button[name="cancel"]');
    await page.click('button.primary');
    await page.waitForSelector('text=Your call is cancelled');
    expect([...origins]).toEqual([app.url]);
    expect(violations(complaints)).toEqual([]);
  });

  browserTest('find the zone of the browser, and exchange days and times in place', async ({ newPage }) => {
    const { url } = await eventPage();
    const { page, complaints, origins } = await newPage(visitor({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' }));
    await page.goto(url);
    await expect.poll(() => page.inputValue('#timeZone')).toBe('Asia/Tokyo');
    await page.evaluate('window.isSame = true');
    await page.click('button[name="date"][value="2026-03-10"]');
    await page.waitForSelector('.day[value="2026-03-10"][aria-pressed="true"]');
    await page.waitForSelector('#day:focus');
    await page.click('.grid button:text-is("09:30")');
    await page.waitForSelector('.details h2:focus');
    await page.fill('#name', 'Kept');
    await page.click('button[name="show"]');
    await page.click('.grid button:text-is("10:30")');
    expect(await page.inputValue('#name')).toBe('Kept');
    await page.goBack();
    await page.waitForSelector('.grid button');
    expect(await page.evaluate('window.isSame')).toBe(true);
    await page.selectOption('#timeZone', 'America/Sao_Paulo');
    await expect.poll(() => new URL(page.url()).searchParams.get('timeZone')).toBe('America/Sao_Paulo');
    await page.waitForSelector('#timeZone:focus');
    // Whoever looks at the zones has chosen none.
    await page.focus('.day.open');
    await page.focus('#timeZone');
    expect(await page.inputValue('#timeZone')).toBe('America/Sao_Paulo');
    // All zones are there for whoever looks for one.
    expect(await page.evaluate('document.getElementById("timeZone").options.length')).toBeGreaterThan(300);
    expect([...origins]).toEqual([app.url]);
    expect(violations(complaints)).toEqual([]);
    const script = await fetch(app.url + (await page.getAttribute('script[src]', 'src')), {
      headers: { connection: 'close' },
    });
    expect(gzipSync(await script.text()).length).toBeLessThan(20_000);
  });

  browserTest('name zones as they are called today, and find them by both names', async ({ newPage }) => {
    const { url } = await eventPage();
    // Chromium reports the zone of India by its former name.
    const { page } = await newPage(visitor({ timezoneId: 'Asia/Calcutta', locale: 'en-GB' }));
    await page.goto(url);
    await expect.poll(() => page.inputValue('#timeZone')).toBe('Asia/Kolkata');
    const shown = () => page.textContent('#timeZone option:checked');
    expect(await shown()).toBe('Kolkata · Asia/Kolkata');
    await page.focus('#timeZone');
    expect(await shown()).toBe('Kolkata · Asia/Kolkata');
    const values = await page.$$eval('#timeZone option', (all) => all.map((each) => each.getAttribute('value')));
    expect(values).not.toContain('Europe/Kiev');
    for (const typed of ['Kyiv', 'Kiev']) {
      await page.selectOption('#timeZone', 'Europe/Berlin');
      await expect.poll(() => new URL(page.url()).searchParams.get('timeZone')).toBe('Europe/Berlin');
      await page.waitForSelector('#timeZone:focus');
      await page.keyboard.type(typed);
      await expect.poll(() => new URL(page.url()).searchParams.get('timeZone')).toBe('Europe/Kyiv');
      await expect.poll(shown).toBe('Kyiv · Europe/Kyiv');
    }
    await page.goto(`${url}?timeZone=Asia/Calcutta&dateTime=2026-03-10T09:00Z`);
    expect(await page.textContent('.chosen')).toContain('Asia/Kolkata');
    expect(await page.inputValue('.details input[name="timeZone"]')).toBe('Asia/Kolkata');
    await page.goto(`${app.url}/sign-up`);
    expect([await page.inputValue('#timeZone'), await shown()]).toEqual(['Asia/Kolkata', 'Kolkata · Asia/Kolkata']);
  });

  browserTest(
    'take the zone of the browser also where the form comes first, and keep the date of the link',
    async ({ newPage }) => {
      const { url, eventId } = await eventPage();
      const { page } = await newPage(visitor({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' }));
      await page.goto(`${url}?date=2026-03-20`);
      await expect.poll(() => page.inputValue('#timeZone')).toBe('Asia/Tokyo');
      expect(await page.getAttribute('.day[aria-pressed="true"]', 'value')).toBe('2026-03-20');
      await page.focus('button.turn[name="month"]');
      await page.keyboard.press('Enter');
      await page.waitForSelector('h2:text-is("April 2026")');
      expect(await page.evaluate('document.activeElement.name')).toBe('month');
      await app.sql(`UPDATE "Event" SET "bookingFlow" = 'FORM_FIRST' WHERE "id" = $1`, [eventId]);
      await page.goto(url);
      await expect.poll(() => page.inputValue('.details input[name="timeZone"]')).toBe('Asia/Tokyo');
      await fillIn(page);
      await page.click('button.primary');
      await page.waitForSelector('.grid button');
      expect(await page.inputValue('#timeZone')).toBe('Asia/Tokyo');
    },
  );

  browserTest('keep what is typed while the zone of the browser is on its way', async ({ newPage }) => {
    const { url } = await eventPage();
    const { page } = await newPage(visitor({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' }));
    let goOn: () => void = () => undefined;
    const typed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(/timeZone=/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(`${url}?dateTime=2026-03-10T09:00Z`);
    await page.fill('#name', 'Ira Vale');
    const answered = page.waitForResponse(/timeZone=/);
    goOn();
    await (await answered).finished();
    await settled(page);
    expect(await page.inputValue('#name')).toBe('Ira Vale');
  });

  browserTest('book by keyboard alone', async ({ newPage }) => {
    const { url } = await eventPage();
    const { page } = await newPage(visitor({ locale: 'en-GB' }));
    await page.goto(`${url}?timeZone=Europe/Berlin&month=2026-03`);
    await page.focus('#timeZone');
    expect(await page.inputValue('#timeZone')).toBe('Europe/Berlin');
    await page.focus('.day.open');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#day:focus');
    expect(await page.textContent('#day')).toBe('Thursday 12 March');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.details h2:focus');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ira Vale');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ira@example.com');
    // The country, the number, and the first choice.
    for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=Your call is booked');
    expect(await page.textContent('dl')).toContain('Thursday, 12 March 2026, 00:00 – 00:30');
  });

  browserTest('tell the second of two visitors, who goes on with what was typed', async ({ newPage }) => {
    const { url } = await eventPage();
    const open = async () => {
      const { page } = await newPage(visitor({ locale: 'en-GB' }));
      await page.goto(`${url}?timeZone=Europe/Berlin&dateTime=2026-03-10T09:00Z`);
      return page;
    };
    const [first, second] = [await open(), await open()];
    await fillIn(first, 'First');
    await first.click('button.primary');
    await first.waitForSelector('text=Your call is booked');
    await fillIn(second, 'Second');
    await second.click('button.primary');
    await second.waitForSelector('text=Someone just took this time.');
    await screenshot(second, 'booking-taken');
    expect(await second.inputValue('#name')).toBe('Second');
    await second.check('.next label:nth-child(1) input');
    await second.click('button.primary');
    await second.waitForSelector('text=Your call is booked');
    expect(await second.textContent('dl')).toContain('Tuesday, 10 March 2026, 10:30 – 11:00');
  });

  browserTest('agree with the API and the calendar file across a change of the clock', async ({ newPage }) => {
    // New York changes its clock on 8 March, Berlin on the 29th.
    const { url, owner, linkPrefix, eventId } = await eventPage();
    await app.sql('DELETE FROM "EventHost" WHERE "eventId" = $1', [eventId]);
    await openAlways(app, owner, { eventId, timeZone: 'Europe/Berlin', hours: { monday: [[540, 600]] } });
    await app.sql('UPDATE "User" SET "timeZone" = $1 WHERE "id" = $2', ['Europe/Berlin', owner.userId]);
    for (const [date, hour, ofHost] of [
      ['2026-03-09', '04:00', '09:00'],
      ['2026-03-30', '03:00', '09:00'],
    ] as const) {
      const { page } = await newPage(visitor({ timezoneId: 'America/New_York', locale: 'en-GB' }));
      await page.goto(url);
      await expect.poll(() => page.inputValue('#timeZone')).toBe('America/New_York');
      await page.click(`button[name="date"][value="${date}"]`);
      await page.click(`.grid button:text-is("${hour}")`);
      await page.waitForSelector('.details');
      await fillIn(page);
      await page.click('button.primary');
      await page.waitForSelector('text=Your call is booked');
      const facts = await page.textContent('dl');
      expect(facts).toContain(`${hour} –`);
      expect(facts).toContain(`${ofHost} in your host’s time zone (Europe/Berlin)`);
      const file = await fetch(`${page.url().replace(/\?.*/, '')}.ics`, { headers: { connection: 'close' } });
      const entry = Object.values(sync.parseICS(await file.text())).find((each) => each?.type === 'VEVENT');
      const { body } = await app.get('/v1/eventCalls?limit=1&orderColumn=id&orderBy=desc', await app.apiKey(owner));
      const [call] = body.data.eventCalls;
      expect(call.linkPrefix).toBe(linkPrefix);
      expect((entry as { start: Date }).start.toISOString()).toBe(call.dateTime);
      const shown = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/New_York' });
      expect(shown.format(new Date(call.dateTime))).toBe(hour);
    }
  });

  browserTest.for(languages)(
    'axe finds nothing serious in %s, wide and narrow, light and dark',
    async (lang, { newPage }) => {
      const { url, owner } = await eventPage();
      const { page } = await newPage(visitor({ ...forAxe, locale: 'en-GB' }));
      const findings = async (name: string) => findingsInAllLooks(page, `booking-${lang}-${name}`);
      const found = [];
      await page.goto(`${url}?lang=${lang}&timeZone=Europe/Berlin&date=2026-03-10`);
      found.push(await findings('times'));
      await page.goto(`${url}?lang=${lang}&timeZone=Europe/Berlin&dateTime=2026-03-10T09:00Z`);
      found.push(await findings('details'));
      await page.click('button.primary');
      await page.waitForSelector('.note.error');
      found.push(await findings('errors'));
      await fillIn(page);
      await page.click('button.primary');
      await page.waitForSelector('.own');
      found.push(await findings('booked'));
      const own = page.url().replace(/\?.*/, '');
      for (const part of ['move=1', 'move=1&dateTime=2026-03-11T09:00Z', 'cancel=1']) {
        await page.goto(`${own}?${part}&lang=${lang}`);
        found.push(await findings(part.replace(/\W.*/, '')));
      }
      await page.goto(`${own}x?lang=${lang}`);
      found.push(await findings('ended'));
      await page.goto(`${app.url}/e/${await usernameOf(app, owner)}?lang=${lang}`);
      found.push(await findings('member'));
      expect(found.flat()).toEqual([]);
    },
  );
});
