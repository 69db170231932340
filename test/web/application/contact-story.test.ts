import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { contactNote } from '../../support/contact-notes.ts';
import { customField } from '../../support/custom-fields.ts';
import { notification } from '../../support/notifications.ts';
import { fromNow } from '../../support/present.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { contactStages } from '../../support/stages.ts';
import { appForTests, loseAnswers, notice, openAs, openUnaware } from '../../support/web-app.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe.skipIf(!hasBrowser)(`The story of a contact${unlessBrowser}`, () => {
  const app = appForTests();
  const record = (page: Page) => page.getByRole('complementary', { name: 'The contact' });
  const stages = (page: Page) => record(page).getByRole('navigation', { name: 'Contact stage' });
  const stage = (page: Page, name: string) => stages(page).getByRole('button', { name, exact: true });
  const current = (page: Page) => stages(page).locator('[aria-current]');
  const story = (page: Page) => record(page).getByRole('region', { name: 'Story' });
  const entries = (page: Page) => story(page).getByRole('list').getByRole('listitem');
  const nextCall = (page: Page) => record(page).getByRole('region', { name: 'Next call' });

  /** A workspace with stages and one contact. */
  async function team() {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const { fieldId } = await contactStages(app, workspaceId, ['Lead', 'Qualified', 'Customer']);
    const previewId = `contact_story_${workspaceId}`;
    const person = { firstName: 'Nia', lastName: 'Bell', email: 'nia@example.com', phoneNumber: '+14155550101' };
    const row = { workspaceId, previewId, ...person, timeZone: 'Asia/Tokyo', userId: owner.userId };
    const { id: contactId } = await app.insert('Contact', row);
    const stageOf = async () => {
      const [answered] = await app.sql<{ answer: string[] }>(
        'SELECT "answer" FROM "CustomFieldAnswer" WHERE "contactId" = $1 AND "customFieldId" = $2',
        [contactId, fieldId],
      );
      return answered?.answer[0];
    };
    return { owner, workspaceId, fieldId, contactId, path: `/contacts/${previewId}`, stageOf };
  }

  /** What a contact has after some weeks. */
  async function busyTeam() {
    const made = await team();
    const { owner, workspaceId, contactId, fieldId } = made;
    const callId = await app.call(owner, { contactId, dateTime: fromNow(dayMs) });
    const change = { workspaceId, eventCallId: callId };
    const at = (hours: number) => fromNow(-hours * hourMs);
    await app.insert('EventCallChange', { ...change, kind: 'BOOKED', actorKind: 'INVITEE', createdAt: at(90) });
    const moved = { kind: 'MOVED', actorKind: 'MEMBER', actorId: owner.userId, reason: 'Ill', createdAt: at(80) };
    await app.insert('EventCallChange', { ...change, ...moved, dateTimeBefore: at(1), dateTime: at(2) });
    const [call] = await app.sql<Record<string, unknown>>('SELECT * FROM "EventCall" WHERE "id" = $1', [callId]);
    await notification(app, call ?? {}, { status: 'SENT', createdAt: at(89), sentAt: at(89) });
    await contactNote(app, owner, { contactId, text: 'Likes tea', createdAt: at(70) });
    const dealId = await deal(app, owner, { contactId, productName: 'Coaching', value: '900.00', time: at(60) });
    const paymentId = await transaction(app, owner, { contactId, dealId, value: '300.00', time: at(50) });
    await transaction(app, owner, { contactId, value: '-50.00', refundOf: paymentId, time: at(40) });
    await deal(app, owner, { contactId, value: '70.00', currency: 'EUR', time: at(95) });
    const answered = { workspaceId, contactId, customFieldId: fieldId, answer: ['Qualified'], updatedAt: at(30) };
    await app.insert('CustomFieldAnswer', answered);
    return { ...made, callId, previewId: String(call?.previewId) };
  }

  browserTest('a click on a stage sets it at once, and is taken back', async ({ newPage, expect }) => {
    const { owner, path, stageOf } = await team();
    const { page, complaints } = await openAs(newPage, app, owner, path);
    await stage(page, 'Lead').waitFor();
    expect(await stages(page).getByRole('button').allTextContents()).toEqual(['Lead', 'Qualified', 'Customer']);
    expect(await current(page).count()).toBe(0);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName === 'AnswerField') await answered;
      await route.continue();
    });
    await stage(page, 'Qualified').click();
    // Before the server has answered.
    await current(page).filter({ hasText: 'Qualified' }).waitFor();
    expect(await stageOf()).toBeUndefined();
    answer();
    await notice(page, 'Contact stage: Qualified').waitFor();
    expect(await stageOf()).toBe('Qualified');
    await entries(page).filter({ hasText: 'Answers changed' }).filter({ hasText: 'Qualified' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await current(page).waitFor({ state: 'detached' });
    await expect.poll(stageOf).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  browserTest('by keyboard alone, and back where it fails', async ({ newPage, expect }) => {
    const { owner, path, stageOf } = await team();
    const { page } = await openAs(newPage, app, owner, path);
    await stage(page, 'Lead').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await notice(page, 'Contact stage: Qualified').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await notice(page, 'Contact stage: Customer').waitFor();
    expect(await stageOf()).toBe('Customer');
    await page.keyboard.press('u');
    await current(page).filter({ hasText: 'Qualified' }).waitFor();
    await expect.poll(stageOf).toBe('Qualified');
    await page.route('**/graphql', (route) =>
      route.request().postDataJSON().operationName === 'AnswerField'
        ? route.abort('connectionreset')
        : route.continue(),
    );
    await stage(page, 'Lead').click();
    await stages(page).getByText('The server could not be reached').waitFor();
    await current(page).filter({ hasText: 'Qualified' }).waitFor();
    expect(await stageOf()).toBe('Qualified');
    await page.unrouteAll({ behavior: 'wait' });
    await stages(page).getByRole('button', { name: 'Clear' }).click();
    await current(page).waitFor({ state: 'detached' });
    await expect.poll(stageOf).toBeUndefined();
  });

  browserTest(
    'the head says how the contact is reached, whose it is and what it is worth',
    async ({ newPage, expect }) => {
      const { owner, workspaceId, contactId, path } = await busyTeam();
      const grace = await app.member(workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hall' });
      const { page } = await openAs(newPage, app, owner, path);
      const head = record(page).getByRole('region', { name: 'Contact', exact: true });
      await head.getByText('€70.00 · $900.00').waitFor();
      await head.getByText('$250.00').waitFor();
      expect(await head.getByRole('link', { name: 'nia@example.com' }).getAttribute('href')).toBe(
        'mailto:nia@example.com',
      );
      expect(await head.getByRole('link', { name: '+14155550101' }).getAttribute('href')).toBe('tel:+14155550101');
      await head.getByRole('button', { name: 'Copy the email' }).waitFor();
      expect(await head.getByText('Tokyo').textContent()).toContain('Tokyo');
      await head.getByRole('button', { name: 'Owner: Ada Price' }).click();
      await page.getByRole('menuitem', { name: 'Grace Hall' }).click();
      await notice(page, 'Owner: Grace Hall').waitFor();
      const ownerOf = async () =>
        (await app.sql<{ userId: number | null }>('SELECT "userId" FROM "Contact" WHERE "id" = $1', [contactId]))[0]
          ?.userId;
      expect(await ownerOf()).toBe(grace.userId);
      await page.keyboard.press('u');
      await head.getByRole('button', { name: 'Owner: Ada Price' }).waitFor();
      expect(await ownerOf()).toBe(owner.userId);
      // Closers take it themselves, and not what somebody else has taken meanwhile.
      const { page: graces } = await openUnaware(newPage, app, grace, path);
      await record(graces).getByRole('button', { name: 'Owner: Ada Price' }).click();
      expect(await graces.getByRole('menuitem').allTextContents()).toEqual(['Grace Hall']);
      await app.sql('UPDATE "Contact" SET "userId" = NULL WHERE "id" = $1', [contactId]);
      await graces.getByRole('menuitem', { name: 'Grace Hall' }).click();
      await record(graces).getByText('The contact no longer has an owner').waitFor();
      expect(await ownerOf()).toBeNull();
    },
  );

  browserTest('what happened stands in one list, narrowed to a kind, a page at a time', async ({ newPage, expect }) => {
    const { owner, contactId, path } = await busyTeam();
    const { page, complaints } = await openAs(newPage, app, owner, path);
    await entries(page).first().waitFor();
    const titles = async () =>
      (await entries(page).allTextContents()).map((text) => (/^[A-Z][a-z]+/.exec(text) ?? [text])[0]);
    expect(await titles()).toEqual([
      ...['Answers', 'Refund', 'Payment', 'Deal', 'Note', 'Moved', 'Invitation', 'Booked', 'Deal'],
    ]);
    await entries(page).filter({ hasText: 'Booked by the invitee' }).getByRole('link').waitFor();
    await entries(page).filter({ hasText: 'by Ada Price' }).filter({ hasText: 'Ill' }).waitFor();
    const only = (name: string) => story(page).getByRole('button', { name, exact: true });
    await only('Money').click();
    await expect.poll(titles).toEqual(['Refund', 'Payment', 'Deal', 'Deal']);
    await only('Calls').click();
    await expect.poll(titles).toEqual(['Moved', 'Booked']);
    expect(await only('Calls').getAttribute('aria-pressed')).toBe('true');
    await only('Emails').click();
    await expect.poll(titles).toEqual(['Invitation']);
    for (let count = 0; count < 30; count++) await contactNote(app, owner, { contactId, text: `Note ${count}` });
    await only('Notes').click();
    await expect.poll(() => entries(page).filter({ hasText: 'Note by' }).count()).toBe(20);
    await story(page).getByRole('button', { name: 'Show earlier' }).click();
    await expect.poll(() => entries(page).filter({ hasText: 'Note by' }).count()).toBe(31);
    await story(page).getByLabel('New note').fill('The newest');
    await story(page).getByRole('button', { name: 'Add the note' }).click();
    await entries(page).first().filter({ hasText: 'The newest' }).waitFor();
    await expect.poll(() => entries(page).filter({ hasText: 'Note by' }).count()).toBe(32);
    await only('Notes').click();
    await entries(page).first().filter({ hasText: 'The newest' }).waitFor();
    expect(complaints).toEqual([]);
  });

  browserTest('the next call is opened, moved and cancelled from here', async ({ newPage, expect }) => {
    const { owner, contactId, path, previewId } = await busyTeam();
    await app.call(owner, { contactId, dateTime: fromNow(3 * dayMs) });
    const { page } = await openAs(newPage, app, owner, path);
    await nextCall(page).getByText('Ada Price').waitFor();
    await nextCall(page).getByText('1 later call').waitFor();
    await nextCall(page).getByRole('link', { name: 'Move…' }).click();
    await page.getByRole('dialog', { name: /^Move the call/ }).waitFor();
    expect(page.url()).toContain(`/calls/${previewId}`);
    await page.goBack();
    await nextCall(page).getByRole('link', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Cancel the call/ });
    await dialog.getByRole('button', { name: 'Cancel the call' }).click();
    await notice(page, 'is cancelled').waitFor();
    await page.goto(page.url().replace(/\/calls.*/, path));
    // The later one is the next one now.
    await nextCall(page).getByText('Ada Price').waitFor();
    await entries(page).filter({ hasText: 'Cancelled by Ada Price' }).waitFor();
    expect(await nextCall(page).getByText('later call').count()).toBe(0);
  });

  browserTest('empty fields are folded, and fill up in place', async ({ newPage, expect }) => {
    const { owner, workspaceId, contactId, path } = await team();
    const size = await customField(app, workspaceId, { identifier: 'Size', inputType: 'NUMBER' });
    const city = await customField(app, workspaceId, { identifier: 'City', inputType: 'TEXT' });
    await app.insert('CustomFieldAnswer', { workspaceId, contactId, customFieldId: city, answer: ['Rome'] });
    const { page } = await openAs(newPage, app, owner, path);
    const answers = record(page).getByRole('region', { name: 'Answers' });
    await answers.getByText('Rome').waitFor();
    expect(await answers.getByRole('button', { name: 'Edit Size' }).count()).toBe(0);
    await answers.getByRole('button', { name: 'Show 1 empty field' }).click();
    await answers.getByRole('button', { name: 'Edit Size' }).click();
    await answers.getByLabel('Size').fill('7');
    const restore = await loseAnswers(page);
    await answers.getByLabel('Size').press('Enter');
    await answers.getByText('The server could not be reached').waitFor();
    await restore();
    await answers.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'is saved').waitFor();
    await answers.getByRole('button', { name: 'Hide empty fields' }).click();
    await answers.getByText('7', { exact: true }).waitFor();
    const stored = await app.sql('SELECT "answer" FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [size]);
    expect(stored).toEqual([{ answer: ['7'] }]);
  });

  browserTest('each look has no serious finding, and fits a phone', async ({ newPage, expect }) => {
    const { owner, path } = await busyTeam();
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await entries(page).first().waitFor();
    expect(await findingsInAllLooks(page, 'contact-story')).toEqual([]);
  });
});
