import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { type Mailer, openMailer } from '#src/services/accounts/mailer.ts';
import { bookingIn, march } from '../../support/bookings.ts';
import { sendingWorker, takeMails, useClearedMails } from '../../support/call-mails.ts';

const { app, mail, sendDue } = await useClearedMails();
const start = '2026-03-04T12:00:00.000Z';

interface Row {
  readonly id: number;
  readonly status: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly dueAt: string;
  readonly sentAt: string | null;
}

let workspaceId = 0;
const rows = () =>
  app.sql<Row>(
    `SELECT "id", "status", "attempts", "lastError", "dueAt", "sentAt" FROM "Notification"
     WHERE "workspaceId" = $1 AND "recipient" = 'INVITEE' AND "kind" <> 'REMINDER' ORDER BY "id"`,
    [workspaceId],
  );
const row = async () => (await rows())[0] as Row;
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** A booking whose host gets no mail, so that one row decides. */
async function invitation(input: object = {}) {
  const booking = await bookingIn(app);
  workspaceId = booking.workspaceId;
  const call = await booking.booked({ dateTime: march('20T10:00'), ...input });
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST'`);
  return { ...booking, call };
}

const minutes = (count: number) => new Date(Date.parse(start) + count * 60_000).toISOString();

test('a greylisted mail is tried again after 1, 5 and 30 minutes, 2 and 6 hours, then no more, with the words of the server', async () => {
  await invitation();
  mail.answer = { to: 'recipient', code: 451, text: 'Greylisted, try again later' };
  let at = 0;
  for (const [index, pause] of [1, 5, 30, 120, 360].entries()) {
    await sendDue();
    const { status, attempts, lastError, dueAt } = await row();
    expect([status, attempts, lastError]).toEqual([
      ...['WAITING', index + 1, 'The mail server rejected the email. Its response: 451 Greylisted, try again later'],
    ]);
    at += pause;
    expect(new Date(dueAt).toISOString()).toBe(minutes(at));
    app.clock.set(new Date(Date.parse(minutes(at)) - 1).toISOString());
    await sendDue();
    expect((await row()).attempts).toBe(index + 1);
    app.clock.set(minutes(at));
  }
  await sendDue();
  expect(await row()).toMatchObject({ status: 'FAILED', attempts: 6, sentAt: null });
  app.clock.set(minutes(at + 10_000));
  await sendDue();
  expect([await row(), mail.received]).toMatchObject([{ attempts: 6 }, []]);
});

test('a greylisted mail goes once when the server takes it, and never again', async () => {
  await invitation();
  mail.answer = { to: 'content', code: 451, text: 'Later' };
  await sendDue();
  mail.answer = undefined;
  app.clock.set(minutes(1));
  await sendDue();
  expect(await row()).toMatchObject({ status: 'SENT', attempts: 2, lastError: null });
  app.clock.set(minutes(5_000));
  await sendDue();
  expect((await takeMails(mail)).map(({ calendar }) => calendar?.sequence)).toEqual([0]);
});

test.each(['recipient', 'content'] as const)(
  'a mail that is refused for good at the %s has failed at once',
  async (to) => {
    await invitation();
    mail.answer = { to, code: 550, text: 'No such user \u202e here' };
    await sendDue();
    expect(await row()).toMatchObject({ status: 'FAILED', attempts: 1 });
    expect((await row()).lastError).toMatch(
      /^The mail server rejected the email\. Its response: 550 No such user\s+here$/,
    );
  },
);

async function listening(onSocket: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

const quick = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 };
const mailerTo = (port: number, options: Partial<Parameters<typeof openMailer>[0]> = {}): Mailer =>
  openMailer({ url: `smtp://127.0.0.1:${port}`, from: 'slotline@example.com', limits: quick, ...options });

const broken: readonly [string, (socket: Socket) => void, string][] = [
  ['hangs before its greeting', () => undefined, 'The mail server did not respond in time.'],
  [
    'hangs after its greeting',
    (socket: Socket) => void socket.write('220 hello\r\n'),
    'The mail server did not respond in time.',
  ],
  ['closes at once', (socket: Socket) => void socket.end(), 'The connection to the mail server failed.'],
];

test.each(broken)(
  'a server that %s loses nothing: the mail is tried again, and its state is shown',
  async (_name, onSocket, text) => {
    await invitation();
    const { port } = await listening(onSocket);
    await sendingWorker(app, mailerTo(port)).sendDue();
    expect(await row()).toMatchObject({ status: 'WAITING', attempts: 1 });
    expect((await row()).lastError).toContain(text);
    app.clock.set(minutes(1));
    await sendDue();
    expect(await row()).toMatchObject({ status: 'SENT', attempts: 2 });
    expect(await takeMails(mail)).toHaveLength(1);
  },
);

test('a server that is away or has no TLS where it is required loses nothing', async () => {
  await invitation();
  const { server, port } = await listening(() => undefined);
  await new Promise((resolve) => server.close(resolve));
  await sendingWorker(app, mailerTo(port)).sendDue();
  expect((await row()).lastError).toBe('The connection to the mail server failed.');
  app.clock.set(minutes(1));
  const plain = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  plain.on('error', () => undefined);
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  endings.push(() => new Promise<void>((resolve) => plain.close(resolve)));
  await sendingWorker(app, mailerTo((plain.server.address() as AddressInfo).port, { tls: 'required' })).sendDue();
  expect(await row()).toMatchObject({ status: 'WAITING', attempts: 2 });
  expect((await row()).lastError).toMatch(/^No TLS connection to the mail server could be established\./);
  // Its certificate is nobody's.
  app.clock.set(minutes(10));
  await sendingWorker(app, mailerTo(mail.port, { tls: 'required' })).sendDue();
  expect((await row()).lastError).toMatch(
    /^No TLS connection to the mail server could be established\. Reason: .*certificate/,
  );
  expect(mail.received).toEqual([]);
});

test('while the server hangs, what other mails and calls need goes on', async () => {
  const { call, reschedule } = await invitation();
  const { port } = await listening(() => undefined);
  const { worker } = sendingWorker(
    app,
    mailerTo(port, { limits: { ...quick, greetingTimeout: 5_000, socketTimeout: 5_000 } }),
  );
  await worker.run();
  expect(worker.inFlight).toBe(1);
  expect((await reschedule({ id: call.id, dateTime: march('21T10:00'), timeZone: 'UTC' })).status).toBe(200);
  // Another workspace has its turn while that one waits.
  await invitation();
  await sendDue();
  expect(await row()).toMatchObject({ status: 'SENT' });
});

test('the mail of a later change takes the place of one that the server has put off', async () => {
  const { call, reschedule } = await invitation();
  mail.answer = { to: 'recipient', code: 451, text: 'Later' };
  await sendDue();
  await reschedule({ id: call.id, dateTime: march('21T10:00'), timeZone: 'UTC' });
  await app.sql(`DELETE FROM "Notification" WHERE "recipient" = 'HOST'`);
  await sendDue();
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([1]);
  mail.answer = undefined;
  app.clock.set(minutes(10));
  await sendDue();
  const mails = await takeMails(mail);
  expect(mails.map(({ calendar }) => [calendar?.sequence, calendar?.start])).toEqual([[1, march('21T10:00')]]);
});

test('two workers send each mail once', async () => {
  const { workspaceId: busy } = await invitation();
  const mails = Array.from({ length: 20 }, (_, index) =>
    march(`2${1 + (index % 8)}T${String(index).padStart(2, '0')}:00`),
  );
  const booking = await bookingIn(app);
  for (const [index, dateTime] of mails.entries())
    await booking.booked({ dateTime, email: `person${index}@example.com` });
  const second = sendingWorker(app, mail.mailer);
  await Promise.all([sendDue(), second.sendDue()]);
  const ids = (await takeMails(mail)).map(({ messageId }) => messageId);
  expect([ids.length, new Set(ids).size]).toEqual([41, 41]);
  expect(busy).not.toBe(booking.workspaceId);
});
