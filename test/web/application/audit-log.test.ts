import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { auditEntry } from '../../support/audit.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { appForTests, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`Settings → Audit log${unlessBrowser}`, () => {
  const app = appForTests();
  const path = '/settings/audit-log';
  const rows = (page: Page) => page.getByRole('table', { name: 'Entries' }).locator('tbody').getByRole('row');

  browserTest('an owner sees who did what, with the values before and after', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.sql(`UPDATE "User" SET "firstName" = 'Ada', "lastName" = 'Hart' WHERE "id" = $1`, [owner.userId]);
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const changes = { role: { from: 'CLOSER', to: 'SETTER' } };
    await auditEntry(app, owner, { action: 'member.updated', targetId: closer.userId, changes });
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    const row = rows(page).filter({ hasText: `Member updated · ${closer.userId}` });
    await row.filter({ hasText: 'role: CLOSER → SETTER' }).filter({ hasText: 'Ada Hart' }).waitFor();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(await findingsInAllLooks(page, 'audit-log')).toEqual([]);
  });

  browserTest('the address has the filter, and nothing found says so', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    for (const to of ['One', 'Two']) await auditEntry(app, owner, { changes: { name: { from: 'Acme', to } } });
    await auditEntry(app, owner, { action: 'event.created' });
    const { page } = await openAs(newPage, app, owner, `${path}?action=workspace.updated`);
    await rows(page).filter({ hasText: 'Acme → Two' }).waitFor();
    expect(await rows(page).count()).toBe(2);
    const { page: other } = await openAs(newPage, app, owner, `${path}?action=member.removed`);
    await other.getByText('No entry fits these filters').waitFor();
  });

  browserTest('a closer reads who may open it', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, await app.member(owner.workspaceId, 'CLOSER'), path);
    await page.getByText('Only owners and admins can read the audit log').waitFor();
    expect(await rows(page).count()).toBe(0);
  });
});
