import { type LeasedConnection, leaseConnection, workspacesToRead } from '#src/db/writes/calendar-leases.ts';
import { readLeasedConnection } from '#src/services/calendars/read-connection.ts';
import type { CalendarContext } from '#src/services/calendars/store-connection.ts';
import { LeaseWorker } from '../lease-worker.ts';

/** Reads the calendars that are due. */
export class CalendarReader extends LeaseWorker<LeasedConnection> {
  constructor(context: CalendarContext & { readonly onError: (error: unknown) => void }) {
    const { db, clock, onError } = context;
    super({
      // A read mostly waits for the provider.
      maxAtOnce: 20,
      maxPerWorkspace: 8,
      onError,
      workspaces: () => workspacesToRead(db, clock.now()),
      lease: (workspaceId, underWay) => {
        const except = underWay.map(({ id }) => id);
        return leaseConnection(db, { workspaceId, now: clock.now(), except });
      },
      work: (leased, aborting) => readLeasedConnection(context, leased, aborting),
    });
  }
}
