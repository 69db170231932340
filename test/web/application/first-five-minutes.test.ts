import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { browserTest, hasBrowser, screenshot, unlessBrowser } from '../../support/browser.ts';
import { sendingWorker } from '../../support/call-mails.ts';
import { type MailServer, mailServer } from '../../support/mail-server.ts';
import { until } from '../../support/waiting.ts';
import { addressOf, appForTests, notice, webApp } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`The first five minutes${unlessBrowser}`, () => {
  let mail: MailServer;
  beforeAll(async () => {
    mail = await mailServer();
  });
  afterAll(() => mail?.close());
  const app = appForTests(() => webApp({ mailer: mail.mailer }));

  /** The latest mail to an address. */
  async function mailTo(address: string) {
    return until(() => mail.received.findLast(({ to }) => to.includes(address)));
  }

  /** Opens the link of a mail on the page, whatever origin the mail has it at. */
  async function follow(page: Page, text: string, path: RegExp) {
    const link = text.split(/\s/).find((word) => URL.canParse(word) && path.test(new URL(word).pathname));
    if (link === undefined) throw new Error(`No link to ${path} is in the mail:\n${text}`);
    const { pathname, search } = new URL(link);
    await page.goto(addressOf(app) + pathname + search);
  }

  browserTest('lead from a sign-up to a booked call with an outcome', async ({ newPage, expect }) => {
    const { sendDue, errors } = sendingWorker(app, mail.mailer);
    const berlin = { timezoneId: 'Europe/Berlin' };
    const { page, complaints } = await newPage(berlin);
    await page.goto(addressOf(app));
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Email').fill('ada@new.example');
    await page.getByRole('button', { name: 'Send sign-up link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await follow(page, (await mailTo('ada@new.example')).text, /^\/sign-up\/confirm$/);
    expect(await page.getByLabel('Workspace time zone').inputValue()).toBe('Europe/Berlin');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Novak');
    await page.getByLabel('Workspace name').fill('Novak Coaching');
    await page.getByLabel('Password').fill('correct horse 42');
    await page.getByRole('button', { name: 'Create workspace' }).click();

    await page.getByText('No calls in the next seven days').waitFor();
    await screenshot(page, 'first-today');
    await page.getByRole('link', { name: 'Share an event' }).click();
    await page.getByRole('button', { name: 'New event' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New event' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Intro call');
    await dialog.getByRole('button', { name: 'Create event' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const open = page.getByRole('link', { name: 'Open the booking page' });
    const bookingPage = (await open.getAttribute('href')) ?? '';
    await screenshot(page, 'first-event');

    const { page: visitor } = await newPage(berlin);
    await visitor.goto(new URL(bookingPage, addressOf(app)).href);
    await visitor
      .getByRole('button', { name: /^\d+:\d\d [AP]M$/ })
      .first()
      .click();
    await visitor.getByLabel('Name').fill('Ben Ortiz');
    await visitor.getByLabel('Email').fill('ben@invitee.example');
    await visitor.getByLabel('Phone').fill('+49 30 901820');
    await screenshot(visitor, 'first-booking');
    await visitor.getByRole('button', { name: 'Book', exact: true }).click();
    await visitor.getByRole('heading', { name: 'Your call is booked' }).waitFor();

    await sendDue();
    const invitation = await mailTo('ben@invitee.example');
    expect(invitation.text).toContain('Where: Phone call: +4930901820');
    await follow(visitor, invitation.text, /^\/b\//);
    await visitor.getByRole('heading', { name: 'Your call is booked' }).waitFor();

    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.getByRole('link', { name: 'Ben Ortiz' }).first().waitFor();
    await screenshot(page, 'first-call');
    const { text } = await mailTo('ada@new.example');
    expect(text).toContain('You have a new call');
    await follow(page, text, /^\/calls\//);
    await page.getByRole('button', { name: 'Set outcome…' }).click();
    const outcome = page.getByRole('dialog');
    await outcome.getByRole('radio', { name: 'Won' }).check();
    await outcome.getByRole('button', { name: 'Set the outcome' }).click();
    await outcome.waitFor({ state: 'detached' });
    await notice(page, 'Ben Ortiz: won').waitFor();
    await screenshot(page, 'first-outcome');
    expect(await app.sql('SELECT "inviteeName", "outcome" FROM "EventCall"')).toEqual([
      { inviteeName: 'Ben Ortiz', outcome: 'WON' },
    ]);
    expect({ complaints, errors }).toEqual({ complaints: [], errors: [] });
  });
});
