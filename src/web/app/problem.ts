import type { CombinedError } from 'urql';

/** What went wrong, for people: a text, and the texts of single fields of a form. */
export interface Problem {
  readonly title: string;
  readonly text: string;
  /** What is said of no single field, where `text` also has the errors of fields. */
  readonly general?: string | undefined;
  /** By the path of the field in the input. */
  readonly fields: Readonly<Record<string, string>>;
  /** The fields of the input that were refused because the record is no longer as the page knows it. */
  readonly conflicts?: readonly string[];
  /** For the operator's log. */
  readonly requestId?: string | undefined;
  /** The whole page cannot go on as it is. */
  readonly interruption?: Interruption | undefined;
  /** No response. */
  readonly isUnanswered?: true;
  /** It is gone, or not for this person. */
  readonly isWithheld?: boolean;
}

export type Interruption = 'sessionEnded' | 'workspaceChanged' | 'personChanged';

interface FieldError {
  readonly path: string | null;
  readonly code: string;
  readonly message: string;
}

interface Extensions {
  readonly code?: string;
  readonly details?: { readonly errors?: readonly FieldError[] };
  /** Seconds. */
  readonly retryAfter?: number;
}

export function problemOf(error: CombinedError): Problem {
  const { response } = error as { response?: Response };
  const requestId = response?.headers?.get('X-Request-Id') ?? undefined;
  if (error.networkError && !error.graphQLErrors.length) {
    return {
      title: 'The server could not be reached',
      text: 'Nothing is lost: what you entered is still here. Check your connection, then try again.',
      fields: {},
      requestId,
      isUnanswered: true,
    };
  }
  const [first] = error.graphQLErrors;
  const { code, details, retryAfter } = (first?.extensions ?? {}) as Extensions;
  const problems = details?.errors ?? [];
  const fields = Object.fromEntries(problems.flatMap(({ path, message }) => (path === null ? [] : [[path, message]])));
  const interruption = interruptions[code ?? ''];
  if (interruption === 'sessionEnded') {
    // The server's text is for programs that sent no key.
    return { title: 'Your session has ended', text: 'Sign in again to go on.', fields: {}, requestId, interruption };
  }
  const waiting = retryAfter === undefined ? undefined : `Try again in ${duration(retryAfter)}.`;
  const others = problems.filter(({ path }) => path === null).map(({ message }) => message);
  const general = waiting ?? others.join(' ');
  return {
    title: titles[code ?? ''] ?? 'That did not work',
    text: general || Object.values(fields).join(' ') || texts[code ?? ''] || (first?.message ?? error.message),
    general,
    fields,
    conflicts: problems.flatMap(({ path, code }) => (path !== null && code === 'conflict' ? [path] : [])),
    requestId,
    interruption,
    isWithheld: withheld.has(code ?? ''),
  };
}

const withheld = new Set(['EVENT_NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_SCOPE', 'NOT_FOUND']);

/** The text of the server is for programs. */
function duration(seconds: number): string {
  if (seconds <= 1) return 'a second';
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

const goneText = 'It was deleted, or you do not have access to it.';

/** In place of a text of the server that is for programs. */
const texts: Readonly<Record<string, string>> = { EVENT_NOT_FOUND: goneText, NOT_FOUND: goneText };

const titles: Readonly<Record<string, string>> = {
  FORBIDDEN: 'You are not allowed to do this',
  INSUFFICIENT_SCOPE: 'Your role does not allow this',
  EVENT_NOT_FOUND: 'This no longer exists',
  NOT_FOUND: 'This no longer exists',
  RATE_LIMIT_EXCEEDED: 'Too many requests at once',
  UNAVAILABLE: 'The server is not available at the moment',
  INTERNAL_SERVER_ERROR: 'Something went wrong on the server',
};

const interruptions: Readonly<Record<string, Interruption>> = {
  MISSING_API_KEY: 'sessionEnded',
  INVALID_SESSION: 'sessionEnded',
  SESSION_EXPIRED: 'sessionEnded',
  WORKSPACE_CHANGED: 'workspaceChanged',
};
