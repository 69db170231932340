import { describe, onTestFinished } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { mailServer } from '../../support/mail-server.ts';
import { person, setPassword } from '../../support/people.ts';
import { fromNow } from '../../support/present.ts';
import { addressOf, appForTests, notice, openAs, sessionOf, webApp } from '../../support/web-app.ts';

const path = '/settings/team';
const grace = { firstName: 'Grace', lastName: 'Hall' };
const noah = { firstName: 'Noah', lastName: 'Reed' };

describe.skipIf(!hasBrowser)(`Settings → Team${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('members are searched, filtered and shown page by page', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    for (let n = 1; n <= 21; n += 1) {
      await app.member(owner.workspaceId, 'SETTER', { firstName: `Sam ${n}`, lastName: 'Stone' });
    }
    await app.member(owner.workspaceId, 'CLOSER', grace);
    const { page, complaints, origins } = await openAs(newPage, app, owner, path);
    const rows = page.getByRole('table', { name: 'Members' }).locator('tbody').getByRole('row');
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('row', { name: /Grace Hall/ }).waitFor();
    expect(await rows.count()).toBe(23);
    await page.getByRole('searchbox', { name: 'Search members' }).fill('hall');
    await page.waitForURL(/search=hall/);
    await page.getByRole('row', { name: /Sam 1 / }).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Role').selectOption('Setter');
    await page.getByText('No member fits these filters').waitFor();
    await page.reload();
    expect(await page.getByRole('searchbox').inputValue()).toBe('hall');
    await page.getByText('No member fits these filters').waitFor();
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([addressOf(app)]);
  });

  browserTest('an owner changes roles, and the last owner keeps the role', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
    const { page } = await openAs(newPage, app, owner, path);
    const roleOf = async ({ userId }: typeof closer) =>
      (await app.sql<{ role: string }>('SELECT "role" FROM "Membership" WHERE "userId" = $1', [userId]))[0]?.role;
    const open = async (name: string) => {
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Change role…' }).click();
    };
    await open('Ada Price');
    const own = page.getByRole('dialog', { name: 'Role of Ada Price' });
    await own.getByText('this is the only one').waitFor();
    expect(await own.getByRole('radio').count()).toBe(0);
    await own.getByRole('button', { name: 'Close' }).last().click();

    await open('Grace Hall');
    const dialog = page.getByRole('dialog', { name: 'Role of Grace Hall' });
    expect(await dialog.getByRole('radio').count()).toBe(4);
    await dialog.getByRole('radio', { name: 'Owner' }).check();
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await notice(page, 'Grace Hall is owner from now on').waitFor();
    await page.getByRole('row', { name: /Grace Hall.*Owner/ }).waitFor();
    expect(await roleOf(closer)).toBe('OWNER');

    // Another owner takes Grace's role just before the request, so the server refuses what the page still offers.
    await open('Ada Price');
    await own.getByRole('radio', { name: 'Closer' }).check();
    await own.getByText('you may not be able to take it back yourself').waitFor();
    await page.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON();
      if (operationName === 'ChangeRole')
        await app.sql(`UPDATE "Membership" SET "role" = 'ADMIN' WHERE "userId" = $1`, [closer.userId]);
      await route.continue();
    });
    await own.getByRole('button', { name: 'Change role' }).click();
    await own.getByText('The workspace must have at least one owner').first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await roleOf(owner)).toBe('OWNER');

    // With another owner it goes, and the controls go with the role.
    await app.sql(`UPDATE "Membership" SET "role" = 'OWNER' WHERE "userId" = $1`, [closer.userId]);
    await own.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('button', { name: 'Invite a member' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /Actions for/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  });

  browserTest('an admin is offered nothing about owners', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const admin = await app.member(owner.workspaceId, 'ADMIN', grace);
    await app.member(owner.workspaceId, 'SETTER', noah);
    const { page } = await openAs(newPage, app, admin, path);
    await page.getByRole('button', { name: 'Actions for Noah Reed' }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      ...['Change role…', 'Password reset link…', 'Remove from the workspace…'],
    ]);
    await page.getByRole('menuitem', { name: 'Change role…' }).click();
    const roles = page.getByRole('dialog').getByRole('radio');
    await roles.first().waitFor();
    expect(await roles.count()).toBe(3);
    expect(await page.getByRole('dialog').getByRole('radio', { name: 'Owner' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Actions for Ada Price' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Actions for Grace Hall' }).click();
    const menu = page.getByRole('menu', { name: 'Actions for Grace Hall' });
    await menu.getByRole('menuitem', { name: 'Leave the workspace…' }).waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual(['Change role…', 'Leave the workspace…']);
  });

  browserTest.for(['CLOSER', 'SETTER'] as const)('a %s sees the members alone', async (role, { newPage, expect }) => {
    const owner = await app.workspace();
    const member = await app.member(owner.workspaceId, role, grace);
    const { page } = await openAs(newPage, app, member, `${path}?tab=invitations`);
    await page.getByRole('row', { name: /Ada Price/ }).waitFor();
    await page.getByRole('row', { name: /Grace Hall You/ }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual(['Views']);
  });

  browserTest('a member is removed, with who takes over and what became of it', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const leaving = await app.member(owner.workspaceId, 'ADMIN', grace);
    const closer = await app.member(owner.workspaceId, 'CLOSER', noah);
    const key = await app.apiKey(leaving);
    const eventId = await app.event(leaving, { name: 'Demo call' });
    const scheduleId = await app.schedule(leaving);
    await app.insert('EventHost', { ...leaving, eventId, scheduleId });
    await app.call(leaving, { dateTime: fromNow(86_400_000) });
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Actions for Grace Hall' }).click();
    await page.getByRole('menuitem', { name: 'Remove from the workspace…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Grace Hall?' });
    await dialog.getByText('There is one upcoming call.').waitFor();
    // Nothing is chosen, and no list is open.
    expect(await page.getByRole('listbox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Remove the member' }).click();
    await dialog.getByText('transfer them to another member, or cancel them').waitFor();

    await dialog.getByLabel('Transfer to').fill('noa');
    await page.getByRole('option', { name: 'Noah Reed (closer)' }).click();
    await dialog.getByRole('button', { name: 'Remove the member' }).click();
    const done = page.getByRole('dialog', { name: 'Grace Hall has left' });
    await done.getByText('1 upcoming call has a new host').waitFor();
    await done.getByText('1 API key was revoked').waitFor();
    await done.getByText('Demo call').waitFor();
    await done.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Grace Hall/ }).waitFor({ state: 'detached' });
    expect((await app.get('/v1/contacts', key)).status).toBe(401);
    const [call] = await app.sql('SELECT "userId" FROM "EventCall" WHERE "workspaceId" = $1', [owner.workspaceId]);
    expect(call).toEqual({ userId: closer.userId });
  });

  browserTest(
    'a member gets a link to a new password, unless they are of other workspaces too',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      await app.member(owner.workspaceId, 'CLOSER', grace);
      const shared = await person(app);
      await app.insert('Membership', { workspaceId: owner.workspaceId, userId: shared.userId, role: 'SETTER' });
      await app.sql(`UPDATE "User" SET "firstName" = 'Noah', "lastName" = 'Reed' WHERE "id" = $1`, [shared.userId]);
      const { page } = await openAs(newPage, app, owner, path);
      await page.getByRole('button', { name: 'Actions for Noah Reed' }).click();
      await page.getByRole('menuitem', { name: 'Password reset link…' }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('dialog').getByText('also belongs to other workspaces').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: 'Actions for Grace Hall' }).click();
      await page.getByRole('menuitem', { name: 'Password reset link…' }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      const link = await page.getByLabel('Password reset link').inputValue();
      await page.getByRole('checkbox', { name: 'I have copied the link' }).check();
      await page.getByRole('button', { name: 'Done' }).click();
      const other = await newPage();
      expect((await other.page.goto(link))?.status()).toBe(200);
      await other.page.getByLabel(/New password/).waitFor();
    },
  );

  browserTest('with e-mail the link goes to the member, and its maker does not see it', async ({ newPage, expect }) => {
    const mail = await mailServer();
    const mailing = await webApp({ mailer: mail.mailer, databaseUrl: app.databaseUrl });
    onTestFinished(async () => {
      await mailing.close();
      await mail.close();
    });
    const owner = await mailing.workspace();
    const closer = await mailing.member(owner.workspaceId, 'CLOSER', grace);
    const email = await setPassword(mailing, closer.userId);
    const { page } = await openAs(newPage, mailing, owner, path);
    await page.getByRole('button', { name: 'Actions for Grace Hall' }).click();
    await page.getByRole('menuitem', { name: 'Password reset link…' }).click();
    await page.getByText(`We email a link to ${email} and say that you requested it.`).waitFor();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await notice(page, `We emailed a link to ${email}`).waitFor();
    expect(await page.getByLabel('Password reset link').count()).toBe(0);
    expect(mail.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });

  browserTest(
    'a member reads that a link to their password was made, and dismisses it',
    async ({ newPage, expect }) => {
      const owner = await person(app);
      const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
      const make = `mutation { createPasswordResetLink(input: { userId: ${closer.userId} }) { link } }`;
      await app.graphql(make, await sessionOf(app, owner));
      const { page, complaints } = await openAs(newPage, app, closer, '/calls', forAxe);
      const banner = page.getByRole('status').filter({ hasText: 'A password reset link was created for you' });
      await banner.getByText(`${owner.email}`).waitFor();
      expect(await findingsInAllLooks(page, 'password-link-notice')).toEqual([]);
      await banner.getByRole('link', { name: 'change your password' }).click();
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
      await banner.getByRole('button', { name: 'Dismiss' }).click();
      await banner.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
      expect(await banner.count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );

  browserTest('axe finds nothing serious, light and dark, wide and narrow', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.member(owner.workspaceId, 'CLOSER', grace);
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await page.getByRole('row', { name: /Grace Hall/ }).waitFor();
    expect(await findingsInAllLooks(page, 'team')).toEqual([]);
    await page.getByRole('button', { name: 'Actions for Grace Hall' }).click();
    await page.getByRole('menuitem', { name: 'Remove from the workspace…' }).click();
    await page.getByText('There are no upcoming calls.').waitFor();
    expect(await findingsInAllLooks(page, 'team-remove')).toEqual([]);
  });
});
