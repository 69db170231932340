import { createTransport } from 'nodemailer';
import type { Mail } from '#src/domain/mails/mail.ts';
import { isLoopbackHost } from '#src/lib/network/public-address.ts';

export interface Mailer {
  /** Resolves when the mail server has taken the e-mail, and rejects when it has not. */
  send(mail: Mail): Promise<void>;
  /** Connects, with TLS and the password where they are needed, and sends nothing. Rejects as `send` does. */
  verify(): Promise<void>;
  close(): void;
}

interface MailerOptions {
  /** An smtp:// or smtps:// URL, with the user and the password where the server needs them. */
  readonly url: string;
  readonly from: string;
  /** Whether nothing is sent without TLS; by default where there is a password that would leave this machine. */
  readonly tls?: 'required' | 'offered' | undefined;
  /** Where nobody waits for the e-mail, a mail server may take its time: one that looks for viruses does, before it answers. */
  readonly limits?: MailLimits | undefined;
}

type MailLimits = typeof quickLimits;

/** Time limits of one e-mail, so that nobody waits long for a mail server that does not answer. */
const quickLimits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** Those of e-mail that is sent in the background. */
export const patientLimits: MailLimits = { connectionTimeout: 20_000, greetingTimeout: 30_000, socketTimeout: 120_000 };

/** Sends e-mail through a mail server, over TLS wherever the server offers it. A password goes in clear to this machine alone. */
export function openMailer({ url, from, tls, limits = quickLimits }: MailerOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const needsTls = tls === undefined ? username !== '' && !isLoopbackHost(host) : tls === 'required';
  const transport = createTransport({
    host,
    port: port ? Number(port) : protocol === 'smtps:' ? 465 : 587,
    secure: protocol === 'smtps:',
    requireTLS: needsTls && protocol !== 'smtps:',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...limits,
    // Texts are made here; none may name a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, senderName, calendar, ...mail }) {
      const sender = senderName === undefined ? from : { name: senderName, address: addressOf(from) };
      // An object, because a text could name several recipients.
      const recipient = { name: '', address: to };
      // The method of the MIME type is that of the text: programs refuse another.
      const icalEvent = calendar && {
        ...calendar,
        filename: calendar.method === 'CANCEL' ? 'cancel.ics' : 'invite.ics',
      };
      // RFC 3834: no program that answers mails, such as an out-of-office reply, answers these.
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await transport.sendMail({ ...mail, ...(icalEvent && { icalEvent }), headers, from: sender, to: recipient });
    },
    verify: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}

/** Of `Name <address>`, or of an address alone. */
function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}
