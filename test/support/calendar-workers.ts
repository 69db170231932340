import { CalendarReader } from '#src/jobs/calendars/reader.ts';
import { EntryWriter } from '#src/jobs/calendars/writer.ts';
import type { CalendarSecret } from '#src/services/calendars/providers/provider.ts';
import { type CalendarContext, storeConnection } from '#src/services/calendars/store-connection.ts';
import { auditKeys } from './audit-keys.ts';
import type { Member } from './factories.ts';
import { untilDone } from './until-done.ts';

export interface CalendarWorkers {
  readonly reader: CalendarReader;
  readonly writer: EntryWriter;
  /** Reads what is due, and what becomes due of it, until nothing is left. */
  readDue(): Promise<void>;
  writeDue(): Promise<void>;
  readonly errors: unknown[];
}

/** Workers with the clock of the test. */
export function calendarWorkers({ context }: { readonly context: CalendarContext }): CalendarWorkers {
  const errors: unknown[] = [];
  const { db, clock, calendars } = context;
  const options = {
    ...{ db, clock, calendars, appUrl: 'http://app.test' },
    onError: (error: unknown) => void errors.push(error),
  };
  const [reader, writer] = [new CalendarReader(options), new EntryWriter(options)];
  return { reader, writer, errors, readDue: () => untilDone(reader), writeDue: () => untilDone(writer) };
}

/** Connects the calendars of a member, as the member would: the main one counts as busy. Returns the id of the connection. */
export async function connectCalendars(
  { context }: { readonly context: CalendarContext },
  { workspaceId, userId }: Member,
  secret: CalendarSecret,
): Promise<number> {
  const { http, host } = context.calendars;
  const access = { secret, http, host, signal: AbortSignal.timeout(120_000), timeZone: 'UTC', workspaceId };
  const found = await context.calendars.provider(secret.kind).listCalendars(access);
  return storeConnection({ ...context, auditKeys }, [workspaceId, userId], { secret, found, connectionId: null });
}
