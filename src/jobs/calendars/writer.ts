import { type LeasedEntry, leaseEntry, workspacesWithEntries } from '#src/db/writes/calendar-entry-leases.ts';
import { LeaseWorker } from '../lease-worker.ts';
import { type WritingContext, writeEntry } from './write-entry.ts';

/** Brings due calendar entries up to date with their calls. */
export class EntryWriter extends LeaseWorker<LeasedEntry> {
  constructor(context: WritingContext & { readonly onError: (error: unknown) => void }) {
    const { db, clock, onError } = context;
    super({
      maxAtOnce: 20,
      maxPerWorkspace: 8,
      onError,
      workspaces: () => workspacesWithEntries(db, clock.now()),
      lease: (workspaceId, underWay) => {
        const exceptCalendars = underWay.map(({ calendarId }) => calendarId);
        return leaseEntry(db, { workspaceId, now: clock.now(), exceptCalendars });
      },
      work: (leased, aborting) => writeEntry(context, leased, aborting),
    });
  }
}
