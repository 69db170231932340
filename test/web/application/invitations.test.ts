import { afterAll, beforeAll, describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import type { TestApp } from '../../support/app.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { type MailServer, mailServer } from '../../support/mail-server.ts';
import { nextSerial } from '../../support/serial.ts';
import { notice, openAs, webApp } from '../../support/web-app.ts';

const path = '/settings/team';
const address = () => `invited-${nextSerial()}@example.com`;

describe.skipIf(!hasBrowser)(`Settings → Team → Invitations${unlessBrowser}`, () => {
  let app: TestApp;
  let mailing: TestApp;
  let mail: MailServer;
  beforeAll(async () => {
    app = await webApp();
    mail = await mailServer();
    mailing = await webApp({ mailer: mail.mailer, databaseUrl: app.databaseUrl });
  });
  afterAll(async () => {
    await mailing.close();
    await app.close();
    await mail.close();
  });

  browserTest(
    'without e-mail the link is shown once, leads in, and can be renewed and revoked',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const email = address();
      const { page, complaints } = await openAs(newPage, app, owner, `${path}?tab=invitations`);
      await page.getByText('No open invitations').waitFor();
      // By keyboard alone.
      await page.getByRole('button', { name: 'Invite a member' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Invite a member' });
      await dialog.locator('input:focus').waitFor();
      await page.keyboard.press('Enter');
      await dialog.getByText('Enter the email address of the new member').waitFor();
      await dialog.locator('input:focus').waitFor();
      await page.keyboard.type(email);
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      expect(await dialog.getByRole('radio', { name: 'Setter' }).isChecked()).toBe(true);
      await page.keyboard.press('Enter');
      const link = page.getByRole('dialog', { name: 'Share the invitation' });
      const first = await link.getByLabel('Invitation link').inputValue();
      await link.getByRole('checkbox').press('Space');
      await link.getByRole('button', { name: 'Done' }).press('Enter');
      const row = page.getByRole('row', { name: new RegExp(email) });
      await row.getByText('Setter').waitFor();
      await row.getByText('by you').waitFor();

      const open = (item: string) => async () => {
        await page.getByRole('button', { name: `Actions for ${email}` }).click();
        await page.getByRole('menuitem', { name: item }).click();
      };
      await open('Invite again…')();
      await page.getByRole('dialog').getByRole('button', { name: 'Invite again' }).click();
      const second = await link.getByLabel('Invitation link').inputValue();
      await link.getByRole('checkbox').check();
      await link.getByRole('button', { name: 'Done' }).click();
      const guest = (await newPage()).page;
      expect((await guest.goto(first))?.ok()).toBe(false);
      expect((await guest.goto(second))?.ok()).toBe(true);
      await guest.getByText(email).first().waitFor();

      await open('Revoke…')();
      await page.getByRole('button', { name: 'Revoke the invitation' }).click();
      await notice(page, `The invitation of ${email} is revoked`).waitFor();
      await page.getByText('No open invitations').waitFor();
      expect((await guest.goto(second))?.ok()).toBe(false);
      expect(complaints).toEqual([]);
    },
  );

  browserTest('with e-mail the link goes to the address alone', async ({ newPage, expect }) => {
    const owner = await mailing.workspace();
    const email = address();
    const { page } = await openAs(newPage, mailing, owner, path);
    await page.getByRole('button', { name: 'Invite a member' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('not an address');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('Please check the marked fields').waitFor();
    expect(await dialog.getByLabel('Email').inputValue()).toBe('not an address');
    await dialog.getByLabel('Email').fill(email);
    mail.refuses = true;
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('The email could not be sent').waitFor();
    mail.refuses = false;
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await notice(page, `The invitation was sent to ${email}`).waitFor();
    await page.getByRole('row', { name: new RegExp(email) }).waitFor();
    expect(await page.getByLabel('Invitation link').count()).toBe(0);
    expect(mail.received.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });

  browserTest('an admin invites no owner, and leaves the invitations of owners alone', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const admin = await app.member(owner.workspaceId, 'ADMIN', { firstName: 'Grace', lastName: 'Hall' });
    const email = address();
    const { body } = await app.graphql(
      'mutation ($input: CreateInvitationInput!) { createInvitation(input: $input) { link } }',
      ...([
        await app.session(owner, { expiresAt: '2100-01-01T00:00:00.000Z' }),
        { input: { email, role: 'OWNER' } },
      ] as const),
    );
    expect(body.errors).toBeUndefined();
    const { page } = await openAs(newPage, app, admin, `${path}?tab=invitations`, forAxe);
    await page
      .getByRole('row', { name: new RegExp(email) })
      .getByText('by Ada Price')
      .waitFor();
    expect(await page.getByRole('button', { name: /Actions for/ }).count()).toBe(0);
    expect(await findingsInAllLooks(page, 'team-invitations')).toEqual([]);
    await page.getByRole('button', { name: 'Invite a member' }).click();
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
    expect(await page.getByRole('dialog').getByRole('radio', { name: 'Owner' }).count()).toBe(0);
    expect(await findingsInAllLooks(page, 'team-invite')).toEqual([]);
  });
});
