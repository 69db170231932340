import { type BusyTime, packBusy } from '#src/domain/calendars/busy.ts';
import type { CalendarGateway } from '#src/services/calendars/gateway.ts';
import type { CalendarSecret } from '#src/services/calendars/providers/provider.ts';
import { calendarGateway } from './calendar-gateway.ts';
import type { Factories, Member } from './factories.ts';

interface ConnectionDraft {
  readonly name?: string;
  readonly secret?: CalendarSecret;
  readonly lastReadAt?: string | null;
  readonly readableUntil?: string;
  readonly failedAt?: string;
  readonly disconnectedAt?: string | null;
}

interface CalendarDraft {
  readonly name?: string;
  readonly busy?: readonly BusyTime[];
  readonly busyUntil?: string | null;
  readonly countsAsBusy?: boolean;
}

const gateway: Pick<CalendarGateway, 'seal'> = calendarGateway();

/** A connection of a member that was read at noon, as the clock of the tests has it. Returns its id. */
export async function storedConnection(
  app: Factories,
  member: Member,
  { secret = { kind: 'ICS', url: 'http://127.0.0.1:1/feed.ics' }, ...draft }: ConnectionDraft = {},
): Promise<number> {
  const { id } = await app.insert('CalendarConnection', {
    ...{ ...member, kind: secret.kind, name: 'calendars.example.com', secret: gateway.seal(secret) },
    ...{
      lastReadAt: '2026-03-04T12:00:00Z',
      readableUntil: '2026-03-04T12:15:00Z',
      nextReadAt: '2026-03-04T12:05:00Z',
    },
    ...draft,
  });
  return id;
}

/** A calendar that counts as busy. Returns its id. */
export async function storedCalendar(
  app: Factories,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  { connectionId, busy = [], ...draft }: CalendarDraft & { readonly connectionId: number },
): Promise<number> {
  const { id } = await app.insert('Calendar', {
    ...{ workspaceId, connectionId, externalId: 'feed', name: 'Work', isWritable: false, busy: packBusy(busy) },
    ...{ busyUntil: '2027-03-04T12:00:00Z', ...draft },
  });
  return id;
}

/** A connection with one calendar that holds these times. */
export async function connectedCalendar(
  app: Factories,
  member: Member,
  { connection, ...calendar }: CalendarDraft & { readonly connection?: ConnectionDraft } = {},
): Promise<{ readonly connectionId: number; readonly calendarId: number }> {
  const connectionId = await storedConnection(app, member, connection);
  return { connectionId, calendarId: await storedCalendar(app, member, { connectionId, ...calendar }) };
}

/** `[start, end)` of March 2026, each as `DDTHH:mm` in UTC. */
export const busyIn = (start: string, end: string): BusyTime => ({
  start: Date.parse(`2026-03-${start}:00Z`),
  end: Date.parse(`2026-03-${end}:00Z`),
});
