import { createTransport } from 'nodemailer';
import type { Mail } from '#src/domain/accounts/mails.ts';
import { isLoopbackHost } from '#src/lib/network/public-address.ts';

export interface Mailer {
  /** Resolves when the mail server has taken the e-mail, and rejects when it has not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

interface MailerOptions {
  /** An smtp:// or smtps:// URL, with the user and the password where the server needs them. */
  readonly url: string;
  readonly from: string;
  /** Whether nothing is sent without TLS; by default where there is a password that would leave this machine. */
  readonly tls?: 'required' | 'offered' | undefined;
}

/** Time limits of one e-mail, so that nobody waits long for a mail server that does not answer. */
const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** Sends e-mail through a mail server, over TLS wherever the server offers it. A password goes in clear to this machine alone. */
export function openMailer({ url, from, tls }: MailerOptions): Mailer {
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
    async send({ to, ...mail }) {
      // An object, because a text could name several recipients.
      await transport.sendMail({ ...mail, from, to: { name: '', address: to } });
    },
    close: () => transport.close(),
  };
}
