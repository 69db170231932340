import { z } from 'zod';
import { enumeration, id } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { randomBase62 } from '#src/lib/secrets/crypto.ts';
import { dayMs } from '#src/lib/time/zone-offsets.ts';
import { calendarFeedScopes } from './calendar.ts';

/** A secret URL at which calendar programs read calls. The record does not contain the secret. */
export const calendarFeedRecord = {
  id: field.int('Feed id.'),
  scope: field.oneOf(calendarFeedScopes, 'Which calls the feed contains.'),
  lastReadAt: field.dateTime('When a program last read the feed, accurate to one hour; null if never.').nullable(),
  createdAt: field.dateTime('When the feed was created.'),
};
export interface CalendarFeed extends RecordOf<typeof calendarFeedRecord> {}

/** A new feed with its address, which is shown once. */
export const calendarFeedWithUrlRecord = {
  feed: field.object(calendarFeedRecord, 'The feed without its address.'),
  url: field.string(
    'Address of the feed, shown only in this response. Anyone who has it can read the calls without signing in.',
  ),
};
export interface CalendarFeedWithUrl extends RecordOf<typeof calendarFeedWithUrlRecord> {}

export const calendarFeedListInput = z.object({});

export const createCalendarFeedInput = z.object({
  scope: enumeration(calendarFeedScopes).describe(
    'OWN: the calls that you host or set. WORKSPACE: all calls of the workspace, for owners and admins.',
  ),
});

export const deleteCalendarFeedInput = z.object({ id: id().describe('Id of the feed.') });

export type CreateCalendarFeedInput = z.output<typeof createCalendarFeedInput>;

/** The secret contains its workspace, so that only that one is searched. Logs redact it by its prefix. */
export function generateFeedSecret(workspaceId: number): string {
  return `service_cal_${workspaceId.toString(36)}_${randomBase62(43)}`;
}

const feedSecret = /^service_cal_([0-9a-z]{1,6})_[0-9A-Za-z]{43}$/;

/** The workspace in a secret; undefined for a malformed secret. */
export function workspaceOfFeedSecret(secret: string): number | undefined {
  const [, workspace] = feedSecret.exec(secret) ?? [];
  const id = workspace === undefined ? Number.NaN : Number.parseInt(workspace, 36);
  return id >= 1 && id < 2 ** 31 ? id : undefined;
}

export function feedPath(secret: string): string {
  return `/calendar/${secret}.ics`;
}

/** The calls in a feed: how far back, how far ahead, and how many at most. */
export const feedRange = { beforeMs: 30 * dayMs, aheadMs: 400 * dayMs, maxCalls: 5_000 } as const;
