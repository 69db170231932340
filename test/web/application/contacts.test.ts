import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { openAlways } from '../../support/bookable-events.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { customField } from '../../support/custom-fields.ts';
import { contactStages } from '../../support/stages.ts';
import { addressOf, appForTests, loseAnswers, notice, openAs, openUnaware } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`Contacts${unlessBrowser}`, () => {
  const app = appForTests();
  const rows = (page: Page) => page.getByRole('table', { name: 'Contacts' }).locator('tbody').getByRole('row');
  const record = (page: Page) => page.getByRole('complementary', { name: 'The contact' });
  const insert = async (workspaceId: number, row: Record<string, unknown>) => {
    const previewId = `contact_${row.firstName}_${workspaceId}`;
    return { previewId, ...(await app.insert('Contact', { workspaceId, previewId, ...row })) };
  };
  const stored = async (workspaceId: number, email: string) => {
    const values = [workspaceId, email];
    const [row] = await app.sql('SELECT * FROM "Contact" WHERE "workspaceId" = $1 AND "email" = $2', values);
    return row as Record<string, unknown> | undefined;
  };
  const answersOf = async (workspaceId: number, customFieldId: number) =>
    app.sql<{ contactId: number; answer: string[] }>(
      'SELECT "contactId", "answer" FROM "CustomFieldAnswer" WHERE "workspaceId" = $1 AND "customFieldId" = $2 ORDER BY 1',
      [workspaceId, customFieldId],
    );

  browserTest('filters stand in the address, and the list grows downwards', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const { fieldId, ids } = await contactStages(app, workspaceId, ['Lead', 'Customer']);
    for (let count = 1; count <= 31; count++)
      await insert(workspaceId, { firstName: `Sam${count}`, email: `sam${count}@example.com` });
    const won = await insert(workspaceId, {
      ...{ firstName: 'Cora', lastName: 'Won', email: 'cora@example.com' },
      ...{ userId: owner.userId, status: 'QUALIFIED', createdAt: '2026-01-05T10:00:00Z' },
    });
    const answer = { workspaceId, contactId: won.id, customFieldId: fieldId, answer: ['Customer'] };
    await app.insert('CustomFieldAnswer', answer);
    const { page, complaints, origins } = await openAs(newPage, app, owner, '/contacts');
    await page.getByText('32 contacts').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows(page).filter({ hasText: 'Cora Won' }).filter({ hasText: 'Customer' }).waitFor();
    expect(await rows(page).count()).toBe(32);

    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('cora');
    await page.waitForURL(/search=cora/);
    await page.getByText('1 contact', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Stage' }).click();
    await page.getByRole('option', { name: 'No stage' }).click();
    await page.getByText('31 contacts').waitFor();
    await page.getByRole('option', { name: 'Customer' }).click();
    await page.waitForURL(new RegExp(`stages=.*${ids.Customer}`));
    await page.getByText('1 contact', { exact: true }).waitFor();
    await page.reload();
    await rows(page).filter({ hasText: 'Cora Won' }).filter({ hasText: 'Qualified' }).waitFor();
    expect(await rows(page).count()).toBe(1);
    for (const query of ['statuses=QUALIFIED', `owners=${owner.userId}`, 'created=..2026-02-01', 'sort=createdAt']) {
      await page.goto(`${addressOf(app)}/contacts?${query}`);
      await rows(page).first().filter({ hasText: 'Cora Won' }).waitFor();
      expect(await rows(page).count()).toBe(query === 'sort=createdAt' ? 30 : 1);
    }
    await page.goto(`${addressOf(app)}/contacts?search=nobody`);
    await page.getByText('No contact fits these filters').waitFor();
    // What no list has is left out.
    await page.goto(`${addressOf(app)}/contacts?statuses=NOPE&stages=x&sort=-&view=heap&created=..2026-02-30`);
    await page.getByText('32 contacts').waitFor();
    expect([...origins]).toEqual([addressOf(app)]);
    expect(complaints).toEqual([]);
  });

  browserTest.for(['OWNER', 'CLOSER', 'SETTER'] as const)(
    'a %s enters a contact: one who is there is shown before, what is typed stays, a lost answer enters nobody twice',
    async (role, { newPage, expect }) => {
      const owner = await app.workspace();
      const { workspaceId } = owner;
      const member = role === 'OWNER' ? owner : await app.member(workspaceId, role);
      await insert(workspaceId, { firstName: 'Known', lastName: 'Person', email: 'known@example.com' });
      const { page } = await openAs(newPage, app, member, '/contacts');
      await rows(page).first().waitFor();
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: 'Add contact' });
      await dialog.getByLabel('First name').fill('Nia');
      await dialog.getByRole('button', { name: 'Add contact' }).click();
      await dialog.getByText('Enter an email or a phone number').waitFor();
      await dialog.getByLabel('Email', { exact: true }).fill('known@example.com');
      await dialog.getByRole('link', { name: 'Known Person' }).waitFor();
      await dialog.getByLabel('Email', { exact: true }).fill('no address');
      await dialog.getByRole('button', { name: 'Add contact' }).click();
      await dialog.getByText('Invalid email format').waitFor();
      await dialog.getByLabel('Email', { exact: true }).fill('nia@example.com');
      await page.reload();
      await page.getByRole('button', { name: 'Add contact' }).click();
      expect(await dialog.getByLabel('Email', { exact: true }).inputValue()).toBe('nia@example.com');
      const restore = await loseAnswers(page);
      await dialog.getByRole('button', { name: 'Add contact' }).click();
      await dialog.getByText('The server could not be reached').waitFor();
      await restore();
      await dialog.getByRole('button', { name: 'Add contact' }).click();
      await notice(page, 'Nia is added').waitFor();
      await record(page).getByRole('heading', { name: 'Nia' }).waitFor();
      await rows(page)
        .filter({ hasText: 'nia@example.com' })
        .or(rows(page).filter({ hasText: 'Nia' }))
        .first()
        .waitFor();
      expect(await app.sql('SELECT FROM "Contact" WHERE "workspaceId" = $1', [workspaceId])).toHaveLength(2);
      expect((await stored(workspaceId, 'nia@example.com'))?.firstName).toBe('Nia');
      expect(await record(page).getByRole('button', { name: 'Erase…' }).count()).toBe(role === 'OWNER' ? 1 : 0);
    },
  );

  browserTest('answers are edited in place, each with its control, and taken back', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const { fieldId } = await contactStages(app, workspaceId, ['Lead', 'Customer']);
    const field = (identifier: string, inputType: string, configuration = {}) =>
      customField(app, workspaceId, { identifier, inputType, configuration: JSON.stringify(configuration) });
    const size = await field('Size', 'NUMBER', { min: 1, max: 500 });
    const score = await field('Score', 'RATING', { maxRating: 3 });
    const birthday = await field('Birthday', 'DATE');
    const { previewId } = await insert(workspaceId, { firstName: 'Ada', lastName: 'Lane', email: 'ada@example.com' });
    const { page } = await openAs(newPage, app, owner, `/contacts/${previewId}`);
    await record(page).getByRole('button', { name: 'Customer' }).click();
    await notice(page, 'Contact stage: Customer').waitFor();
    await rows(page).filter({ hasText: 'Ada Lane' }).filter({ hasText: 'Customer' }).waitFor();
    expect((await answersOf(workspaceId, fieldId))[0]?.answer).toEqual(['Customer']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => answersOf(workspaceId, fieldId)).toEqual([]);

    await record(page).getByRole('button', { name: 'Show 3 empty fields' }).click();
    await record(page).getByRole('button', { name: 'Edit Size' }).click();
    await record(page).getByLabel('Size').fill('900');
    await page.keyboard.press('Enter');
    await record(page).getByText('Must be at most 500').waitFor();
    // What is typed stays, also where the page is loaded anew.
    await page.reload();
    await record(page).getByRole('button', { name: 'Show 3 empty fields' }).click();
    await record(page).getByRole('button', { name: 'Edit Size' }).click();
    expect(await record(page).getByLabel('Size').inputValue()).toBe('900');
    await record(page).getByLabel('Size').fill('90');
    const restore = await loseAnswers(page);
    await page.keyboard.press('Enter');
    await record(page).getByText('The server could not be reached').waitFor();
    await restore();
    await record(page).getByRole('button', { name: 'Save' }).click();
    await notice(page, 'is saved').last().waitFor();
    expect((await answersOf(workspaceId, size))[0]?.answer).toEqual(['90']);

    await record(page).getByRole('button', { name: 'Edit Score' }).click();
    await record(page).getByRole('radio', { name: '2 of 3' }).press('Space');
    await record(page).getByRole('button', { name: 'Save' }).click();
    await record(page).getByRole('region', { name: 'Answers' }).getByText('2 of 3').waitFor();
    expect((await answersOf(workspaceId, score))[0]?.answer).toEqual(['2']);
    await record(page).getByRole('button', { name: 'Edit Birthday' }).click();
    await record(page).getByLabel('Birthday').fill('1990-02-03');
    await page.keyboard.press('Escape');
    await record(page).getByLabel('Birthday', { exact: true }).waitFor({ state: 'detached' });
    await record(page).getByRole('heading', { name: 'Ada Lane' }).waitFor();
    expect(await answersOf(workspaceId, birthday)).toEqual([]);
  });

  browserTest('two tabs edit a contact: what the other changed stays', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const row = { firstName: 'Ada', lastName: 'Lane', email: 'ada@example.com', phoneNumber: '+14155550101' };
    const { previewId } = await insert(workspaceId, row);
    await insert(workspaceId, { firstName: 'Twin', phoneNumber: '+14155550101' });
    const { page } = await openAs(newPage, app, owner, `/contacts/${previewId}`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    // The same number.
    await record(page)
      .getByRole('region', { name: 'Possible duplicates' })
      .getByRole('link', { name: 'Twin' })
      .waitFor();
    for (const [tab, label, value] of [
      [page, 'Tag', 'vip'],
      [other, 'Last name', 'Lovelace'],
    ] as const) {
      await record(tab).getByRole('button', { name: 'Edit…' }).click();
      await tab.getByRole('dialog').getByLabel(label).fill(value);
    }
    for (const tab of [page, other]) {
      await tab.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await notice(tab, 'Saved').waitFor();
    }
    await record(other).getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    await record(other).getByText('vip').waitFor();
    expect(await stored(workspaceId, 'ada@example.com')).toMatchObject({ tag: 'vip', lastName: 'Lovelace' });
    await record(other).getByRole('button', { name: 'Edit…' }).click();
    const dialog = other.getByRole('dialog');
    await dialog.getByLabel('Country').fill('XX9');
    await dialog.getByLabel('Phone', { exact: true }).fill('12');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Must be E.164 format').waitFor();
    expect(await dialog.getByLabel('Phone', { exact: true }).inputValue()).toBe('12');
    // What is taken up again later has the fields that were typed into, and nothing of before.
    await app.sql('UPDATE "Contact" SET "tag" = \'gold\' WHERE "previewId" = $1', [previewId]);
    await other.reload();
    await record(other).getByText('gold').waitFor();
    await record(other).getByRole('button', { name: 'Edit…' }).click();
    expect(await dialog.getByLabel('Phone', { exact: true }).inputValue()).toBe('12');
    await dialog.getByLabel('Phone', { exact: true }).fill('+14155550102');
    await dialog.getByLabel('Country').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await record(other).getByRole('link', { name: '+14155550102' }).waitFor();
    expect(await stored(workspaceId, 'ada@example.com')).toMatchObject({ tag: 'gold', phoneNumber: '+14155550102' });
  });

  browserTest('a closer gives a contact to nobody but themselves', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const closer = await app.member(workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hall' });
    const { previewId } = await insert(workspaceId, { firstName: 'Ada' });
    for (const [member, count] of [
      [owner, 3],
      [closer, 2],
    ] as const) {
      const { page } = await openUnaware(newPage, app, member, `/contacts/${previewId}`);
      await record(page).getByRole('button', { name: 'Edit…' }).click();
      const options = page.getByRole('dialog').getByRole('combobox', { name: 'Owner' }).getByRole('option');
      await expect.poll(() => options.count()).toBe(count);
      expect(await options.allTextContents()).toContain('Grace Hall');
    }
  });

  browserTest(
    'two closers claim a contact: the second reads who has it, and may take it over',
    async ({ newPage, expect }) => {
      const { workspaceId } = await app.workspace();
      const first = await app.member(workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hall' });
      const second = await app.member(workspaceId, 'CLOSER', { firstName: 'Noor', lastName: 'Reyes' });
      const { previewId } = await insert(workspaceId, { firstName: 'Ada', email: 'claimed@example.com' });
      const claim = async (member: typeof first, name: string) => {
        const { page } = await openUnaware(newPage, app, member, `/contacts/${previewId}`);
        const choose = async () => {
          await record(page).getByRole('button', { name: 'Edit…' }).click();
          await page.getByRole('dialog').getByRole('combobox', { name: 'Owner' }).selectOption(name);
        };
        await choose();
        return { page, choose, save: () => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click() };
      };
      const [one, two] = [await claim(first, 'Grace Hall'), await claim(second, 'Noor Reyes')];
      await one.save();
      await notice(one.page, 'Saved').waitFor();
      await two.save();
      await two.page.getByRole('dialog').getByText('It is now Grace Hall').waitFor();
      expect(await stored(workspaceId, 'claimed@example.com')).toMatchObject({ userId: first.userId });
      await two.page.reload();
      await two.choose();
      await two.save();
      await notice(two.page, 'Saved').waitFor();
      expect(await stored(workspaceId, 'claimed@example.com')).toMatchObject({ userId: second.userId });
    },
  );

  browserTest(
    'a filter that is taken back before it was answered leaves the rest of the list',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      for (let count = 1; count <= 31; count++) await insert(owner.workspaceId, { firstName: `Sam${count}` });
      const { page } = await openAs(newPage, app, owner, '/contacts');
      await page.getByText('31 contacts').waitFor();
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/graphql', async (route) => {
        if (route.request().postDataJSON().variables?.search !== undefined) await answered;
        await route.continue();
      });
      const search = page.getByRole('searchbox', { name: 'Search contacts' });
      await search.fill('nobody');
      await page.waitForURL(/search=nobody/);
      await search.fill('');
      await page.waitForURL((url) => url.search === '');
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => rows(page).count()).toBe(31);
      answer();
    },
  );

  browserTest('other filters end a selection', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    for (const firstName of ['Ada', 'Bob']) await insert(owner.workspaceId, { firstName });
    const { page } = await openAs(newPage, app, owner, '/contacts');
    await page.getByText('2 contacts').waitFor();
    await page.getByRole('checkbox', { name: 'Select Ada' }).check();
    await page.getByText('1 contact selected').waitFor();
    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('bob');
    await page.getByText('1 contact', { exact: true }).waitFor();
    expect(await page.getByText('1 contact selected').count()).toBe(0);
    expect(await page.getByRole('checkbox', { name: 'Select Bob' }).isChecked()).toBe(false);
  });

  browserTest('a new owner is saved by Ctrl+S in a field, and taken back by u', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hall' });
    const email = 'owned@example.com';
    const { previewId } = await insert(owner.workspaceId, { firstName: 'Ada', email, userId: owner.userId });
    const { page } = await openAs(newPage, app, owner, `/contacts/${previewId}`);
    await record(page).getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Owner' }).selectOption('Grace Hall');
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Augusta');
    await page.keyboard.press('Control+s');
    await notice(page, 'Saved').waitFor();
    expect(await stored(owner.workspaceId, email)).toMatchObject({ userId: closer.userId, firstName: 'Augusta' });
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await record(page).getByRole('heading', { name: 'Ada' }).waitFor();
    expect(await stored(owner.workspaceId, email)).toMatchObject({ userId: owner.userId, firstName: 'Ada' });
    // What was saved is no draft any more.
    await record(page).getByRole('button', { name: 'Edit…' }).click();
    expect(await dialog.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Ada');
  });

  browserTest('a selection is answered in parts, and goes on where it was cut off', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const { fieldId } = await contactStages(app, workspaceId, ['Lead', 'Customer']);
    await app.sql(
      `INSERT INTO "Contact" ("workspaceId", "previewId", "email")
       SELECT $1::int, 'contact_' || $1::int || '_' || n, 'many' || n || '@example.com' FROM generate_series(1, 420) n`,
      [workspaceId],
    );
    const { page } = await openAs(newPage, app, owner, '/contacts');
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 contact selected').waitFor();
    await page.getByRole('button', { name: 'Select all 420' }).click();
    await page.getByText('420 contacts selected').waitFor();
    await page.getByRole('button', { name: 'Set a field…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a field for 420 contacts' });
    // Nothing is armed before a field and an answer are chosen.
    expect(await dialog.getByRole('button', { name: 'Set: 420 contacts' }).isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Field' }).selectOption('Contact stage');
    expect(await dialog.getByRole('button', { name: 'Set: 420 contacts' }).isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Contact stage' }).click();
    await page.getByRole('option', { name: 'Lead' }).click();
    let answered = 0;
    await page.route('**/graphql', (route) =>
      route.request().postDataJSON().operationName === 'AnswerContacts' && answered++ === 1
        ? route.abort('connectionreset')
        : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Set: 420 contacts' }).click();
    await dialog.getByText('The server could not be reached').waitFor();
    await dialog.getByText('250 of 420 contacts').waitFor();
    expect(await answersOf(workspaceId, fieldId)).toHaveLength(250);
    await dialog.getByRole('button', { name: 'Continue: 170 contacts' }).click();
    await notice(page, 'Contact stage: 420 contacts changed').waitFor();
    const answers = await answersOf(workspaceId, fieldId);
    expect(answers).toHaveLength(420);
    expect(new Set(answers.map(({ answer }) => answer.join()))).toEqual(new Set(['Lead']));
    await rows(page).filter({ hasText: 'Lead' }).first().waitFor();
  });

  browserTest('whoever closes the dialog stops what is not answered yet', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const { fieldId } = await contactStages(app, workspaceId, ['Lead', 'Customer']);
    await app.sql(
      `INSERT INTO "Contact" ("workspaceId", "previewId", "email")
       SELECT $1::int, 'contact_' || $1::int || '_' || n, 'many' || n || '@example.com' FROM generate_series(1, 260) n`,
      [workspaceId],
    );
    const { page } = await openAs(newPage, app, owner, '/contacts');
    await rows(page).first().getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Select all 260' }).click();
    await page.getByText('260 contacts selected').waitFor();
    await page.getByRole('button', { name: 'Set a field…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a field for 260 contacts' });
    await dialog.getByRole('combobox', { name: 'Field' }).selectOption('Contact stage');
    await dialog.getByRole('combobox', { name: 'Contact stage' }).click();
    await page.getByRole('option', { name: 'Lead' }).click();
    const { promise: isClosed, resolve: goOn } = Promise.withResolvers<void>();
    let parts = 0;
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().operationName === 'AnswerContacts') {
        parts++;
        await isClosed;
      }
      return route.continue();
    });
    await dialog.getByRole('button', { name: 'Set: 260 contacts' }).click();
    await dialog.getByText('0 of 260 contacts').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    goOn();
    await rows(page).filter({ hasText: 'Lead' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(parts).toBe(1);
    expect(await answersOf(workspaceId, fieldId)).toHaveLength(250);
    await page.getByText('260 contacts selected').waitFor();
    // Answers that are there can stay.
    await app.sql('UPDATE "CustomFieldAnswer" SET "answer" = \'{Customer}\' WHERE "workspaceId" = $1', [workspaceId]);
    await page.getByRole('button', { name: 'Set a field…' }).click();
    await dialog.getByRole('combobox', { name: 'Field' }).selectOption('Contact stage');
    await dialog.getByRole('combobox', { name: 'Contact stage' }).click();
    await page.getByRole('option', { name: 'Lead' }).click();
    expect(await dialog.getByRole('checkbox', { name: 'Replace existing answers' }).isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Set: 260 contacts' }).click();
    await notice(page, 'Contact stage: 10 contacts changed, 250 as before').waitFor();
    const answers = await answersOf(workspaceId, fieldId);
    expect(answers.filter(({ answer }) => answer[0] === 'Customer')).toHaveLength(250);
  });

  browserTest(
    'a setter books a call for a contact, with what the form of the event requires',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { workspaceId } = owner;
      const setter = await app.member(workspaceId, 'SETTER');
      const eventId = await app.event(owner, { name: 'Strategy' });
      await openAlways(app, owner, { eventId });
      const question = { statement: 'Your phone', type: 'PHONE_NO', required: true, displayIndex: 0 };
      await app.insert('InviteeQuestion', { workspaceId, eventId, ...question });
      const size = await customField(app, workspaceId, { identifier: 'Size', inputType: 'NUMBER' });
      await app.insert('EventSecondaryQuestion', {
        workspaceId,
        eventId,
        customFieldId: size,
        required: true,
        displayIndex: 0,
      });
      const { previewId } = await insert(workspaceId, { firstName: 'Ada', lastName: 'Lane', email: 'ada@example.com' });
      const { page } = await openAs(newPage, app, setter, `/contacts/${previewId}`);
      await record(page).getByRole('heading', { name: 'Ada Lane' }).waitFor();
      await page.keyboard.press('b');
      const dialog = page.getByRole('dialog', { name: 'Book a call for Ada Lane' });
      await dialog.getByRole('button', { name: 'Book the call' }).click();
      await dialog.getByText('Choose a time').waitFor();
      await dialog.locator('.times section').nth(2).getByRole('button').nth(4).click();
      await dialog.getByLabel('Internal notes').fill('Came by the webinar');
      await dialog.getByRole('button', { name: 'Book the call' }).click();
      await dialog.getByRole('alert').first().waitFor();
      expect(await dialog.getByLabel('Internal notes').inputValue()).toBe('Came by the webinar');
      await dialog.getByLabel('Your phone').fill('+14155550177');
      await dialog.getByLabel('Size').fill('twelve');
      await dialog.getByRole('button', { name: 'Book the call' }).click();
      await dialog.getByText('Must be a decimal number').waitFor();
      await dialog.getByLabel('Size').fill('12');
      const restore = await loseAnswers(page);
      await dialog.getByRole('button', { name: 'Book the call' }).click();
      await dialog.getByText('The server could not be reached').waitFor();
      await restore();
      await dialog.getByRole('button', { name: 'Book the call' }).click();
      await notice(page, 'Booked for').waitFor();
      await page.waitForURL(/\/calls\/call_/);
      const call = page.getByRole('complementary', { name: 'The call' });
      await call.getByRole('heading', { name: 'Ada Lane' }).waitFor();
      await call.getByText('+14155550177').first().waitFor();
      const calls = await app.sql('SELECT "userId", "setterId", "notes" FROM "EventCall" WHERE "workspaceId" = $1', [
        workspaceId,
      ]);
      expect(calls).toEqual([{ userId: owner.userId, setterId: setter.userId, notes: 'Came by the webinar' }]);
      expect((await answersOf(workspaceId, size))[0]?.answer).toEqual(['12']);
      await call.getByRole('link', { name: 'Ada Lane', exact: true }).click();
      await record(page).getByRole('region', { name: 'Story' }).getByRole('link', { name: 'Strategy' }).waitFor();
    },
  );

  browserTest('an owner erases a contact after typing its name', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const { previewId } = await insert(workspaceId, { firstName: 'Gone', lastName: 'Soon', email: 'gone@example.com' });
    const { page } = await openAs(newPage, app, owner, `/contacts/${previewId}`);
    await record(page).getByRole('button', { name: 'Erase…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase Gone Soon?' });
    expect(await dialog.getByRole('button', { name: 'Erase the contact' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Gone Soon');
    await dialog.getByRole('button', { name: 'Erase the contact' }).click();
    await notice(page, 'Gone Soon is erased').waitFor();
    await page.getByText('No contacts yet').waitFor();
    expect(await stored(workspaceId, 'gone@example.com')).toBeUndefined();
    await page.goto(`${addressOf(app)}/contacts/${previewId}`);
    await record(page).getByText('This no longer exists').waitFor();
  });

  browserTest(
    'the command palette finds contacts, and each look has no serious finding',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { workspaceId } = owner;
      await contactStages(app, workspaceId, ['Lead', 'Customer']);
      const names = [
        ['نور', 'الهاشمي'],
        ['Maximiliane-Friederike', 'von und zu Hohenstein-Oettingen'],
        ['Zoe', 'Quick'],
      ];
      for (const [index, [firstName, lastName]] of names.entries())
        await insert(workspaceId, { firstName, lastName, email: `n${index}@example.com`, status: 'QUALIFIED' });
      const { page } = await openAs(newPage, app, owner, '/contacts', forAxe);
      await rows(page).first().waitFor();
      expect(await findingsInAllLooks(page, 'contacts')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('A name, a page, or what to do…').fill('zoe quick');
      await page.getByRole('button', { name: /Zoe Quick/ }).click();
      await record(page).getByRole('heading', { name: 'Zoe Quick' }).waitFor();
      expect(await findingsInAllLooks(page, 'contact')).toEqual([]);
    },
  );
});
