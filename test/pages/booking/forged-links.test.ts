import { describe, expect, test } from 'vitest';
import { ArrivalLimits } from '#src/access/arrival-limits.ts';
import { nodeLimits } from '#src/access/limit-table.ts';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { manyAddresses, nextAddress, openPage } from '../../support/booking-pages.ts';
import { memoryInviteeLimits } from '../../support/login-throttle.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp({
  ...manyAddresses,
  arrivalLimits: new ArrivalLimits(
    undefined,
    memoryWindows(() => 0, 10),
  ),
  inviteeLimits: memoryInviteeLimits(() => 0),
});

const cancel = new URLSearchParams({ do: 'cancel' });
const forged = '/b/1.call_abc.def';

async function bookedPath(headers: Record<string, string>): Promise<string> {
  const owner = await app.workspace();
  const linkPrefix = `user-${owner.userId}/forged-${nextSerial()}`;
  await bookableEvent(app, owner, { linkPrefix });
  const form = new URLSearchParams({ email: 'ira@example.com', dateTime: '2026-03-05T10:00:00.000Z', timeZone: 'UTC' });
  const { status, location } = await openPage(app, `/e/${linkPrefix}`, { form, headers });
  expect(status).toBe(303);
  return new URL(location ?? '', `${app.url}/e/${linkPrefix}`).pathname;
}

describe('a link that this server has not signed', () => {
  test.each([
    ['POST', cancel, forged],
    ['GET', undefined, forged],
    ['GET', undefined, `${forged}.ics`],
  ] as const)('is 404 by %s, beyond its limit 429, and asks no database', async (_method, form, path) => {
    const headers = nextAddress();
    app.statements.length = 0;
    const statuses: number[] = [];
    for (let sent = 0; sent < nodeLimits.arrivals.forgedLink.points + 2; sent++) {
      statuses.push((await openPage(app, path, { form, headers })).status);
    }
    const found = Array.from({ length: nodeLimits.arrivals.forgedLink.points }, () => 404);
    expect(statuses).toEqual([...found, 429, 429]);
    expect(app.statements).toEqual([]);
    expect((await openPage(app, path, { form, headers })).headers.get('retry-after')).toBe('10');
    // Whoever else is behind the address books, and sees and cancels the booking.
    const own = await bookedPath(headers);
    expect((await openPage(app, own, { headers })).status).toBe(200);
    expect((await openPage(app, own, { form: cancel, headers })).status).toBe(303);
  });

  test('is NOT_FOUND in GraphQL, and beyond its limit RATE_LIMIT_EXCEEDED', async () => {
    const fields = [
      'publicBooking(token: "x.y") { name }',
      'cancelPublicBooking(input: { token: "x.y" }) { name }',
      'reschedulePublicBooking(input: { token: "x.y", dateTime: "2026-03-05T10:00:00Z" }) { name }',
    ];
    const headers = nextAddress();
    const codes: string[] = [];
    for (let sent = 0; sent <= nodeLimits.arrivals.forgedLink.points; sent++) {
      const field = fields[sent % 3] as string;
      const body = JSON.stringify({ query: sent % 3 === 0 ? `{ ${field} }` : `mutation { ${field} }` });
      const response = await fetch(`${app.url}/graphql`, {
        ...{ method: 'POST', body },
        headers: { ...headers, 'content-type': 'application/json' },
      });
      codes.push((await response.json()).errors[0].extensions.code);
    }
    expect(new Set(codes.slice(0, -1))).toEqual(new Set(['NOT_FOUND']));
    expect(codes.at(-1)).toBe('RATE_LIMIT_EXCEEDED');
    await bookedPath(headers);
  });
});

test('beyond the limit of changes, the page of a booking answers 429 and not 404', async () => {
  const headers = nextAddress();
  const own = await bookedPath(headers);
  const move = new URLSearchParams({ do: 'move', dateTime: '2026-03-05T10:30:00.000Z', timeZone: 'UTC' });
  const statuses: number[] = [];
  for (let sent = 0; sent < 201; sent++) statuses.push((await openPage(app, own, { form: move, headers })).status);
  expect(statuses.slice(0, 199)).not.toContain(429);
  const refused = await openPage(app, own, { form: move, headers });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  // Looks still count apart.
  expect((await openPage(app, own, { headers })).status).toBe(200);
});
