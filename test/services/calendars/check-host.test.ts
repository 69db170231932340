import { expect, test } from 'vitest';
import { checkHost } from '#src/services/calendars/check-host.ts';
import { readICalendar } from '#src/services/calendars/icalendar/read-icalendar.ts';
import { useApp } from '../../support/app.ts';
import { autumn } from '../../support/icalendars.ts';
import { useIcsServer } from '../../support/ics-server.ts';
import { slowICalendar } from '../../support/slow-icalendars.ts';
import { busyIn, connectedCalendar } from '../../support/stored-calendars.ts';

const app = await useApp();
const server = await useIcsServer();

test('what a calendar has said counts, also where the time for checks ends before it is stored', async () => {
  const member = await app.workspace();
  const time = busyIn('05T10:00', '05T11:00');
  const { url } = server.feed([time]);
  await connectedCalendar(app, member, { connection: { secret: { kind: 'ICS', url } } });
  const deadline = new AbortController();
  const write = (work: Parameters<typeof app.context.db.write>[0]) => {
    deadline.abort();
    return app.context.db.write(work);
  };
  const db = new Proxy(app.context.db, {
    get: (of, name) => (name === 'write' ? write : Reflect.get(of, name, of)),
  });
  expect(await checkHost({ ...app.context, db }, { ...member, ...time }, deadline.signal)).toBe(true);
});

test('calendars that take long to read elsewhere do not keep a check waiting', async () => {
  const member = await app.workspace();
  const time = busyIn('05T10:00', '05T11:00');
  const { url } = server.feed([time]);
  await connectedCalendar(app, member, { connection: { secret: { kind: 'ICS', url } } });
  const { signal, abort } = aborting();
  let ended = 0;
  const slow = [-1, -1, -2, -2, member.workspaceId].map((workspaceId) =>
    readICalendar(slowICalendar, autumn, { signal, workspaceId, timeoutMs: 60_000 }).catch(() => ended++),
  );
  expect(await checkHost(app.context, { ...member, ...time }, new AbortController().signal)).toBe(true);
  expect(ended).toBe(0);
  abort();
  await Promise.all(slow);
});

function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
