import { CalendarProblem } from '#src/domain/calendars/problem.ts';
import type { OutgoingResponse } from '#src/lib/network/outgoing-client.ts';
import { retryAfterMs } from '#src/lib/network/retry-after.ts';

/** A final error status from the server. */
export class StatusProblem extends CalendarProblem {
  readonly status: number;
  /** Contains the precondition of RFC 4791 that the request violated. */
  readonly body: string;

  constructor(answer: OutgoingResponse) {
    const body = answer.body.subarray(0, maxConditionBytes).toString();
    super(sentence(answer, body), {
      isRefused: answer.status === 401,
      retryAfterMs: retryAfterMs(answer.headers['retry-after']),
    });
    this.status = answer.status;
    this.body = body;
  }

  get isMissing(): boolean {
    return this.status === 404 || this.status === 410;
  }
}

const maxConditionBytes = 64 * 1024;

export function notCaldav(): CalendarProblem {
  return new CalendarProblem('The address responds, but not as a CalDAV server.');
}

/** Preconditions of RFC 6638 and RFC 4791: two calendars of an account must not contain the same UID. */
const takenUid = /unique-scheduling-object-resource|no-uid-conflict/;

const sentences: Readonly<Record<number, string>> = {
  207: 'The calendar server rejects a part of the request (status 207).',
  401: 'The calendar server rejects the user name or the password. Some providers require an app-specific password.',
  403: 'The calendar server does not allow this user to do that (status 403).',
  404: 'The calendar server no longer has a calendar at this address (status 404).',
  409: 'The calendar server rejects the entry: its calendar is gone, or has a conflicting entry (status 409).',
  410: 'The calendar server no longer has a calendar at this address (status 410).',
  413: 'The calendar server does not accept a request of this size (status 413).',
  423: 'The calendar is locked on its server (status 423).',
  429: 'The calendar server received too many requests (status 429).',
  503: 'The calendar server is temporarily unavailable (status 503).',
  507: 'The calendar server has no space left (status 507).',
};

function sentence({ status, headers }: OutgoingResponse, condition: string): string {
  const schemes = headers['www-authenticate'];
  if (status === 401 && schemes !== undefined && !/\bbasic\b/i.test(schemes))
    return 'The calendar server does not offer HTTP Basic authentication, the only method that Slotline supports.';
  if (takenUid.test(condition)) return 'Another calendar of the account already has the entry.';
  const known = sentences[status];
  if (known !== undefined) return known;
  if (status >= 500) return `The calendar server has an error (status ${status}).`;
  if (status < 300) return notCaldav().message;
  return `The calendar server responds with the unexpected status ${status}.`;
}
