import {
  endHoldMail,
  giveUpHoldMail,
  type HeldEvent,
  type LeasedHold,
  leaseHoldMail,
  readHeldEvent,
  workspacesWithHoldMail,
} from '#src/db/writes/booking-hold-mails.ts';
import { confirmationPath } from '#src/domain/event-calls/booking-hold.ts';
import { createPublicBookingInput } from '#src/domain/event-calls/public-booking.ts';
import type { Mail } from '#src/domain/mails/mail.ts';
import { confirmationMail } from '#src/domain/notifications/confirmation-mail.ts';
import { minuteMs } from '#src/lib/time/zone-offsets.ts';
import { mailProblem } from '#src/services/accounts/mail-problem.ts';
import { LeaseWorker } from '../lease-worker.ts';
import { mailBrand } from './compose.ts';
import type { DeliveryContext } from './deliver.ts';

type HoldMailContext = Omit<DeliveryContext, 'aborting'>;

/** The delay before a failed e-mail is retried, until the hold expires. */
const retryMs = minuteMs;

/** Sends the e-mails that confirm held bookings. Invitees wait for them. */
export class HoldMailWorker extends LeaseWorker<LeasedHold> {
  constructor(context: HoldMailContext) {
    const { db, clock, onError } = context;
    super({
      maxAtOnce: 5,
      maxPerWorkspace: 3,
      onError,
      workspaces: () => workspacesWithHoldMail(db, clock.now()),
      lease: (workspaceId) => leaseHoldMail(db, workspaceId, clock.now()),
      work: (leased) => sendHoldMail(context, leased),
    });
  }
}

async function sendHoldMail(context: HoldMailContext, hold: LeasedHold): Promise<void> {
  const { db, mailer, clock, onError } = context;
  const event = await readHeldEvent(db, hold);
  // A booking of a deleted event cannot be confirmed.
  if (!event) return giveUpHoldMail(db, hold, clock.now());
  const mail = mailOf(context, hold, event);
  const failure = await mailer.send(mail).then(
    () => undefined,
    (error: unknown) => ({ error, ...mailProblem(error) }),
  );
  if (failure) onError(failure.error);
  if (!failure || failure.isPermanent) return endHoldMail(db, hold, null);
  const nextAt = new Date(clock.now().getTime() + retryMs);
  if (nextAt < new Date(hold.expiresAt) || failure.reachedServer) return endHoldMail(db, hold, nextAt);
  await giveUpHoldMail(db, hold, clock.now());
}

/** Each attempt has the same Message-ID. */
function mailOf(
  { bookingTokens, baseUrl, appUrl }: HoldMailContext,
  { workspaceId, id, eventId, email, expiresAt, ...hold }: LeasedHold,
  event: HeldEvent,
): Mail {
  const { dateTime, timeZone, language } = createPublicBookingInput.parse(hold.input);
  const { name, duration, workspace, hourFormat } = event;
  const mail = confirmationMail({
    to: email,
    language,
    timeZone,
    event: name,
    workspace,
    hourFormat,
    brand: mailBrand(appUrl, workspaceId, event),
    dateTime,
    endTime: new Date(Date.parse(dateTime) + duration * minuteMs).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    link: appUrl + confirmationPath(bookingTokens.signHold({ workspaceId, id, eventId })),
  });
  return { ...mail, messageId: `<${id}@${new URL(baseUrl).hostname}>` };
}
