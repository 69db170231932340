import { dayMs, minuteMs } from '#src/lib/time/zone-offsets.ts';
import type { DomainError } from '../errors.ts';
import { rateLimitError } from '../rate-limit-error.ts';

/** The maximum of mails to an invitee's mailbox about calls of one workspace, and from the whole server. */
export const mailboxLimits = {
  workspace: { mails: 5, ms: 60 * minuteMs },
  server: { mails: 20, ms: dayMs },
} as const;

/** A mail that a mailbox got, or may have got. */
export interface CountedMail {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly workspaceId: number;
  /** Identifies the mail: another attempt to send it replaces the first in the count. */
  readonly mail: string;
}

/** The mails that still count: those of the last day. */
export function stillCounted(mails: readonly CountedMail[], now: Date): CountedMail[] {
  return mails.filter(({ at }) => at > now.getTime() - mailboxLimits.server.ms);
}

/** A limit that a mailbox has reached. */
export interface ReachedLimit {
  /** When the mailbox may get another mail. */
  readonly freeAt: Date;
  readonly mails: number;
  readonly ms: number;
}

/** The limit that delays the next mail about calls of a workspace longest; undefined if the mailbox may get one now. */
export function reachedLimit(
  mails: readonly CountedMail[],
  { workspaceId, now }: { readonly workspaceId: number; readonly now: Date },
): ReachedLimit | undefined {
  const ofWorkspace = mails.filter((each) => each.workspaceId === workspaceId);
  const [first, second] = [
    withEnd(ofWorkspace, mailboxLimits.workspace),
    withEnd(mails, mailboxLimits.server),
  ] as const;
  const later = first.freeAt > second.freeAt ? first : second;
  return later.freeAt > now ? later : undefined;
}

/** The limit with the instant from which another mail may follow. */
function withEnd(mails: readonly CountedMail[], limit: Omit<ReachedLimit, 'freeAt'>): ReachedLimit {
  const newestFirst = mails.map(({ at }) => at).sort((a, b) => b - a);
  const decisive = newestFirst[limit.mails - 1];
  return { ...limit, freeAt: new Date(decisive === undefined ? 0 : decisive + limit.ms) };
}

/** The error of a mail that is not sent because its mailbox has reached a limit. */
export function mailboxFull({ freeAt, mails, ms }: ReachedLimit, now: Date): DomainError {
  const reason = "The recipient's mailbox has reached the maximum number of emails";
  return rateLimitError({ freeAt, limit: mails, windowMs: ms, reason }, now);
}
