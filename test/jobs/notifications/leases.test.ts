import { expect, test, vi } from 'vitest';
import { leaseMail, leaseMs } from '#src/db/writes/notification-leases.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { type SendingWorker, sendingWorker, takeMails, useClearedMails } from '../../support/call-mails.ts';

const { app, mail, sendDue } = await useClearedMails();

interface Row {
  readonly id: number;
  readonly status: string;
  readonly attempts: number;
  readonly lastError: string | null;
}

async function row(): Promise<Row> {
  const [found] = await app.sql<Row>('SELECT "id", "status", "attempts", "lastError" FROM "Notification"');
  return found as Row;
}

/** A booking with one mail: its invitation for the invitee. */
async function invitation() {
  const booking = await bookingIn(app);
  await booking.booked({ dateTime: march('20T10:00') });
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST' OR "kind" = 'REMINDER'`);
  return booking;
}

const passTime = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms).toISOString());

interface CutOffWorker extends SendingWorker {
  /** Gives its database back. */
  reconnect(): void;
}

/** A worker that has sent the mail, and whose database is away since. */
async function cutOffAfterSending(): Promise<CutOffWorker> {
  let isAway = true;
  const db = new Proxy(app.context.db, {
    get: (target, name) =>
      (name === 'write' || name === 'writeOne') && isAway && mail.received.length > 0
        ? () => Promise.reject(new Error('The database is away'))
        : Reflect.get(target, name),
  });
  const sending = sendingWorker({ context: { ...app.context, db } }, mail.mailer);
  await sending.worker.run();
  await vi.waitFor(() => expect(sending.errors).not.toEqual([]), { timeout: 60_000 });
  const reconnect = () => {
    isAway = false;
  };
  return { ...sending, reconnect };
}

test('what the server has taken is recorded when the database is back, and not sent again by the same process', async () => {
  await invitation();
  const { worker, sendDue: send, reconnect } = await cutOffAfterSending();
  passTime(2 * leaseMs);
  reconnect();
  // Looks for mail before the result is recorded.
  await worker.run();
  await send();
  expect(await row()).toMatchObject({ status: 'SENT', attempts: 1 });
  expect(await takeMails(mail)).toHaveLength(1);
});

test('what the server has taken is recorded although another process has tried since, and is not tried again', async () => {
  await invitation();
  const { sendDue: send, reconnect } = await cutOffAfterSending();
  passTime(2 * leaseMs);
  mail.answer = { to: 'recipient', code: 451, text: 'Later' };
  await sendDue();
  expect(await row()).toMatchObject({ status: 'WAITING', attempts: 1 });
  reconnect();
  await send();
  expect(await row()).toMatchObject({ status: 'SENT', attempts: 2, lastError: null });
  mail.answer = undefined;
  passTime(24 * 3_600_000);
  await sendDue();
  expect(await takeMails(mail)).toHaveLength(1);
});

test('a result that matches no row is reported with the ids of mail and workspace', async () => {
  const { workspaceId } = await invitation();
  const { id } = await row();
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const send = async (each: Parameters<typeof mail.mailer.send>[0]) => {
    begun.resolve();
    await released.promise;
    await mail.mailer.send(each);
  };
  const { worker, errors } = sendingWorker(app, { send });
  await worker.run();
  await begun.promise;
  await app.sql('DELETE FROM "Notification"');
  released.resolve();
  await worker.settled();
  expect(errors.map(String)).toEqual([
    expect.stringContaining(`notification ${id} of workspace ${workspaceId} was deleted`),
  ]);
});

test('a result of a message is none of the next one, which somebody sends again meanwhile', async () => {
  const { key } = await invitation();
  const { id } = await row();
  const { sendDue: send, reconnect } = await cutOffAfterSending();
  passTime(2 * leaseMs);
  mail.answer = { to: 'recipient', code: 550, text: 'No such user' };
  await sendDue();
  await app.graphql(`mutation { resendNotification(input: { id: ${id} }) { id } }`, key);
  reconnect();
  await send();
  expect(await row()).toMatchObject({ status: 'FAILED', attempts: 1 });
});

test('attempts whose process was killed leave a mail all its retries', async () => {
  const { workspaceId } = await invitation();
  for (let killed = 0; killed < 6; killed++) {
    expect(await leaseMail(app.context.db, { workspaceId, now: app.clock.now(), except: [] })).toBeDefined();
    await sendDue();
    expect(await row()).toMatchObject({ status: 'WAITING', attempts: 0 });
    passTime(leaseMs + 1);
  }
  mail.answer = { to: 'recipient', code: 451, text: 'Greylisted' };
  await sendDue();
  expect(await row()).toMatchObject({ status: 'WAITING', attempts: 1 });
  mail.answer = undefined;
  passTime(leaseMs);
  await sendDue();
  expect(await row()).toMatchObject({ status: 'SENT', attempts: 2 });
});
