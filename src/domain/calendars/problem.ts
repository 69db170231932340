/**
 * The reason why a calendar could not be read or written. The message is one sentence for the host, without secrets or contents
 * of an entry. `isRefused`: the provider refuses the credential; if it goes on, the calendar is disconnected.
 */
export class CalendarProblem extends Error {
  override readonly name = 'CalendarProblem';
  readonly isRefused: boolean;
  /** The provider asks for no request within this time. */
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

/** The message in the form that its column accepts. */
export function storedMessage(message: string): string {
  return message.slice(0, maxStoredLength).toWellFormed();
}
