import { expect, test } from 'vitest';
import { checkHost } from '#src/services/calendars/check-host.ts';
import { useApp } from '../../support/app.ts';
import { useIcsServer } from '../../support/ics-server.ts';
import { busyIn, connectedCalendar } from '../../support/stored-calendars.ts';

const app = await useApp();
const server = await useIcsServer();
const deadline = () => AbortSignal.timeout(120_000);

test.each([
  ['begins with the end of', busyIn('05T11:00', '05T12:00'), false],
  ['ends with the beginning of', busyIn('05T09:00', '05T10:00'), false],
  ['has the last minute of', busyIn('05T10:59', '05T11:59'), true],
  ['has the first minute of', busyIn('05T09:01', '05T10:01'), true],
])('a time that %s a busy one is taken or not', async (_name, time, isBusy) => {
  const member = await app.workspace();
  const { url } = server.feed([busyIn('05T10:00', '05T11:00')]);
  await connectedCalendar(app, member, { connection: { secret: { kind: 'ICS', url } } });
  expect(await checkHost(app.context, { ...member, ...time }, deadline())).toBe(isBusy);
});

test.each(['disconnectedAt', 'refusedAt'])(
  'a provider that refused the credential is not asked (%s)',
  async (column) => {
    const member = await app.workspace();
    const time = busyIn('05T10:00', '05T11:00');
    const feed = server.feed([time]);
    await connectedCalendar(app, member, { connection: { secret: { kind: 'ICS', url: feed.url } } });
    await app.sql(`UPDATE "CalendarConnection" SET "${column}" = $2 WHERE "workspaceId" = $1`, [
      ...[member.workspaceId, app.clock.now()],
    ]);
    expect(await checkHost(app.context, { ...member, ...time }, deadline())).toBe(false);
    expect(feed.requests).toBe(0);
  },
);
