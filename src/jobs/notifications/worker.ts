import { type LeasedMail, leaseMail, workspacesWithMail } from '#src/db/writes/notification-leases.ts';
import { LeaseWorker } from '../lease-worker.ts';
import { type DeliveryContext, deliverMail } from './deliver.ts';

/** Sends due e-mails about calls. */
export class NotificationWorker extends LeaseWorker<LeasedMail> {
  constructor(context: Omit<DeliveryContext, 'aborting'>) {
    const { db, clock, onError } = context;
    super({
      // The maximum number of connections to the mail server.
      maxAtOnce: 5,
      maxPerWorkspace: 3,
      onError,
      workspaces: () => workspacesWithMail(db, clock.now()),
      lease: (workspaceId, underWay) => {
        const except = underWay.map(({ id }) => id);
        return leaseMail(db, { workspaceId, now: clock.now(), except });
      },
      work: (leased, aborting) => deliverMail({ ...context, aborting }, leased),
    });
  }
}
