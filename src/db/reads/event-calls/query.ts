import type { CallStatus, CallType, SetOutcome } from '#src/domain/event-calls/event-call.ts';

/** What a list of calls is asked for, already parsed: a half-open range of instants, values instead of wire words. */
export interface EventCallQuery {
  readonly workspaceId: number;
  readonly nowMs: number;
  readonly offset: number;
  readonly limit: number;
  readonly orderColumn: 'dateTime' | 'createdAt' | 'updatedAt' | 'id';
  readonly orderBy: 'asc' | 'desc';
  /** dateTime >= fromMs and < untilMs. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  readonly eventType: 'PAST' | 'UPCOMING' | 'ALL';
  readonly ids?: readonly number[];
  readonly userIds?: readonly number[];
  readonly setterIds?: readonly number[];
  readonly eventIds?: readonly number[];
  readonly statuses?: readonly CallStatus[];
  readonly callTypes?: readonly CallType[];
  readonly outcomes?: OutcomeFilter;
  readonly inviteeEmails?: readonly string[];
  readonly contactId?: number;
  readonly previewId?: string;
  /** Words, each of which must occur. The database lowers their case as it does the stored text's. */
  readonly searchWords?: readonly string[];
  /** Only the calls in which this user is the closer or the setter. */
  readonly visibleTo?: number;
}

export interface OutcomeFilter {
  readonly set: readonly SetOutcome[];
  /** Nothing set and not yet over. */
  readonly pending: boolean;
  /** Nothing set and over. */
  readonly overdue: boolean;
}
