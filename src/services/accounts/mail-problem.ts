/** Why an e-mail could not be sent. */
export interface MailProblem {
  readonly reason: 'unreachable' | 'timeout' | 'tls' | 'sign-in' | 'sender' | 'refused' | 'other';
  /** One sentence, followed by the reply of the mail server. */
  readonly text: string;
  /** A retry would fail too: the mail server refuses this recipient or this e-mail permanently. */
  readonly isPermanent: boolean;
  /** The mail server may have accepted or refused the e-mail, so somebody on its side may know of the attempt. */
  readonly reachedServer: boolean;
}

/** The properties of nodemailer's errors. */
interface MailError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

const maxLength = 500;

const reasons: Readonly<Record<string, MailProblem['reason']>> = {
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  EDNS: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ETIMEDOUT: 'timeout',
  ETLS: 'tls',
  EAUTH: 'sign-in',
  ENOAUTH: 'sign-in',
};

const sentences: Readonly<Record<MailProblem['reason'], string>> = {
  unreachable: 'The connection to the mail server failed.',
  timeout: 'The mail server did not respond in time.',
  tls: 'No TLS connection to the mail server could be established.',
  'sign-in': 'The mail server rejected the user or the password.',
  sender: 'The mail server rejected the sender.',
  refused: 'The mail server rejected the email.',
  other: 'The email could not be sent.',
};

export function mailProblem(error: unknown): MailProblem {
  const { code, command, response, responseCode } = (error instanceof Error ? error : {}) as MailError;
  const message = error instanceof Error ? error.message : '';
  const reason =
    /certificate|\b(ssl|tls)\b/i.test(message) && code !== 'EENVELOPE' ? 'tls' : reasonOf({ code, command });
  const said = typeof response === 'string' ? ` Its response: ${withoutBreaks(response)}` : '';
  const cause = reason === 'tls' && said === '' ? ` Reason: ${withoutBreaks(message)}` : '';
  // A refused sender is not permanent, because the operator can fix it; nor is a refusal with a temporary code.
  const isFinal = typeof responseCode === 'number' ? responseCode >= 500 && responseCode < 600 : command === 'API';
  return {
    reason,
    text: `${sentences[reason]}${said}${cause}`.slice(0, maxLength).toWellFormed(),
    isPermanent: reason === 'refused' && isFinal,
    reachedServer: reason === 'refused' || reason === 'timeout',
  };
}

function reasonOf({ code, command }: MailError): MailProblem['reason'] {
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return command === 'MAIL FROM' ? 'sender' : 'refused';
  return reasons[String(code)] ?? 'other';
}

function withoutBreaks(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim();
}
