import { afterEach, expect, test, vi } from 'vitest';
import { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import { startBackground } from '#src/jobs/background.ts';
import { createMetrics } from '#src/lib/metrics.ts';
import { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { calendarGateway } from '../support/calendar-gateway.ts';
import { testServices } from '../support/service-context.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** On a closed database every task fails, and its name is logged. */
async function namesOfTasks(sharesWork: boolean): Promise<string[]> {
  const { context, close } = await testServices();
  await close();
  const names: string[] = [];
  const none = () => undefined;
  const warn = (_detail: object, message: string) => names.push(message.replace(' failed; it will be retried', ''));
  const clock = { ...context.clock, measure: () => Promise.reject(new Error('no database')) };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const background = startBackground(
    {
      ...{ ...context, clock, metrics: createMetrics(), auditDays: 365 },
      log: { debug: none, info: none, warn, error: none },
      webhookSecrets: new SealedTexts('a secret key of the tests, long enough', 'webhooks'),
      webhookTargets: { allowsLoopback: true },
      callMailer: { send: async () => undefined },
      bookingTokens: new BookingTokens('a secret key of the tests, long enough'),
      weeklyMailLinks: new SignedTexts('a secret key of the tests, long enough', 'weekly mails'),
      calendars: calendarGateway(),
      baseUrl: 'http://localhost:3000',
      appUrl: 'http://localhost:3000',
    },
    { sharesWork },
  );
  await vi.advanceTimersByTimeAsync(900_000);
  await background.stop();
  return names.sort();
}

test('a process reads the clock of the database, and with a share of the work it does all of it', async () => {
  expect(await namesOfTasks(false)).toEqual(["reading the database's clock"]);
  expect(await namesOfTasks(true)).toEqual([
    'announcing calls that are about to start',
    'compacting the rollups',
    'deleting expired rows',
    'deleting the deliveries of deleted webhooks',
    'listening for webhooks from other processes',
    'reading calendars',
    "reading the database's clock",
    'sending booking confirmation emails',
    'sending emails about calls',
    'sending emails about unreadable calendars',
    'sending webhooks',
    'sending weekly emails',
    'writing calls to calendars',
  ]);
});
