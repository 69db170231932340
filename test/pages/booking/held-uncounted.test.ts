import { expect, test } from 'vitest';
import { holdingEvent, hour, useHoldingApp } from '../../support/held-bookings.ts';

const { app } = await useHoldingApp();

test('leads who meet a rule take no booking from others of their network', async () => {
  const rule = { kind: 'EMAIL_DOMAIN' as const, values: ['rival.example'] };
  const event = await holdingEvent(app, { disqualificationRules: [rule], disqualifiedMessage: 'Not for you.' });
  await event.fill(9);
  for (const number of [1, 2]) {
    const page = await event.book(hour(number), { name: 'R', email: `r${number}@rival.example` });
    expect(page.text).toContain('Not for you.');
  }
  expect((await event.book(hour(3), { name: 'Ada', email: 'ada@example.com' })).status).toBe(303);
  expect(await event.holds()).toEqual([]);
});
