import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaseMs } from '#src/db/writes/notification-leases.ts';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { startWorkerProcess, type WorkerProcess } from '../../bench/environment/worker-process.ts';
import { testSecretKey, useApp } from '../../support/app.ts';
import { bookingIn } from '../../support/bookings.ts';
import { ofLoad } from '../../support/extent.ts';
import { mailServer } from '../../support/mail-server.ts';
import { fromNow, presentMs } from '../../support/present.ts';
import { later, pause } from '../../support/waiting.ts';

const kills = ofLoad({ part: 10, full: 50 });
const workerNumbers = [0, 1];

const unused = await mailServer();
const app = await useApp({ mailer: unused.mailer });
/** How often each message was taken: the Message-IDs by their text. */
const taken = new Map<string, number>();
let server: SMTPServer;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    ...{ authOptional: true, hideSTARTTLS: true, disableReverseLookup: true },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [, id = ''] = /^Message-ID: (.*)\r$/m.exec(Buffer.concat(chunks).toString()) ?? [];
        // So that a worker is often killed between the two.
        later(randomInt(40), () => {
          taken.set(id, (taken.get(id) ?? 0) + 1);
          done();
        });
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (const number of workerNumbers) workers[number] = await startWorker();
});

afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await unused.close();
});

function startWorker(): Promise<WorkerProcess> {
  const { port } = server.server.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'slotline@example.com', BASE_URL: 'http://api.test' };
  return startWorkerProcess({ databaseUrl: app.databaseUrl, secretKey: testSecretKey, env });
}

/** Time passes for leases alone: also for those of the other worker, so that both may send at once. */
const passLeaseTime = () =>
  app.sql(`UPDATE "Notification" SET "leasedUntil" = "leasedUntil" - $1 * interval '1 ms' WHERE "status" = 'WAITING'`, [
    leaseMs,
  ]);

const waiting = async () => (await app.sql(`SELECT FROM "Notification" WHERE "status" = 'WAITING'`)).length;

test(`${kills} workers that are killed while they send lose no mail, and repeat what was under way as the same message`, async () => {
  // The workers have the clock of the database.
  app.clock.set(fromNow());
  const bookings = [await bookingIn(app), await bookingIn(app)];
  await app.sql(`UPDATE "Event" SET "reminders" = '[]'`);
  let isOver = false;
  let calls = 0;
  const first = Math.ceil(presentMs() / 3_600_000) + 48;
  const book = async (place: number) => {
    for (let hour = first; !isOver; hour++) {
      const dateTime = new Date(hour * 3_600_000).toISOString();
      await bookings[place]?.booked({ dateTime, email: `person${hour}@example.com` });
      calls += 1;
      await pause(randomInt(60));
    }
  };
  const kill = async () => {
    for (let number = 1; number <= kills; number++) {
      const before = taken.size;
      for (let turn = 0; turn < 100 && taken.size < before + 3; turn++) await pause(10);
      await pause(randomInt(50));
      await workers[number % 2]?.kill();
      workers[number % 2] = await startWorker();
      await passLeaseTime();
    }
  };
  const working = workerNumbers.map(book);
  await kill().finally(() => {
    isOver = true;
  });
  await Promise.all(working);
  await passLeaseTime();
  await expect.poll(waiting, { timeout: 2 * leaseMs + 60_000, interval: 200 }).toBe(0);

  const rows = await app.sql<{ id: number; previewId: string; status: string }>(
    `SELECT n."id", c."previewId", n."status" FROM "Notification" n
     JOIN "EventCall" c ON c."workspaceId" = n."workspaceId" AND c."id" = n."eventCallId"`,
  );
  const tokens = new BookingTokens(testSecretKey);
  const messageIds = rows.map(({ id, previewId }) => `<${previewId}.${tokens.mailId(id)}.0@api.test>`);
  expect(calls).toBeGreaterThan(kills);
  expect(rows).toHaveLength(2 * calls);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['SENT']));
  expect([...taken.keys()].sort()).toEqual(messageIds.sort());
  // Only what was under way at a kill comes twice; a lease that was ended early may do the same to the other worker.
  const repeated = [...taken.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(repeated).toBeLessThanOrEqual(kills * 10);
}, 600_000);
