import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { allHours, openAlways } from '../../support/bookable-events.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { customField, options } from '../../support/custom-fields.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow } from '../../support/present.ts';
import { addressOf, appForTests, loseAnswers, openAs } from '../../support/web-app.ts';

const sections = ['basics', 'hosts', 'availability', 'questions', 'flow', 'mail', 'times'] as const;

describe.skipIf(!hasBrowser)(`the settings of an event${unlessBrowser}`, () => {
  const app = appForTests();
  const storedEvent = async (id: number) => {
    const [event] = await app.sql<Record<string, unknown>>('SELECT * FROM "Event" WHERE "id" = $1', [id]);
    return event;
  };
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  };
  const choose = async (page: Page, label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  /** An event that is open at all hours. */
  async function openEvent(): Promise<{ owner: Member; id: number; path: string }> {
    const owner = await app.workspace();
    const id = await app.event(owner, { name: 'Demo call' });
    await openAlways(app, owner, { eventId: id, isDefault: true, name: 'All hours' });
    return { owner, id, path: `/events/${id}` };
  }

  /** What the page sends to change the event. */
  function sentBy(page: Page): object[] {
    const sent: object[] = [];
    page.on('request', (request) => {
      const { input } = (request.postDataJSON() as { variables?: { input?: object } } | null)?.variables ?? {};
      if (input) sent.push(input);
    });
    return sent;
  }

  browserTest(
    'only what was changed is sent, the page beside it follows, and it can be taken back',
    async ({ newPage, expect }) => {
      const { owner, id, path } = await openEvent();
      const { page, complaints } = await openAs(newPage, app, owner, path);
      const sent = sentBy(page);
      const frame = page.frameLocator('.page-preview iframe');
      await frame.getByRole('heading', { name: 'Demo call' }).waitFor();
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await page.getByRole('textbox', { name: 'Name' }).fill('Fit call ');
      await page.getByRole('textbox', { name: 'Length' }).fill('45');
      await save(page);
      await frame.getByRole('heading', { name: 'Fit call' }).waitFor();
      expect(sent).toEqual([{ id, name: 'Fit call', duration: 45 }]);
      expect(await storedEvent(id)).toMatchObject({ name: 'Fit call', duration: 45 });
      await page.getByRole('heading', { name: 'Fit call', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: 'Demo call', level: 1 }).waitFor();
      expect(await page.getByRole('textbox', { name: 'Length' }).inputValue()).toBe('30 minutes');
      expect(await storedEvent(id)).toMatchObject({ name: 'Demo call', duration: 30 });
      expect(complaints).toEqual([]);
    },
  );

  browserTest(
    'a draft says what it lacks, shows its page to its team alone, and is published',
    async ({ newPage, expect }) => {
      const { owner, id, path } = await openEvent();
      const grace = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hall' });
      const scheduleId = await app.schedule(grace, { name: 'No hours', hours: {}, isDefault: true });
      await app.insert('EventHost', { ...grace, eventId: id, scheduleId, priority: 0 });
      await app.sql(`UPDATE "Event" SET "status" = 'DEACTIVATED', "location" = 'ZOOM' WHERE "id" = $1`, [id]);
      const { page, complaints } = await openAs(newPage, app, owner, path);
      const banner = page.getByRole('status').filter({ hasText: 'This event is a draft' });
      await banner.getByText('hours in the schedule of Grace Hall').waitFor();
      await banner.getByText('a meeting link, because Ada Price has none').waitFor();
      expect(await banner.getByRole('link', { name: 'hours in the schedule' }).getAttribute('href')).toBe(
        `/schedules/${scheduleId}`,
      );
      const frame = page.frameLocator('.page-preview iframe');
      await frame.getByRole('heading', { name: 'Demo call' }).waitFor();
      // The sections about the form show it.
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Questions' }).click();
      await frame.getByRole('textbox', { name: 'Email' }).waitFor();
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Basics' }).click();
      const closer = await openAs(newPage, app, grace, path);
      await closer.page.getByText('This event is a draft.', { exact: true }).waitFor();
      await closer.page.close();
      const preview = page.getByRole('link', { name: 'Open the preview' });
      expect(await preview.getAttribute('href')).toContain('?preview=');
      await banner.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('link', { name: 'Open the booking page' }).waitFor();
      await banner.waitFor({ state: 'detached' });
      expect((await storedEvent(id))?.status).toBe('ACTIVATED');
      // Without a host there is no page, and the banner leads to where one is added.
      await app.sql('DELETE FROM "EventHost" WHERE "eventId" = $1', [id]);
      await app.sql(`UPDATE "Event" SET "status" = 'DEACTIVATED' WHERE "id" = $1`, [id]);
      await page.reload();
      await banner.getByRole('link', { name: 'a host' }).click();
      await page.getByRole('combobox', { name: 'Add a host' }).waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );

  browserTest('a narrow window has a link in the place of the page', async ({ newPage, expect }) => {
    const { owner, path } = await openEvent();
    const { page } = await openAs(newPage, app, owner, path, { viewport: { width: 390, height: 800 } });
    await page.getByRole('link', { name: 'Open the booking page' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });

  browserTest(
    'what was typed survives a reload and other sections, and what the server refuses is at its field',
    async ({ newPage, expect }) => {
      const { owner, id, path } = await openEvent();
      const [user] = await app.sql<{ username: string }>('SELECT * FROM "User" WHERE "id" = $1', [owner.userId]);
      const [taken, free] = [`${user?.username}/taken`, `${user?.username}/free`];
      await app.insert('Event', {
        ...{ workspaceId: owner.workspaceId, name: 'Other call', linkPrefix: taken },
        ...{ callType: 'STRATEGY_EVENT', duration: 30 },
      });
      const { page } = await openAs(newPage, app, owner, path);
      const link = page.getByRole('textbox', { name: 'Link' });
      await link.fill(taken);
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Hosts' }).click();
      await page.waitForURL(/section=hosts/);
      await page.getByRole('textbox', { name: 'Priority of Ada Price' }).fill('7');
      await page.reload();
      expect(await page.getByRole('textbox', { name: 'Priority of Ada Price' }).inputValue()).toBe('7');
      await page.getByRole('button', { name: 'Discard' }).click();
      expect(await page.getByRole('textbox', { name: 'Priority of Ada Price' }).inputValue()).toBe('0');
      await page.goBack();
      expect(await link.inputValue()).toBe(taken);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Another event already has this link').waitFor();
      await link.fill(free);
      await save(page);
      expect((await storedEvent(id))?.linkPrefix).toBe(free);
      await page.reload();
      expect(await link.inputValue()).toBe(free);
      expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(0);
    },
  );

  browserTest('a change whose answer was lost is saved once more, or seen as done', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const { page } = await openAs(newPage, app, owner, `${path}?section=availability`);
    await page.getByRole('textbox', { name: 'Minimum notice' }).fill('90');
    await page.getByText('From booking to the call: 1 h 30 min').waitFor();
    const restore = await loseAnswers(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The server could not be reached').waitFor();
    expect((await storedEvent(id))?.minimumNotice).toBe(0);
    await restore();
    // The event is read, and then the answer to the change is lost.
    await page.route('**/graphql', async (route) => {
      const isChange = route.request().postData()?.includes('"input"') ?? false;
      if (!isChange) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The server could not be reached').waitFor();
    expect((await storedEvent(id))?.minimumNotice).toBe(90);
    await page.unroute('**/graphql');
    await save(page);
    expect(await page.getByText('The server could not be reached').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await storedEvent(id))?.minimumNotice).toBe(0);
  });

  browserTest('a change in another tab is said before it is replaced', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const one = (await openAs(newPage, app, owner, path)).page;
    const other = (await openAs(newPage, app, owner, path)).page;
    await other.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await one.getByRole('textbox', { name: 'Name' }).fill('Theirs');
    await one.getByRole('textbox', { name: 'Description' }).fill('Said elsewhere');
    await save(one);
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('It was changed elsewhere in the meantime').waitFor();
    await other.getByText('It is now “Theirs”').waitFor();
    // What was left alone follows.
    expect(await other.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Said elsewhere');
    expect((await storedEvent(id))?.name).toBe('Theirs');
    await other.reload();
    await other.getByText('It was changed elsewhere in the meantime').waitFor();
    await save(other);
    expect(await storedEvent(id)).toMatchObject({ name: 'Mine', description: 'Said elsewhere' });
    // Whoever comes back to the first tab sees it, without anything to press.
    await one.evaluate("window.dispatchEvent(new Event('focus'))");
    await one.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
    expect(await one.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Mine');
  });

  browserTest('hosts come with a priority and a schedule, and go', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const grace = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hall' });
    await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Tim', lastName: 'Null' });
    await app.schedule(grace, { name: 'Mornings', hours: allHours, isDefault: true });
    const evenings = await app.schedule(grace, { name: 'Evenings', hours: allHours });
    const { page } = await openAs(newPage, app, owner, `${path}?section=hosts`);
    const add = async (typed: string, name: string) => {
      await page.getByRole('combobox', { name: 'Add a host' }).fill(typed);
      await page.getByRole('option', { name }).click();
    };
    await add('tim', 'Tim Null');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/has no default schedule/).waitFor();
    await page.getByRole('button', { name: 'Remove Tim Null' }).click();
    await add('grace', 'Grace Hall');
    await page.getByRole('textbox', { name: 'Priority of Grace Hall' }).fill('9');
    await choose(page, 'Schedule of Grace Hall', 'Evenings');
    await page.getByRole('button', { name: 'Remove Ada Price' }).click();
    await save(page);
    const hosts = await app.sql('SELECT "userId", "scheduleId", "priority" FROM "EventHost" WHERE "eventId" = $1', [
      id,
    ]);
    expect(hosts).toEqual([{ userId: grace.userId, scheduleId: evenings, priority: 9 }]);
    await page.getByRole('button', { name: 'Remove Grace Hall' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('An event needs at least one host').waitFor();
  });

  browserTest(
    'the flow: who is disqualified, what they read, and where who booked is led',
    async ({ newPage, expect }) => {
      const { owner, id, path } = await openEvent();
      const { page } = await openAs(newPage, app, owner, `${path}?section=flow`);
      const sent = sentBy(page);
      await page.getByRole('radio', { name: 'The form' }).check();
      await choose(page, 'Set contact status to', 'Qualified');
      await page.getByRole('textbox', { name: 'Redirect after booking' }).fill('https://thanks.example/');
      await page.getByRole('combobox', { name: 'Pass these answers in the URL' }).click();
      await page.getByRole('option', { name: 'Email', exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/Exactly one of questionType/).waitFor();
      const first = page.getByRole('listitem', { name: 'Rule 1' });
      await first.getByRole('combobox', { name: 'Look at' }).click();
      await page.getByRole('option', { name: 'The country of the phone number' }).click();
      await first.getByRole('combobox', { name: 'Countries' }).fill('germ');
      await page.getByRole('option', { name: 'Germany' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add a rule' }).click();
      const second = page.getByRole('listitem', { name: 'Rule 2' });
      await second.getByRole('combobox', { name: 'Look at' }).click();
      await page.getByRole('option', { name: 'The domain of the email address' }).click();
      await second.getByRole('combobox', { name: 'Domains' }).fill('rival.example');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Message for disqualified leads' }).fill('Thank you, we will write.');
      await save(page);
      expect(sent.at(-1)).toEqual({
        id,
        bookingFlow: 'FORM_FIRST',
        bookedStatus: 'QUALIFIED',
        redirectUrl: 'https://thanks.example/',
        redirectAnswers: ['EMAIL'],
        disqualificationRules: [
          { kind: 'PHONE_COUNTRY', values: ['DE'] },
          { kind: 'EMAIL_DOMAIN', values: ['rival.example'] },
        ],
        disqualifiedMessage: 'Thank you, we will write.',
      });
      await page.reload();
      await first.getByRole('button', { name: 'The phone number is from Germany → show message' }).waitFor();
      await first.getByText('The form does not ask for a phone number, so nobody meets this rule').waitFor();
      await second.getByRole('button', { name: 'The email address is at rival.example' }).waitFor();
      expect(await first.getByRole('combobox').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Discard' }).count()).toBe(0);
      expect(await storedEvent(id)).toMatchObject({ bookingFlow: 'FORM_FIRST', bookedStatus: 'QUALIFIED' });
    },
  );

  browserTest(
    'rules are sentences, options are ticked, and answers are tried before they are saved',
    async ({ newPage, expect }) => {
      const { owner, id, path } = await openEvent();
      const { workspaceId } = owner;
      const revenue = await customField(app, workspaceId, {
        ...{ name: 'Monthly revenue', identifier: 'revenue', inputType: 'SINGLE_SELECT' },
      });
      await options(app, { workspaceId, customFieldId: revenue }, ['Below $10k', '$10k–50k']);
      const secret = await customField(app, workspaceId, { name: 'Team size', identifier: 'size', hidden: true });
      const question = { workspaceId, eventId: id, required: true };
      await app.insert('EventSecondaryQuestion', { ...question, customFieldId: revenue });
      await app.insert('InviteeQuestion', { ...question, type: 'EMAIL', statement: 'Your email?', displayIndex: 0 });
      const answer = { kind: 'ANSWER', questionType: null, operator: 'EQUALS' };
      const rules = [
        { ...answer, customFieldId: revenue, values: ['Tiny'] },
        { ...answer, customFieldId: secret, values: ['1', '2'], operator: 'CONTAINS' },
        { ...answer, customFieldId: 2_000_000_000, values: ['x'] },
      ];
      await app.sql('UPDATE "Event" SET "disqualificationRules" = $1 WHERE "id" = $2', [JSON.stringify(rules), id]);
      const { page } = await openAs(newPage, app, owner, `${path}?section=flow`);
      const rule = (number: number) => page.getByRole('listitem', { name: `Rule ${number}` });
      await rule(1).getByText('“Tiny” is not an option of “Monthly revenue” any more').waitFor();
      await rule(2).getByText('The form does not ask for “Team size”, so nobody meets this rule').waitFor();
      await rule(2).getByText('The field “Team size” is hidden').waitFor();
      await rule(2).getByRole('button', { name: 'Team size contains 1 or 2 → show message' }).waitFor();
      await rule(3).getByText('The field of this rule was deleted').waitFor();
      await rule(3).getByRole('button', { name: 'Remove rule 3' }).click();
      // A sentence opens its fields, and follows them.
      await rule(1).getByRole('button', { name: 'Monthly revenue is Tiny' }).focus();
      await page.keyboard.press('Enter');
      await rule(1).getByRole('checkbox', { name: 'Tiny' }).uncheck();
      await rule(1).getByRole('checkbox', { name: 'Below $10k' }).check();
      const sentence = rule(1).getByRole('button', { name: 'Monthly revenue is Below $10k → show message' });
      await sentence.click();
      expect(await sentence.getAttribute('aria-expanded')).toBe('false');
      expect(await rule(1).getByRole('checkbox').count()).toBe(0);
      expect(await rule(1).getByText('any more').count()).toBe(0);
      await page.getByRole('textbox', { name: 'Message for disqualified leads' }).fill('Our newsletter may help you.');
      // Nothing is saved yet.
      await page.getByRole('button', { name: 'Try it' }).click();
      const sample = page.getByRole('region', { name: 'Try it' });
      await sample.waitFor();
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Try it');
      await sample.getByRole('textbox', { name: 'Your email?' }).fill('ira');
      await page.keyboard.press('Enter');
      await sample.locator('.mantine-InputWrapper-error').waitFor();
      await sample.getByRole('textbox', { name: 'Your email?' }).fill('ira@example.com');
      await sample.getByRole('combobox', { name: 'Monthly revenue' }).click();
      await page.getByRole('option', { name: 'Below $10k' }).click();
      await sample.getByRole('button', { name: 'Check these answers' }).click();
      await sample.getByText('Disqualified by rule 1: Monthly revenue is Below $10k').waitFor();
      await sample.getByText('They read: “Our newsletter may help you.”').waitFor();
      await sample.getByRole('combobox', { name: 'Monthly revenue' }).click();
      await page.getByRole('option', { name: '$10k–50k' }).click();
      // The verdict is about other answers.
      await sample.getByRole('status').waitFor({ state: 'detached' });
      const restore = await loseAnswers(page);
      await sample.getByRole('button', { name: 'Check these answers' }).click();
      await sample.getByText('The server could not be reached').waitFor();
      await restore();
      await sample.getByRole('button', { name: 'Check these answers' }).click();
      await sample.getByText('This person can book').waitFor();
      expect(await storedEvent(id)).toMatchObject({ disqualificationRules: rules, disqualifiedMessage: null });
      expect(await app.sql('SELECT "id" FROM "Contact" WHERE "workspaceId" = $1', [workspaceId])).toEqual([]);
      await page.getByRole('textbox', { name: 'Or redirect to' }).fill('https://example.com/thanks');
      await rule(1).getByRole('button', { name: 'redirect to example.com/thanks' }).waitFor();
      await save(page);
      expect(await storedEvent(id)).toMatchObject({
        disqualificationRules: [{ customFieldId: revenue, values: ['Below $10k'] }, { customFieldId: secret }],
      });
    },
  );

  browserTest('a rule finds its field among many, and its options in any case', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const { workspaceId } = owner;
    await app.sql(
      `INSERT INTO "CustomField" ("workspaceId", "identifier", "name", "type", "inputType", "displayIndex", "updatedAt")
       SELECT $1, 'field-' || n, 'Field ' || n, 'CONTACT', 'TEXT', n, now() FROM generate_series(1, 110) n`,
      [workspaceId],
    );
    const field = { name: 'Team size', identifier: 'size', inputType: 'SINGLE_SELECT', displayIndex: 200 };
    const customFieldId = await customField(app, workspaceId, field);
    await options(app, { workspaceId, customFieldId }, ['Small', 'Large']);
    await app.insert('EventSecondaryQuestion', { workspaceId, eventId: id, customFieldId });
    const rules = [{ kind: 'ANSWER', questionType: null, customFieldId, operator: 'EQUALS', values: ['small'] }];
    await app.sql('UPDATE "Event" SET "disqualificationRules" = $1 WHERE "id" = $2', [JSON.stringify(rules), id]);
    const { page } = await openAs(newPage, app, owner, `${path}?section=flow`);
    const rule = page.getByRole('listitem', { name: 'Rule 1' });
    await rule.getByRole('button', { name: 'Team size is small' }).click();
    expect(await rule.getByRole('checkbox', { name: 'Small' }).isChecked()).toBe(true);
    expect(await rule.getByRole('checkbox').count()).toBe(2);
    expect(await rule.getByText('deleted').count()).toBe(0);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('region', { name: 'Try it' }).getByRole('combobox', { name: 'Team size' }).waitFor();
  });

  browserTest('mails: reminders, and how a mail looks', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const { page, complaints } = await openAs(newPage, app, owner, `${path}?section=mail`);
    const before = page.getByRole('listitem', { name: /^Reminder/ });
    await before.first().waitFor();
    const count = await before.count();
    await page.getByRole('button', { name: 'Add reminder' }).click();
    const added = page.getByRole('listitem', { name: `Reminder ${count + 1}` });
    await added.getByRole('textbox', { name: 'How long before the call' }).fill('3');
    await added.getByRole('combobox', { name: 'Unit' }).selectOption('days before');
    await added.getByRole('combobox', { name: 'Recipient' }).click();
    await page.getByRole('listbox', { name: 'Recipient' }).getByRole('option', { name: 'Host' }).click();
    await save(page);
    expect((await storedEvent(id))?.reminders).toContainEqual({ minutesBefore: 4_320, recipient: 'HOST' });
    await page.getByText(/^Subject: .*Demo call/).waitFor();
    await page.frameLocator('iframe[title="The email"]').getByText('Demo call').first().waitFor();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('German');
    await page.getByText(/^Subject: Gebucht/).waitFor();
    expect(complaints).toEqual([]);
  });

  browserTest('it is said why a time is not offered, and where to change that', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const { page } = await openAs(newPage, app, owner, `${path}?section=times`);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/Ada Price is offered on/).waitFor();
    const tomorrow = fromNow(86_400_000).slice(0, 10);
    await app.call(owner, { eventId: id, dateTime: `${tomorrow}T11:00:00.000Z`, duration: 30 });
    await app.sql('UPDATE "Event" SET "minimumNotice" = 50000 WHERE "id" = $1', [id]);
    await page.getByLabel('Date', { exact: true }).fill(tomorrow);
    await page.getByLabel('Time', { exact: true }).fill('11:00');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/Ada Price is not offered on/).waitFor();
    await page.getByText(/The host already has a call from/).waitFor();
    await page.getByText('The event must be booked at least 50000 minutes in advance.').waitFor();
    await page.getByRole('link', { name: 'Change it in Availability' }).click();
    await page.getByRole('textbox', { name: 'Minimum notice' }).waitFor();
    expect(new URL(page.url()).search).toBe('?section=availability');
  });

  browserTest('an address that is no event, or not one of the workspace, says so', async ({ newPage, expect }) => {
    const { owner } = await openEvent();
    const foreign = await openEvent();
    const { page } = await openAs(newPage, app, owner, '/events/abc');
    await page.getByText('This event does not exist').waitFor();
    await page.goto(addressOf(app) + foreign.path);
    await page.getByRole('alert').getByText('This no longer exists').waitFor();
    expect(await page.getByText('Demo call').count()).toBe(0);
  });

  browserTest('has no serious finding of axe in any section, in all looks', async ({ newPage, expect }) => {
    const { owner, id, path } = await openEvent();
    const rules = [{ kind: 'ANSWER', questionType: 'NAME', customFieldId: null, operator: 'EQUALS', values: ['x'] }];
    await app.sql('UPDATE "Event" SET "disqualificationRules" = $1 WHERE "id" = $2', [JSON.stringify(rules), id]);
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    const found = [];
    await app.sql(`UPDATE "Event" SET "status" = 'DEACTIVATED' WHERE "id" = $1`, [id]);
    await page.reload();
    await page.getByText('This event is a draft').waitFor();
    found.push(...(await findingsInAllLooks(page, 'event-draft')));
    await app.sql(`UPDATE "Event" SET "status" = 'ACTIVATED' WHERE "id" = $1`, [id]);
    for (const section of sections) {
      await page.goto(`${addressOf(app)}${path}?section=${section}`);
      await page.getByRole('main').locator('form').first().waitFor();
      if (section === 'flow') {
        await page.getByRole('button', { name: 'The name is x' }).click();
        await page.getByRole('button', { name: 'Try it' }).click();
        await page.getByRole('button', { name: 'Check these answers' }).click();
        await page.getByText('This person can book').waitFor();
      }
      if (section === 'times') await page.getByRole('button', { name: 'Check' }).click();
      if (section === 'mail') await page.locator('iframe[title="The email"]').waitFor();
      await page.waitForLoadState('networkidle');
      found.push(...(await findingsInAllLooks(page, `event-${section}`)));
    }
    expect(found).toEqual([]);
  });
});
