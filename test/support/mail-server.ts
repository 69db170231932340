import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type Mailer, openMailer } from '#src/services/accounts/mailer.ts';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came: headers and both forms. */
  readonly source: string;
  /** The text form. */
  readonly text: string;
  /** The address that it links to, without the origin of the web app; empty for none. */
  readonly link: string;
}

export interface MailServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  readonly mailer: Mailer;
  /** While true, it takes no e-mail. */
  refuses: boolean;
  /** What it answers to the recipient, or to the e-mail itself. */
  answer: { readonly to: 'recipient' | 'content'; readonly code: number; readonly text: string } | undefined;
  close(): Promise<void>;
}

/** A mail server on a port of this machine, and a mailer that sends through it. */
export async function mailServer(appUrl = 'http://app.test'): Promise<MailServer> {
  const refusal = (at: 'recipient' | 'content') =>
    mail.answer?.to === at ? Object.assign(new Error(mail.answer.text), { responseCode: mail.answer.code }) : undefined;
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    // Its certificate is nobody's; the connection does not leave this machine.
    hideSTARTTLS: true,
    onRcptTo: (_address, _session, done) =>
      done(mail.refuses ? new Error('Mailbox unavailable') : refusal('recipient')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString();
        const text = textOf(source);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const link = text.split(/\s/).find((word) => word.startsWith(`${appUrl}/`)) ?? '';
        const to = envelope.rcptTo.map(({ address }) => address);
        // RFC 3834: whatever is sent says that no person wrote it. Who sends it without fails, and so does the test.
        const refused = isAutomatic(source) ? refusal('content') : new Error('The e-mail lacks Auto-Submitted');
        if (!refused) received.push({ from, to, source, text, link: link.slice(appUrl.length) });
        done(refused);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailer = openMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Slotline <slotline@example.com>' });
  const mail: MailServer = {
    ...{ port, received, mailer, refuses: false, answer: undefined },
    async close() {
      mailer.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return mail;
}

/** Whether the head of an e-mail says, once, that it was generated. */
export function isAutomatic(source: string): boolean {
  const [head = ''] = source.split('\r\n\r\n', 1);
  return head.match(/^Auto-Submitted:.*$/gim)?.join() === 'Auto-Submitted: auto-generated';
}

/** The part of plain text, decoded from quoted-printable. */
function textOf(source: string): string {
  // Two dashes alone end no part: a wrapped link may go on with them.
  const ends = [...source.matchAll(/boundary="(.+)"/g)].map(([, boundary]) => `\r\n--${boundary}`);
  const start = source.slice(Math.max(0, source.indexOf('Content-Type: text/plain')));
  const part = start.slice(0, Math.min(start.length, ...ends.map((end) => start.indexOf(end)).filter((at) => at >= 0)));
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  if (!/quoted-printable/i.test(part)) return body;
  const bytes = body.replaceAll(/=\r\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`);
  return decodeURIComponent(bytes.replaceAll(/%(?![0-9A-F]{2})/g, '%25'));
}
