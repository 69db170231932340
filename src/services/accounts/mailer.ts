import { createTransport } from 'nodemailer';
import type { Mail } from '#src/domain/mails/mail.ts';
import { isLoopbackHost } from '#src/lib/network/public-address.ts';

export interface Mailer {
  /** Resolves when the mail server has accepted the e-mail; otherwise rejects. */
  send(mail: Mail): Promise<void>;
  /** Connects, with TLS and the password where needed, and sends nothing. Rejects as `send` does. */
  verify(): Promise<void>;
  close(): void;
}

interface MailerOptions {
  /** An smtp:// or smtps:// URL, with user and password if the server needs them. */
  readonly url: string;
  readonly from: string;
  /** Requires TLS, or uses it if offered. By default TLS is required if a password would leave this machine. */
  readonly tls?: 'required' | 'offered' | undefined;
  /** Time limits. Background e-mail can allow more: a mail server that scans for viruses answers late. */
  readonly limits?: MailLimits | undefined;
}

type MailLimits = typeof quickLimits;

/** Time limits of an e-mail that somebody waits for. */
const quickLimits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** Time limits of e-mail that is sent in the background. */
export const patientLimits: MailLimits = { connectionTimeout: 20_000, greetingTimeout: 30_000, socketTimeout: 120_000 };

/** Sends e-mail through a mail server, with TLS if it offers that. A password goes in clear only to this machine. */
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
    // The texts are generated here and must never name a file or a URL to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, senderName, calendar, unsubscribeUrl, ...mail }) {
      const sender = senderName === undefined ? from : { name: senderName, address: addressOf(from) };
      // An object, because nodemailer would split a text into several recipients.
      const recipient = { name: '', address: to };
      // The method of the MIME type must equal that of the text: calendar programs refuse a mismatch.
      const icalEvent = calendar && {
        ...calendar,
        filename: calendar.method === 'CANCEL' ? 'cancel.ics' : 'invite.ics',
      };
      // RFC 3834: auto-responders, such as out-of-office replies, do not answer these e-mails.
      const headers = { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) };
      await transport.sendMail({ ...mail, ...(icalEvent && { icalEvent }), headers, from: sender, to: recipient });
    },
    verify: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}

/** RFC 8058: a POST of this body to the URL switches the mails off. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  return url === undefined
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** The address in `Name <address>`, or the text itself if it is only an address. */
function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}
