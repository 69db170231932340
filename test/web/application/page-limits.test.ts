import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { contactStages } from '../../support/stages.ts';
import { appForTests, leaveToBrowser, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`The limits of pages${unlessBrowser}`, () => {
  const app = appForTests();
  const stages = Array.from({ length: 27 }, (_, index) => `Stage ${String(index + 1).padStart(2, '0')}`);

  browserTest('fill a board of 27 stages beside an integration at its limit', async ({ newPage, expect }) => {
    const owner = await app.workspace({ rateLimitPoints: 1 });
    await contactStages(app, owner.workspaceId, stages);
    const key = await app.apiKey(owner);
    // One of ten is refused unless each of them has a second of its own.
    const sent = await Promise.all(Array.from({ length: 10 }, () => app.get('/v1/contacts', key)));
    expect(sent.map(({ status }) => status)).toContain(429);
    const { page, complaints } = await openAs(newPage, app, owner, '/contacts?view=board');
    for (const name of stages) await page.getByRole('region', { name: new RegExp(`^${name} 0`) }).waitFor();
    expect(complaints).toEqual([]);
  });

  browserTest('let a page wait and go on by itself', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.insert('Contact', { workspaceId: owner.workspaceId, previewId: 'contact_ada', firstName: 'Ada' });
    const opened = await newPage();
    const { page } = opened;
    let refusals = 0;
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('ontacts') || refusals >= 2) return route.fallback();
      refusals++;
      await route.fulfill({
        status: 429,
        headers: { 'Retry-After': '1' },
        json: { errors: [{ message: 'Too many' }] },
      });
    });
    await leaveToBrowser(page);
    await openAs(async () => opened, app, owner, '/contacts');
    await page.getByText('Ada').first().waitFor();
    expect(refusals).toBe(2);
    expect(await page.getByText('Try again').count()).toBe(0);
  });
});
