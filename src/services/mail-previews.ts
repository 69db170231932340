import { readCallForPreview } from '#src/db/reads/event-calls/preview-call.ts';
import { readEvents } from '#src/db/reads/events.ts';
import { formError, requireFound } from '#src/domain/errors.ts';
import type { BookableEvent } from '#src/domain/events/event.ts';
import { hourFormats } from '#src/domain/languages/language.ts';
import type { Mail } from '#src/domain/mails/mail.ts';
import { type CallMail, callMail } from '#src/domain/notifications/call-mail.ts';
import type { PreviewMailInput } from '#src/domain/notifications/input.ts';
import type { MailText } from '#src/domain/notifications/mail-text.ts';
import type { MailPreview } from '#src/domain/notifications/notification.ts';
import { hasAccess } from '#src/domain/principal/access.ts';
import { recordPolicies, requireMailPreview } from '#src/domain/principal/policy.ts';
import { hourMs, minuteMs } from '#src/lib/time/zone-offsets.ts';
import { mailProblem } from './accounts/mail-problem.ts';
import type { Mailer } from './accounts/mailer.ts';
import type { CallerContext } from './context.ts';
import { logoDataUrl, pathOfPicture } from './pictures.ts';

interface PreviewContext extends CallerContext {
  readonly appUrl: string;
  readonly mailer: Mailer | undefined;
}

/** A preview of an event's e-mail, about its latest call, or about a fictitious one if it has none. */
export async function previewMail(context: CallerContext, input: PreviewMailInput): Promise<MailPreview> {
  const { workspaceId } = context.principal;
  // The page shows it in a frame without an origin, which loads no picture.
  const logo = () => logoDataUrl(context, workspaceId);
  const { subject, text, html } = await exampleMail(context, input, { logo, hasCalendar: true });
  return { subject, text, html };
}

/** Sends the preview to the caller, without its calendar entry. Returns it with the address. */
export async function sendTestMail(
  context: PreviewContext,
  input: PreviewMailInput,
): Promise<{ readonly to: string; readonly subject: string }> {
  const { mailer, db, principal, appUrl } = context;
  const logo = async () => {
    const path = await pathOfPicture(context, principal.workspaceId, 'logo');
    return path === null ? null : appUrl + path;
  };
  const example = await exampleMail(context, input, { logo, hasCalendar: false });
  if (!mailer) throw formError('invalid_state', 'This server sends no email');
  const where = { id: principal.userId };
  const { email: to } = await db.prisma.user.findUniqueOrThrow({ where, select: { email: true } });
  const mail = { ...example, to, subject: `Test: ${example.subject}` };
  try {
    await mailer.send(mail);
  } catch (error) {
    throw formError('invalid_state', mailProblem(error).text);
  }
  return { to, subject: mail.subject };
}

async function exampleMail(
  { db, principal, clock }: CallerContext,
  input: PreviewMailInput,
  { logo, hasCalendar }: { readonly logo: () => Promise<string | null>; readonly hasCalendar: boolean },
): Promise<Mail> {
  requireMailPreview(principal);
  const { workspaceId, timeZone } = principal;
  const query = { workspaceId, offset: 0, limit: 1, eventId: input.eventId };
  const event = requireFound((await readEvents(db, query)).events[0], 'EVENT_NOT_FOUND');
  const { name, accentColor, hourFormat, mailTexts } = await db.prisma.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { name: true, accentColor: true, hourFormat: true, mailTexts: true },
  });
  const { kind, recipient, language } = input;
  const stored = (mailTexts as unknown as MailText[]).find((each) => each.kind === kind && each.language === language);
  // A caller who may only read events must not see the data of an invitee.
  const mayReadCalls = hasAccess(recordPolicies.EventCall.read, principal);
  const latest = mayReadCalls ? await readCallForPreview(db, [workspaceId, event.id]) : undefined;
  const mail = callMail({
    kind,
    recipient,
    guest: recipient === 'GUEST' ? { email: exampleGuest, isRemoved: false } : undefined,
    language,
    workspace: name,
    timeZone,
    hasCalendar,
    hourFormat: hourFormats.find((each) => each === hourFormat) ?? null,
    brand: { workspaceName: name, accentColor, logoUrl: await logo() },
    ownTexts: {
      subject: input.subject ?? stored?.subject ?? null,
      text: input.text ?? stored?.text ?? null,
    },
    ...exampleOf(event, clock.now(), latest),
  });
  return requireFound(mail);
}

const exampleGuest = 'sam.lee@example.com';

type Example = Pick<CallMail, 'call' | 'host' | 'baseUrl' | 'link' | 'hostLink' | 'stamp'>;
type LatestCall = Awaited<ReturnType<typeof readCallForPreview>>;

/** The latest call of the event, else an example tomorrow, on the hour. The links are examples: they must not be forwarded. */
function exampleOf(
  { name, duration, location, locationLink, hosts: [host] }: BookableEvent,
  now: Date,
  latest: LatestCall,
): Example {
  const start = (Math.floor(now.getTime() / hourMs) + 24) * hourMs;
  const madeUp = {
    location,
    locationLink,
    dateTime: new Date(start).toISOString(),
    endTime: new Date(start + duration * minuteMs).toISOString(),
    inviteeName: 'Ira Cole',
    inviteeEmail: 'ira.cole@example.com',
    guests: [exampleGuest],
    phoneNumber: '+14155550101',
    hostName: host ? `${host.firstName} ${host.lastName}` : 'Ada Hart',
    hostEmail: host?.email ?? 'ada@example.com',
  };
  const { hostName, hostEmail, ...call } = latest ?? madeUp;
  return {
    call: {
      ...call,
      name,
      previewId: 'call_example',
      sequence: 0,
      inviteeEmail: call.inviteeEmail ?? madeUp.inviteeEmail,
    },
    host: { name: hostName, email: hostEmail },
    baseUrl: 'https://example.com',
    link: 'https://example.com/b/example',
    stamp: now,
    hostLink: 'https://example.com/calls/example',
  };
}
