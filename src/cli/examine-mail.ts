import type { Config } from '#src/config/config.ts';
import { type MailProblem, mailProblem } from '#src/services/accounts/mail-problem.ts';
import { type Mailer, openMailer } from '#src/services/accounts/mailer.ts';
import type { Finding } from './finding.ts';

/** How the operator can fix each problem. */
const remedies: Readonly<Record<MailProblem['reason'], string>> = {
  unreachable:
    'Check the host and port in SMTP_URL, that the mail server is running, and that no firewall blocks the connection.',
  timeout:
    'Check the port in SMTP_URL, and that no firewall blocks the connection: many networks block outgoing traffic on port 25. Use port 465 for smtps:// and 587 for smtp://.',
  tls: 'Check that SMTP_URL begins with smtps:// for port 465 and with smtp:// for 587 or 25, and that the certificate is valid for its host. SMTP_TLS=offered sends without TLS if the mail server does not support it.',
  'sign-in': 'Check the user and password in SMTP_URL. Characters such as @ and / must be written as %40 and %2F.',
  sender: 'Check MAIL_FROM: many mail servers accept only their own addresses as the sender.',
  refused: 'Check the response: the address may not exist, or the mail server may not deliver to it.',
  other: 'Check SMTP_URL.',
};

/** Connects like the server, with TLS and the password; sends an e-mail if an address is set. */
export async function examineMail(config: Config, mailTo: string | undefined): Promise<Finding> {
  const { smtpUrl: url, smtpTls: tls, mailFrom: from = '' } = config;
  if (url === undefined) {
    const text = 'SMTP_URL is not set, so no email is sent. Invitees get neither invitations nor reminders.';
    return { name: 'mail', ok: mailTo === undefined, text };
  }
  const address = new URL(url).host;
  const mailer = openMailer({ url, from, tls });
  try {
    return { name: 'mail', ok: true, text: await tried(mailer, address, mailTo) };
  } catch (error) {
    return { name: 'mail', ok: false, text: `${address}: ${explained(error)}` };
  } finally {
    mailer.close();
  }
}

async function tried(mailer: Mailer, address: string, mailTo: string | undefined): Promise<string> {
  await mailer.verify();
  if (mailTo === undefined)
    return `${address} responds and accepts the user and password in SMTP_URL, if there are any.`;
  const text = 'This is a test email, sent by the doctor command.';
  await mailer.send({ to: mailTo, subject: 'Mail server test', text: `${text}\n`, html: `<p>${text}</p>` });
  return `${address} accepted an email to ${mailTo}.`;
}

function explained(error: unknown): string {
  const { reason, text } = mailProblem(error);
  // Only the doctor shows this, because the error names addresses of the operator's network.
  const detail =
    error instanceof Error && !text.includes('Its response:') && reason !== 'tls' ? ` (${error.message})` : '';
  return `${text}${detail} ${remedies[reason]}`;
}
