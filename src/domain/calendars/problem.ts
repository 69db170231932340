/**
 * Why a calendar could not be read or written. The message is one sentence for the host: it has no secret, and nothing of an
 * entry. `isRefused`: the provider refuses the credential, which disconnects the calendar when it goes on.
 */
export class CalendarProblem extends Error {
  override readonly name = 'CalendarProblem';
  readonly isRefused: boolean;
  /** The provider wants no request before. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    { isRefused = false, retryAfterMs }: { isRefused?: boolean; retryAfterMs?: number | undefined } = {},
  ) {
    super(message);
    this.isRefused = isRefused;
    this.retryAfterMs = retryAfterMs;
  }
}

const maxStoredLength = 500;

/** The message as its column takes it. */
export function storedMessage(message: string): string {
  return message.slice(0, maxStoredLength).toWellFormed();
}
