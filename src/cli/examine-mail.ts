import type { Config } from '#src/config/config.ts';
import { type MailProblem, mailProblem } from '#src/services/accounts/mail-problem.ts';
import { type Mailer, openMailer } from '#src/services/accounts/mailer.ts';
import type { Finding } from './finding.ts';

/** How the operator can fix each problem. */
const remedies: Readonly<Record<MailProblem['reason'], string>> = {
  unreachable: 'Check the host and the port of SMTP_URL, that the mail server runs, and that no firewall is between.',
  timeout:
    'Check the port of SMTP_URL, and that no firewall is between: many networks let nothing out on port 25. Port 465 is for smtps://, 587 for smtp://.',
  tls: 'Check that SMTP_URL begins with smtps:// for port 465 and with smtp:// for 587 or 25, and that its host is a name of the certificate. SMTP_TLS=offered sends without TLS where the mail server has none.',
  'sign-in':
    'Check the user and the password in SMTP_URL; characters such as @ and / are written as %40 and %2F there.',
  sender: 'Check MAIL_FROM: many mail servers send for their own addresses alone.',
  refused: 'Check what it said: the address may not exist, or the mail server may not send to it.',
  other: 'Check SMTP_URL.',
};

/** Connects like the server, with TLS and the password; sends an e-mail if an address is set. */
export async function examineMail(config: Config, mailTo: string | undefined): Promise<Finding> {
  const { smtpUrl: url, smtpTls: tls, mailFrom: from = '' } = config;
  if (url === undefined) {
    const text = 'SMTP_URL is not set: no e-mail is sent. Invitees get neither invitations nor reminders.';
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
  if (mailTo === undefined) return `${address} answers, and takes the user and the password of SMTP_URL if it has any.`;
  const text = 'This is a test of the mail server, sent with the command doctor.';
  await mailer.send({ to: mailTo, subject: 'Test of the mail server', text: `${text}\n`, html: `<p>${text}</p>` });
  return `${address} has taken an e-mail to ${mailTo}.`;
}

function explained(error: unknown): string {
  const { reason, text } = mailProblem(error);
  // Only the doctor shows this, because the error names addresses of the operator's network.
  const detail = error instanceof Error && !text.includes('It said:') && reason !== 'tls' ? ` (${error.message})` : '';
  return `${text}${detail} ${remedies[reason]}`;
}
