import { readFeedByToken, readFeedCalls, readFeedsOfMember, type StoredFeed } from '#src/db/reads/calendar-feeds.ts';
import { insertFeed, recordFeedChange, recordFeedRead, removeFeed } from '#src/db/writes/calendar-feeds.ts';
import { countOfMember, lockMember } from '#src/db/writes/members.ts';
import { maxFeeds } from '#src/domain/calendars/calendar.ts';
import {
  type CalendarFeed,
  type CalendarFeedWithUrl,
  type CreateCalendarFeedInput,
  feedPath,
  feedRange,
  generateFeedSecret,
  workspaceOfFeedSecret,
} from '#src/domain/calendars/feed.ts';
import { feedCalendar } from '#src/domain/calendars/feed-calendar.ts';
import { DomainError, recordNotFound, requireFound } from '#src/domain/errors.ts';
import type { ById } from '#src/domain/input.ts';
import { requireWorkspaceFeed } from '#src/domain/principal/policy.ts';
import { rolePolicies } from '#src/domain/principal/roles.ts';
import { forWorkspace } from '#src/lib/asking-workspace.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { version } from '#src/lib/version.ts';
import { auditedChanges } from '../audit/audited-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { ClosedDemos } from '../closed-demos.ts';
import type { CallerContext, ServiceContext } from '../context.ts';
import { requireBelow } from '../limits.ts';

/** The caller's own feeds, newest first. */
export function listCalendarFeeds({ db, principal }: CallerContext): Promise<CalendarFeed[]> {
  return readFeedsOfMember(db, [principal.workspaceId, principal.userId]);
}

/** Creates a feed. Its address is only known here, because only a hash of the secret is stored. */
export function createCalendarFeed(
  context: CallerContext & { readonly appUrl: string },
  { scope }: CreateCalendarFeedInput,
): Promise<CalendarFeedWithUrl> {
  const { db, principal, appUrl } = context;
  if (scope === 'WORKSPACE') requireWorkspaceFeed(principal);
  const { workspaceId, userId } = principal;
  const secret = generateFeedSecret(workspaceId);
  return db.write(async (client) => {
    if (!(await lockMember(client, workspaceId, userId))) throw new DomainError('NOT_FOUND');
    const count = await countOfMember(client, 'CalendarFeed', [workspaceId, userId]);
    requireBelow(maxFeeds, count, `A member can have at most ${maxFeeds} feeds: revoke one that is no longer used`);
    const feed = await insertFeed(client, [workspaceId, userId], { scope, tokenHash: sha256(secret) });
    await recordAudit(client, context, 'calendar_feed.created', feed.id, auditedChanges({ scope }));
    return { feed, url: appUrl + feedPath(secret) };
  });
}

/** Deletes a feed of the caller at once, and returns it as it was. */
export function deleteCalendarFeed(context: CallerContext, { id }: ById): Promise<CalendarFeed> {
  const { db, principal } = context;
  return db.write(async (client) => {
    const removed = await removeFeed(client, [principal.workspaceId, principal.userId], id);
    if (!removed) throw recordNotFound('id');
    await recordAudit(client, context, 'calendar_feed.deleted', id);
    return removed;
  });
}

/** The content of a feed response. */
export interface FeedContent {
  /** Builds the text lazily: it takes long for thousands of calls, and most clients already have it. */
  readonly text: () => string;
  /** The hash of everything that the text is made of. */
  readonly hash: Buffer;
  /** When the content last changed. */
  readonly changedAt: Date;
}

/** Reads the calls of a feed by its secret; NOT_FOUND if the secret is unknown or no longer valid. */
export async function readCalendarFeed(
  { db, clock, baseUrl, closedDemos }: ServiceContext & { readonly baseUrl: string; readonly closedDemos: ClosedDemos },
  secret: string,
): Promise<FeedContent> {
  const workspaceId = requireFound(workspaceOfFeedSecret(secret));
  if (closedDemos?.has(workspaceId)) throw new DomainError('NOT_FOUND');
  return forWorkspace(workspaceId, async () => {
    const feed = requireFound(await readFeedByToken(db, workspaceId, sha256(secret)));
    // A workspace feed stops working if its member's role no longer sees all records.
    if (feed.scope === 'WORKSPACE' && rolePolicies[feed.role].rows !== 'all') throw new DomainError('NOT_FOUND');
    const now = clock.now().getTime();
    const { beforeMs, aheadMs, maxCalls } = feedRange;
    const range = { from: new Date(now - beforeMs), until: new Date(now + aheadMs), limit: maxCalls };
    const content = { name: nameOf(feed), baseUrl, calls: await readFeedCalls(db, feed, range) };
    // Includes the version, because another version of the server may write a different text.
    const hash = sha256(JSON.stringify([version, content]));
    return { text: () => feedCalendar(content), hash, changedAt: await changeOf({ db }, feed, hash) };
  });
}

async function changeOf({ db }: Pick<ServiceContext, 'db'>, feed: StoredFeed, hash: Buffer): Promise<Date> {
  const key = [feed.workspaceId, feed.id] as const;
  if (feed.changedAt === null || !feed.contentHash?.equals(hash)) {
    return new Date(requireFound(await recordFeedChange(db, key, hash)));
  }
  if (feed.recordsRead) await recordFeedRead(db, key);
  return new Date(feed.changedAt);
}

function nameOf({ scope, firstName, lastName, workspaceName }: StoredFeed): string {
  return scope === 'OWN' ? `${firstName} ${lastName}: ${workspaceName}` : workspaceName;
}
