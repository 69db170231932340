import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { present, presentMs } from '../../support/present.ts';
import { deal, transaction } from '../../support/sales-factories.ts';
import { appForTests, openAs } from '../../support/web-app.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A time zone in which it is now another day than in UTC, an hour or more from midnight. */
function zoneOfAnotherDay() {
  const offset = present().getUTCHours() < 11 ? -12 : 14;
  // The sign of these names is the opposite of that of an offset.
  return { timeZone: `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`, offset };
}

describe.skipIf(!hasBrowser)(`The numbers of the own month${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest.for(['OWNER', 'SETTER'] as const)(
    'of a member who is %s are of the own calls alone, by the days of the workspace',
    async (role, { newPage, expect }) => {
      const { timeZone, offset } = zoneOfAnotherDay();
      const owner = await app.workspace({ timeZone });
      const closer = await app.member(owner.workspaceId, 'CLOSER');
      const member = role === 'OWNER' ? owner : await app.member(owner.workspaceId, role);
      await app.sql(`UPDATE "User" SET "timeZone" = 'UTC' WHERE "id" = $1`, [member.userId]);
      const today = new Date(presentMs() + offset * hourMs).toISOString().slice(0, 10);
      const firstDay = `${today.slice(0, 7)}-01`;
      const noonOf = (day: string, daysAfter = 0, hour = 12) =>
        new Date(Date.parse(day) + daysAfter * dayMs + (hour - offset) * hourMs).toISOString();
      const setterId = role === 'SETTER' ? member.userId : undefined;
      const own = (dateTime: string) => app.call(owner, { dateTime, ...(setterId !== undefined && { setterId }) });
      // One call more or less would be counted if the days were those of UTC, also around the first of a month.
      await own(noonOf(today));
      await own(noonOf(today, 0, 14));
      await own(noonOf(today, 1));
      await own(noonOf(firstDay, -1));
      await app.call(closer, { dateTime: noonOf(today) });
      const time = noonOf(today);
      for (const [seller, value] of [[member, '100.00'] as const, [closer, '900.00'] as const]) {
        const dealId = await deal(app, seller, { value, time });
        await transaction(app, seller, { dealId, value, time });
      }
      const { page, complaints } = await openAs(newPage, app, member, '/');
      const panel = page.getByRole('region', { name: 'Your month' });
      const booked = panel.locator('.number-link').first();
      await booked.waitFor();
      expect(await booked.textContent()).toBe('2');
      const { searchParams } = new URL((await booked.getAttribute('href')) ?? '', page.url());
      expect(Object.fromEntries(searchParams)).toEqual({
        ...{ when: 'all', counted: 'booked', date: `${firstDay}..${today}`, daysIn: 'workspace' },
        ...(role === 'OWNER' && { hosts: `"${owner.userId}"` }),
      });
      await panel.getByText('$100.00', { exact: true }).waitFor();
      // The list behind the number is of the same days.
      await booked.click();
      await page.getByText('2 calls', { exact: true }).waitFor();
      expect(complaints).toEqual([]);
    },
  );
});
