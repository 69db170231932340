import { readOldestWaitingSeconds } from '#src/db/reads/webhook-queue.ts';
import type { WebhookListener } from '#src/db/webhook-listener.ts';
import type { BookingTokens } from '#src/domain/event-calls/booking-token.ts';
import type { Log } from '#src/lib/log.ts';
import type { Metrics } from '#src/lib/metrics.ts';
import type { SealedTexts } from '#src/lib/secrets/sealed-texts.ts';
import type { SignedTexts } from '#src/lib/secrets/signed-texts.ts';
import { oncePerMinute } from '#src/lib/time/once-per-minute.ts';
import type { Mailer } from '#src/services/accounts/mailer.ts';
import { sweepAuditLogs } from '#src/services/audit/sweep-audit.ts';
import type { CalendarGateway } from '#src/services/calendars/gateway.ts';
import type { ServiceContext, WebhookTargets } from '#src/services/context.ts';
import { announceStartingCalls } from '#src/services/event-calls/starting-calls.ts';
import { compactAllRollups } from '#src/services/rollups.ts';
import { sweepEnded } from '#src/services/sweep-ended.ts';
import { sweepDeletedWebhooks } from '#src/services/webhooks/sweep-deleted.ts';
import { NoticeWorker } from './calendars/notices.ts';
import { CalendarReader } from './calendars/reader.ts';
import { EntryWriter } from './calendars/writer.ts';
import { HoldMailWorker } from './notifications/hold-mails.ts';
import { NotificationWorker } from './notifications/worker.ts';
import { startTasks, type Task } from './runner.ts';
import { openSender } from './webhooks/send.ts';
import { WebhookWorker } from './webhooks/worker.ts';
import { WeeklyMailWorker } from './weekly-mails/worker.ts';

interface BackgroundContext extends ServiceContext {
  /** How many days the entries of audit logs are stored. */
  readonly auditDays: number;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly webhookSecrets: SealedTexts;
  readonly webhookTargets: Pick<WebhookTargets, 'allowsLoopback'>;
  /** Sends e-mails about calls; absent if none are sent. */
  readonly callMailer: Pick<Mailer, 'send'> | undefined;
  readonly bookingTokens: BookingTokens;
  readonly weeklyMailLinks: SignedTexts;
  readonly calendars: CalendarGateway;
  readonly baseUrl: string;
  readonly appUrl: string;
}

/**
 * Starts the periodic work of a process. With `sharesWork` it takes part in the installation's work, which any number of
 * processes share. `stop` waits for running work; webhook attempts get 8 s.
 */
export function startBackground(
  context: BackgroundContext,
  { sharesWork }: { readonly sharesWork: boolean },
): { stop(): Promise<void> } {
  const webhooks = sharesWork ? webhookWorker(context) : undefined;
  context.metrics.watchWebhooks({
    inFlight: () => webhooks?.inFlight ?? 0,
    oldestWaitingSeconds: () => readOldestWaitingSeconds(context.db.admin),
  });
  const { clock, log } = context;
  const ofProcess = { name: "reading the database's clock", everyMs: 10_000, run: async () => clock.measure?.() };
  const { listener } = context.db.webhookWork;
  const listening = webhooks && listener ? [listeningTask(listener)] : [];
  return startTasks(
    [
      ofProcess,
      ...listening,
      ...(webhooks ? [...sharedTasks(context, webhooks), ...mailTasks(context), ...calendarTasks(context)] : []),
    ],
    log,
  );
}

function webhookWorker({ db, clock, log, metrics, webhookSecrets, webhookTargets }: BackgroundContext): WebhookWorker {
  return new WebhookWorker({
    db,
    clock,
    webhookSecrets,
    sender: openSender({ allowsLoopback: webhookTargets.allowsLoopback }),
    onOutcome: metrics.webhookDelivery,
    onError: (error) => log.warn({ err: error }, 'deliveries to a webhook were interrupted; the next run continues'),
  });
}

/** Connects at once, reconnects when the connection is lost, and checks it periodically. */
function listeningTask(listener: WebhookListener): Task {
  let wake: () => void = () => undefined;
  return {
    name: 'listening for webhooks from other processes',
    everyMs: 5_000,
    run: () => listener.listen(wake),
    wakeOnWork(wakeTask) {
      wake = wakeTask;
      wake();
    },
  };
}

function mailTasks({ log, callMailer: mailer, ...context }: BackgroundContext): Task[] {
  if (!mailer) return [];
  const onError = (message: string) => oncePerMinute((error) => log.warn({ err: error }, message));
  const ofCalls = { ...context, mailer, onError: onError('sending an email about a call failed') };
  const weekly = { ...context, mailer, onError: onError('sending a weekly email failed') };
  return [
    { name: 'sending emails about calls', everyMs: 1_000, worker: new NotificationWorker(ofCalls) },
    { name: 'sending booking confirmation emails', everyMs: 1_000, worker: new HoldMailWorker(ofCalls) },
    { name: 'sending weekly emails', everyMs: 30_000, worker: new WeeklyMailWorker(weekly) },
  ].map(({ name, everyMs, worker }) => ({
    name,
    everyMs,
    run: () => worker.run(),
    stop: () => worker.stop(),
    wakeOnWork: (wake) => worker.wakeOnWork(wake),
  }));
}

function calendarTasks({ db, clock, log, calendars, callMailer: mailer, baseUrl, appUrl }: BackgroundContext): Task[] {
  const onError = (message: string) => oncePerMinute((error) => log.warn({ err: error }, message));
  const context = { db, clock, calendars, appUrl };
  const reader = new CalendarReader({ ...context, onError: onError('reading a calendar failed') });
  const writer = new EntryWriter({ ...context, onError: onError('writing a call to a calendar failed') });
  const tasks = [
    { name: 'reading calendars', everyMs: 1_000, worker: reader },
    { name: 'writing calls to calendars', everyMs: 1_000, worker: writer },
  ];
  // Without a mail server, only the application shows the state.
  const noticeError = onError('an email about an unreadable calendar could not be sent');
  const notices = mailer && new NoticeWorker({ db, clock, mailer, baseUrl, appUrl, onError: noticeError });
  return [
    ...tasks,
    ...(notices ? [{ name: 'sending emails about unreadable calendars', everyMs: 5_000, worker: notices }] : []),
  ].map(({ name, everyMs, worker }) => ({
    name,
    everyMs,
    run: () => worker.run(),
    stop: () => worker.stop(),
    wakeOnWork: (wake) => worker.wakeOnWork(wake),
  }));
}

function sharedTasks({ log, ...context }: BackgroundContext, webhooks: WebhookWorker): Task[] {
  return [
    {
      name: 'sending webhooks',
      everyMs: 500,
      run: () => webhooks.run(),
      stop: () => webhooks.stop(),
      wakeOnWork: (wake) => webhooks.wakeOnWork(wake),
    },
    {
      name: 'announcing calls that are about to start',
      everyMs: 20_000,
      run: (signal) => announceStartingCalls(context, signal),
    },
    { name: 'compacting the rollups', everyMs: 60_000, run: (signal) => compactAllRollups(context, signal) },
    {
      name: 'deleting the deliveries of deleted webhooks',
      everyMs: 10_000,
      run: (signal) => sweepDeletedWebhooks(context, signal),
    },
    {
      name: 'deleting expired rows',
      everyMs: 600_000,
      run: async (signal) => log.debug({ deleted: await sweepEnded(context, signal) }, 'deleted expired rows'),
    },
    {
      name: 'deleting old entries of audit logs',
      everyMs: 3_600_000,
      run: (signal) => sweepAuditLogs(context, signal),
    },
  ];
}
