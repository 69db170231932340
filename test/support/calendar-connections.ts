import type { TestApp } from './app.ts';
import { calendarGateway } from './calendar-gateway.ts';
import type { Member } from './factories.ts';
import { nextSerial } from './serial.ts';

/** A connection with one calendar, which was read just now. Nothing answers at its address. */
export async function calendarConnection(
  app: Pick<TestApp, 'insert'>,
  { workspaceId, userId }: Member,
  changes: object = {},
): Promise<{ id: number }> {
  const serial = nextSerial();
  const secret = calendarGateway().seal({ kind: 'ICS', url: `http://127.0.0.1:1/${serial}.ics` });
  const state = { lastReadAt: '2026-03-04T11:59:00Z', readableUntil: '2100-03-04T12:14:00Z', nextReadAt: '2100-03-04' };
  const row = { workspaceId, userId, kind: 'ICS', name: `127.0.0.1 ${serial}`, secret, ...state, ...changes };
  const connection = (await app.insert('CalendarConnection', row)) as { id: number };
  await app.insert('Calendar', {
    ...{ workspaceId, connectionId: connection.id, externalId: `calendar-${serial}`, name: `Work ${serial}` },
    ...{ isWritable: false, busyUntil: '2100-03-04T12:00:00Z' },
  });
  return connection;
}

/** An entry of a call in a calendar of this member. */
export async function calendarEntry(
  app: Pick<TestApp, 'insert' | 'sql'>,
  member: Member,
  eventCallId: number,
  changes: object = {},
): Promise<{ id: number }> {
  const { workspaceId } = member;
  const { id: connectionId } = await calendarConnection(app, member);
  const [calendar] = await app.sql<{ id: number }>(
    'SELECT "id" FROM "Calendar" WHERE "workspaceId" = $1 AND "connectionId" = $2',
    [workspaceId, connectionId],
  );
  const state = { status: 'WRITTEN', writtenAt: '2026-03-04T11:00:00Z', endTime: '2026-04-01T10:00:00Z' };
  return app.insert('CalendarEntry', { workspaceId, eventCallId, calendarId: calendar?.id, ...state, ...changes });
}
