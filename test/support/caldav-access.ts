import { randomInt } from 'node:crypto';
import { OutgoingClient } from '#src/lib/network/outgoing-client.ts';
import type { CaldavAccess } from '#src/services/calendars/providers/caldav/dav-client.ts';
import { readBusy } from '#src/services/calendars/providers/caldav/read-busy.ts';
import type { BusyRead, CallEntry, EntryPlace, ReadRange } from '#src/services/calendars/providers/provider.ts';

export const outgoing = new OutgoingClient({ allowsLoopback: true });

interface Credential {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** The access of a member in Berlin to a server on this machine. */
export function accessTo({ url, username, password }: Credential, changes: Partial<CaldavAccess> = {}): CaldavAccess {
  return {
    secret: { kind: 'CALDAV', url, username, password },
    ...{ http: outgoing, signal: AbortSignal.timeout(120_000), timeZone: 'Europe/Berlin', host: 'slotline.example' },
    workspaceId: 1,
    ...changes,
  };
}

export const winter: ReadRange = { from: Date.UTC(2026, 10, 1), until: Date.UTC(2027, 2, 1) };

/** A read without a state of an earlier one. */
export async function readAll(access: CaldavAccess, externalId: string, range = winter): Promise<BusyRead> {
  const read = await readBusy(access, { externalId, timeZone: null, syncState: null }, range);
  if (read === 'unchanged') throw new Error('A read without a state cannot be unchanged.');
  return read;
}

/** `2026-12-01T10:00Z/2026-12-01T11:00Z`. */
export function busyTexts({ busy }: BusyRead): string[] {
  const text = (instant: number) => new Date(instant).toISOString().replace(/:00\.000Z$/, 'Z');
  return busy.map(({ start, end }) => `${text(start)}/${text(end)}`).sort();
}

/** One VEVENT as a calendar program stores it. */
export function eventText(uid: string, ...lines: readonly string[]): string {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', 'BEGIN:VEVENT', `UID:${uid}`];
  return [...head, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
}

interface TestCall {
  readonly uid: string;
  readonly entry: CallEntry;
  /** Where it is written, and the address that an earlier write returned. */
  placeIn(calendar: string, externalId?: string): EntryPlace;
}

/** A call of its own: no two calendars of one account may hold the same UID. */
export function newCall(): TestCall {
  const id = Array.from({ length: 22 }, () => 'abcdefghijkmnpqrstuvwxyzABCDEFGH23456789'[randomInt(40)]).join('');
  const uid = `call_${id}@slotline.example`;
  const entry = {
    ...{ uid, sequence: 0, timeZone: 'Europe/Berlin', location: 'https://meet.example.com/1?a=1&b=2' },
    ...{ start: new Date('2026-12-02T10:00:00Z'), end: new Date('2026-12-02T10:30:00Z') },
    summary: 'Ünal, "Introduction"; 30 minutes',
    description: `With Ünal\n${'A long line, as answers of invitees are. '.repeat(10)}`,
  };
  const placeIn = (externalId: string, entryId: string | null = null) => ({
    ...{ calendar: { externalId }, uid, externalId: entryId },
  });
  return { uid, entry, placeIn };
}
