import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { notification } from '../../support/notifications.ts';
import { fromNow, present } from '../../support/present.ts';
import { addressOf, appForTests, loseAnswers, notice, openAs } from '../../support/web-app.ts';

const hourMs = 3_600_000;
const grace = { firstName: 'Grace', lastName: 'Hall' };

describe.skipIf(!hasBrowser)(`Calls${unlessBrowser}`, () => {
  const app = appForTests();
  const at = (hours: number) => fromNow(hours * hourMs);
  const rows = (page: Page) => page.getByRole('table', { name: 'Calls' }).locator('tbody').getByRole('row');
  const record = (page: Page) => page.getByRole('complementary', { name: 'The call' });
  const storedCall = async (id: number) => {
    const [call] = await app.sql<Record<string, unknown>>('SELECT * FROM "EventCall" WHERE "id" = $1', [id]);
    return call;
  };

  /** An event that is open at all hours, with a call of it in three days. */
  async function openEvent(owner: Member) {
    const eventId = await app.event(owner, { name: 'Demo call' });
    await openAlways(app, owner, { eventId });
    return { eventId, callId: await app.call(owner, { eventId, inviteeName: 'Ira Cole', dateTime: inDays(3) }) };
  }

  /** At nine o'clock UTC. */
  function inDays(days: number): string {
    return `${at(days * 24).slice(0, 10)}T09:00:00.000Z`;
  }

  browserTest('the search follows the address where a link or "Clear" changes it', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { dateTime: inDays(1) });
    const { page } = await openAs(newPage, app, owner, '/calls');
    const field = page.getByRole('searchbox', { name: 'Search calls' });
    for (const leave of [
      () => page.getByRole('link', { name: 'Calls', exact: true }).first().click(),
      () => page.getByRole('button', { name: 'Clear', exact: true }).click(),
    ]) {
      await field.fill('tia');
      await page.waitForURL(/search=tia/);
      await page.getByText('No upcoming call fits these filters').waitFor();
      await leave();
      await expect.poll(() => field.inputValue()).toBe('');
      await page.locator('.records .row-link').waitFor();
    }
    await field.fill('tia ');
    await page.waitForURL(/search=tia$/);
    expect(await field.inputValue()).toBe('tia ');
  });

  browserTest('filters stand in the address, and the list grows downwards', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
    for (let count = 1; count <= 31; count++)
      await app.call(owner, { inviteeName: `Sam ${count}`, dateTime: at(count) });
    await app.call(closer, { inviteeName: 'Tia Last', dateTime: at(40) });
    await app.call(closer, { inviteeName: 'Pat Past', dateTime: at(-5), callType: 'DISCOVERY_EVENT' });
    await app.call(closer, { inviteeName: 'Cal Off', dateTime: at(50), status: 'CANCELLED' });
    const { page, complaints, origins } = await openAs(newPage, app, owner, '/calls');
    await page.getByText('33 calls').waitFor();
    expect(await rows(page).first().textContent()).toContain('Sam 1');
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows(page).filter({ hasText: 'Tia Last' }).waitFor();
    expect(await rows(page).count()).toBe(33);

    await page.getByRole('searchbox', { name: 'Search calls' }).fill('tia');
    await page.waitForURL(/search=tia/);
    await page.getByText('1 call', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('33 calls').waitFor();

    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Host' }).click();
    await page.getByRole('option', { name: 'Grace Hall' }).click();
    await page.waitForURL(new RegExp(`hosts=.*${closer.userId}`));
    await page.getByText('2 calls', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Cancelled' }).click();
    await page.getByText('1 call', { exact: true }).waitFor();
    await page.reload();
    await rows(page).filter({ hasText: 'Cal Off' }).filter({ hasText: 'Cancelled' }).waitFor();
    await page.goto(`${addressOf(app)}/calls?when=past&types=DISCOVERY_EVENT`);
    await rows(page).filter({ hasText: 'Pat Past' }).filter({ hasText: 'No outcome yet' }).waitFor();
    expect(await rows(page).count()).toBe(1);
    await page.goto(`${addressOf(app)}/calls?search=nobody`);
    await page.getByText('No upcoming call fits these filters').waitFor();
    // What no list has is left out.
    await page.goto(`${addressOf(app)}/calls?when=never&hosts=x&outcomes=NOPE`);
    await page.getByText('33 calls').waitFor();
    expect([...origins]).toEqual([addressOf(app)]);
    expect(complaints).toEqual([]);
  });

  browserTest.for(['CLOSER', 'SETTER'] as const)(
    'a %s finds the own calls alone',
    async (role, { newPage, expect }) => {
      const owner = await app.workspace();
      const member = await app.member(owner.workspaceId, role, grace);
      const foreign = await app.call(owner, { inviteeName: 'Olga Owner', dateTime: at(5) });
      const own = role === 'SETTER' ? { setterId: member.userId } : {};
      await app.call(role === 'SETTER' ? owner : member, { inviteeName: 'Mia Mine', dateTime: at(8), ...own });
      const { page } = await openAs(newPage, app, member, '/calls');
      await rows(page).filter({ hasText: 'Mia Mine' }).waitFor();
      expect(await rows(page).count()).toBe(1);
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('combobox', { name: 'Outcome' }).waitFor();
      expect(await page.getByRole('combobox', { name: 'Host' }).count()).toBe(0);
      await page.goto(`${addressOf(app)}/calls/${(await storedCall(foreign))?.previewId}`);
      await record(page).getByText('This no longer exists').waitFor();
    },
  );

  browserTest('by keyboard alone: from row to row, into a call, and an outcome', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: 'Ann First', dateTime: at(-9) });
    const second = await app.call(owner, { inviteeName: 'Bea Second', dateTime: at(-12) });
    await app.call(owner, { inviteeName: 'Cal Third', dateTime: at(-15) });
    const { page } = await openAs(newPage, app, owner, '/calls?when=past');
    await rows(page).first().waitFor();
    await page.getByText('Times in UTC').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Outcome of the call with Bea Second' });
    await dialog.getByRole('radio', { name: 'Won' }).check();
    await page.keyboard.press('Enter');
    await notice(page, 'Bea Second: won').waitFor();
    await rows(page).filter({ hasText: 'Bea Second' }).filter({ hasText: 'Won' }).waitFor();
    expect((await storedCall(second))?.outcome).toBe('WON');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await record(page).getByRole('heading', { name: 'Bea Second' }).waitFor();
    expect(await page.title()).toBe('Bea Second – Calls – Slotline');
    // A key that closes a dialog does nothing behind it.
    await record(page).getByRole('button', { name: 'Cancel the call…' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel the call with Bea Second?' });
    await question.getByRole('button', { name: 'Keep the call' }).focus();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await record(page).getByRole('heading', { name: 'Bea Second' }).waitFor();
    await page.keyboard.press('Escape');
    await record(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?when=past');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Bea Second');
  });

  browserTest('a record lies over the list where three columns have no room beside it', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: 'Nora Next', dateTime: at(24) });
    for (const width of [1000, 1280, 1420, 1500]) {
      const { page } = await openAs(newPage, app, owner, '/calls', { viewport: { width, height: 900 } });
      const columns = page.locator('.records thead th:visible');
      await page.getByRole('link', { name: 'Nora Next' }).click();
      await record(page).getByRole('heading', { name: 'Nora Next' }).waitFor();
      const beside = await columns.count();
      await page.keyboard.press('Escape');
      await record(page).waitFor({ state: 'detached' });
      if (width < 1440) expect(beside, `${width}`).toBe(await columns.count());
      else expect(beside, `${width}`).toBeGreaterThanOrEqual(3);
    }
  });

  browserTest(
    'a call is moved to an open time, and a time that was taken meanwhile is said',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { eventId, callId } = await openEvent(owner);
      const { page } = await openAs(newPage, app, owner, `/calls/${(await storedCall(callId))?.previewId}`);
      await record(page).getByRole('button', { name: 'Move…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Move the call with Ira Cole' });
      const times = dialog.locator('section').nth(4).getByRole('button');
      await times.nth(5).click();
      const chosen = await times.nth(5).textContent();
      await dialog.getByLabel('Reason').fill('Ira is on a train');
      // Somebody else is quicker.
      const [slot] = (await slotsOf(page)).filter(({ text }) => text === chosen);
      const taken = await app.call(owner, {
        eventId,
        inviteeName: 'Quick Quinn',
        dateTime: String(slot?.dateTime),
      });
      await dialog.getByRole('button', { name: 'Move the call' }).click();
      await dialog.getByRole('alert').first().waitFor();
      expect(await dialog.getByLabel('Reason').inputValue()).toBe('Ira is on a train');
      const cancel = `mutation { cancelEventCall(input: { id: ${taken}, cancelReason: "Too quick" }) { id } }`;
      expect((await app.graphql(cancel, await app.apiKey(owner))).body.errors).toBeUndefined();
      const restore = await loseAnswers(page);
      await dialog.getByRole('button', { name: 'Move the call' }).click();
      await dialog.getByText('The server could not be reached').waitFor();
      await restore();
      await dialog.getByRole('button', { name: 'Move the call' }).click();
      await notice(page, 'Moved to').waitFor();
      await record(page).getByText('Ira is on a train').waitFor();
      const call = await storedCall(callId);
      expect([call?.status, call?.rescheduleReason, call?.sequence]).toEqual(['RESCHEDULED', 'Ira is on a train', 1]);
      expect(new Date(String(call?.dateTime)).toISOString()).toBe(slot?.dateTime);
    },
  );

  /** The open times that the dialog shows, as the server names them, by their texts in UTC. */
  async function slotsOf(page: Page): Promise<{ dateTime: string; text: string }[]> {
    const pressed = page.locator('.times [aria-pressed="true"]');
    const day = await pressed.evaluate((element) => element.closest('section')?.getAttribute('aria-label'));
    const text = (await pressed.textContent()) ?? '';
    const year = present().getUTCFullYear();
    const stated = new Date(`${day}${/\d{4}$/.test(String(day)) ? '' : `, ${year}`} ${text} UTC`);
    return [{ dateTime: stated.toISOString(), text }];
  }

  browserTest('who sets the outcome of a call to come is asked first', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await app.call(owner, { inviteeName: 'Nora Next', dateTime: at(24) });
    await app.call(owner, { inviteeName: 'Pat Past', dateTime: at(-24) });
    const { page } = await openAs(newPage, app, owner, '/calls');
    const notBegun = page.getByText(/^This call has not begun yet: it starts on \w+, \w+ \d+(, \d+)? at \d+:\d+/);
    const dialog = page.getByRole('dialog', { name: 'Outcome of the call with Nora Next' });
    await page.getByRole('link', { name: 'Nora Next' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('won nora');
    await page.getByText('Nora Next: set to Won').click();
    await notBegun.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await storedCall(id)).toMatchObject({ outcome: null });
    await page.getByRole('button', { name: 'Set outcome…' }).click();
    await notBegun.waitFor();
    await dialog.getByLabel('Won').check();
    await dialog.getByRole('button', { name: 'Set the outcome' }).click();
    await notice(page, 'Nora Next: won').waitFor();
    expect(await storedCall(id)).toMatchObject({ outcome: 'WON' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('won pat');
    await page.getByText('Pat Past: set to Won').click();
    await page.getByRole('dialog', { name: 'Outcome of the call with Pat Past' }).waitFor();
    expect(await notBegun.count()).toBe(0);
  });

  browserTest('the history says who did what and when, and what is done now', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { eventId } = await openEvent(owner);
    const key = await app.apiKey(owner);
    const run = async (mutation: string, as: string) => {
      const { body } = await app.graphql(`mutation { ${mutation} }`, as);
      expect(body.errors).toBeUndefined();
      return body.data;
    };
    const [first, second] = [inDays(10), inDays(11)];
    const input = `eventId: ${eventId}, dateTime: "${first}", timeZone: "UTC", email: "ira@example.com"`;
    const { createEventCall: call } = await run(`createEventCall(input: { ${input} }) { id previewId }`, key);
    const session = await app.session(owner, { expiresAt: at(24) });
    await run(
      `rescheduleEventCall(input: { id: ${call.id}, dateTime: "${second}", rescheduleReason: "A train" }) { id }`,
      session,
    );
    const { page, complaints } = await openAs(newPage, app, owner, `/calls/${call.previewId}`);
    const history = record(page).getByRole('region', { name: 'History' });
    const entries = async () => (await history.getByRole('listitem').allTextContents()).map((text) => text.trim());
    await history.getByText('Booked by').waitFor();
    const [moved, booked, ...others] = await entries();
    const day = (at: string) =>
      new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
        new Date(at),
      );
    expect(moved).toMatch(/^Moved from .+ to .+ by Ada Price/);
    expect(moved).toContain(`from ${day(first)}`);
    expect(moved).toContain(`to ${day(second)}`);
    expect(moved).toContain('A train');
    expect(booked).toMatch(/^Booked by Ada Price with the API key /);
    expect(others).toEqual([]);

    await record(page).getByRole('button', { name: 'Set outcome…' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: 'Won' }).check();
    await page.keyboard.press('Enter');
    await history.getByText('Outcome set to “won” by Ada Price').waitFor();
    expect((await entries()).length).toBe(3);
    expect(complaints).toEqual([]);
  });

  browserTest('a call from before there was a history says what it knows', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await app.call(owner, { dateTime: at(5), status: 'CANCELLED' });
    const { page } = await openAs(newPage, app, owner, `/calls/${(await storedCall(id))?.previewId}`);
    const entries = record(page).getByRole('region', { name: 'History' }).getByRole('listitem');
    await entries.first().waitFor();
    const texts = await entries.allTextContents();
    expect(texts.map((text) => text.replace(/(just now|\d+ .+ ago)$/, ''))).toEqual(['Cancelled', 'Booked']);
  });

  browserTest('a mail that is held back says until when, and why', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await app.call(owner, { dateTime: inDays(3) });
    const call = (await storedCall(id)) ?? {};
    const held = { status: 'WAITING', attempts: 0, lastError: null, isHeldBack: true, dueAt: at(5) };
    await notification(app, call, { ...held, kind: 'CHANGE' });
    await notification(app, call, { ...held, kind: 'INVITATION', status: 'SENT', isHeldBack: false, sentAt: at(-1) });
    const { page } = await openAs(newPage, app, owner, `/calls/${call.previewId}`);
    const history = record(page).getByRole('region', { name: 'History' });
    const mail = history.getByRole('listitem').filter({ hasText: 'Email about the new time to the invitee' });
    await mail.getByText('On hold').waitFor();
    expect(await mail.textContent()).toMatch(/in \d+ (hours|minutes).*Many emails were sent to this address\./);
    expect(await history.getByText('On hold').count()).toBe(1);
  });

  browserTest('a call is cancelled with a reason', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { callId } = await openEvent(owner);
    const path = `/calls/${(await storedCall(callId))?.previewId}?statuses=scheduled_events`;
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByText('1 call', { exact: true }).waitFor();
    await record(page).getByRole('button', { name: 'Cancel the call…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel the call with Ira Cole?' });
    await dialog.getByLabel('Reason').fill('Ill');
    await dialog.getByRole('button', { name: 'Cancel the call' }).click();
    await notice(page, 'is cancelled').waitFor();
    await record(page).getByText('Cancelled').first().waitFor();
    await page.getByText('No upcoming call fits these filters').waitFor();
    expect(await record(page).getByRole('button', { name: 'Move…' }).count()).toBe(0);
    expect(await storedCall(callId)).toMatchObject({ status: 'CANCELLED', cancelReason: 'Ill' });
  });

  browserTest(
    'a change in one tab is seen in the other, and the outcome of the later one stays',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const id = await app.call(owner, { inviteeName: 'Ann Both', dateTime: at(-9) });
      const path = `/calls/${(await storedCall(id))?.previewId}?when=past`;
      const [one, other] = [await openAs(newPage, app, owner, path), await openAs(newPage, app, owner, path)];
      const set = async (page: Page, outcome: string) => {
        await record(page)
          .getByRole('button', { name: /outcome…/ })
          .click();
        await page.getByRole('dialog').getByRole('radio', { name: outcome }).check();
        if (outcome === 'No sale') await page.getByLabel('Why was nothing sold?').selectOption('Bad fit');
        await page.getByRole('dialog').getByRole('button', { name: 'Set the outcome' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await set(one.page, 'Won');
      await record(other.page).getByText('Won', { exact: true }).first().waitFor();
      await set(other.page, 'No sale');
      await expect.poll(() => storedCall(id)).toMatchObject({ outcome: 'NO_SALE', noSaleReason: 'BAD_FIT' });
      await one.page.reload();
      await record(one.page).getByText('No sale: bad fit').waitFor();
    },
  );

  browserTest('has no serious finding of axe, in all looks', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, '/calls', forAxe);
    await page.getByText('No upcoming calls').waitFor();
    const found = await findingsInAllLooks(page, 'calls-empty');
    const { callId } = await openEvent(owner);
    await app.call(owner, { inviteeName: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(), dateTime: at(90) });
    await app.call(owner, { inviteeName: 'مريم عبد الرحمن', dateTime: at(100) });
    await page.goto(`${addressOf(app)}/calls`);
    await page.getByText('3 calls').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Host' }).waitFor();
    found.push(...(await findingsInAllLooks(page, 'calls')));
    await page.goto(`${addressOf(app)}/calls/${(await storedCall(callId))?.previewId}`);
    await record(page).getByRole('heading', { name: 'Ira Cole' }).waitFor();
    found.push(...(await findingsInAllLooks(page, 'call')));
    await record(page).getByRole('button', { name: 'Move…' }).click();
    await page.getByRole('dialog').locator('.times section').first().waitFor();
    found.push(...(await findingsInAllLooks(page, 'call-move')));
    expect(found).toEqual([]);
  });
});
