import { containing } from '../list.ts';
import type { Values } from '../values.ts';
import type { Branch } from './branches.ts';
import type { EventCallQuery } from './query.ts';

/** The text that searches look through: to the letter the expression of the index `EventCall_search_idx`. */
const searchText = `lower(c."inviteeName" || E'\\n' || coalesce(c."inviteeEmail", '') || E'\\n' || coalesce(c."phoneNumber", ''))`;

/** Conditions on a call `c` that do not belong to a branch. */
export function commonConditions(query: EventCallQuery, values: Values): string[] {
  const conditions = [`c."workspaceId" = $1`];
  if (query.fromMs !== undefined) conditions.push(`c."dateTime" >= ${values.instant(query.fromMs)}`);
  if (query.untilMs !== undefined) conditions.push(`c."dateTime" < ${values.instant(query.untilMs)}`);
  return [...conditions, ...selectiveConditions(query, values), ...wideConditions(query, values)];
}

/** Each of them leaves few calls, by an index of its own. */
function selectiveConditions(query: EventCallQuery, values: Values): string[] {
  const conditions: string[] = [];
  if (query.ids) conditions.push(`c."id" = ANY(${values.add(query.ids, 'int[]')})`);
  if (query.contactId !== undefined) conditions.push(`c."contactId" = ${values.add(query.contactId, 'int')}`);
  if (query.previewId !== undefined) conditions.push(`c."previewId" = ${values.add(query.previewId, 'text')}`);
  if (query.inviteeEmails) {
    const emails = query.inviteeEmails.map((email) => email.toLowerCase());
    conditions.push(`lower(c."inviteeEmail") = ANY(${values.add(emails, 'text[]')})`);
  }
  return conditions;
}

function wideConditions(query: EventCallQuery, values: Values): string[] {
  const conditions = containing(searchText, values, query.searchWords);
  if (query.visibleTo !== undefined) {
    const user = values.add(query.visibleTo, 'int');
    conditions.push(`(c."userId" = ${user} OR c."setterId" = ${user})`);
  }
  return conditions;
}

/** Conditions for calls that are over, or not; the bounds on dateTime let the index on it serve. */
export function clockConditions(clock: Branch['clock'], nowMs: number, values: Values): string[] {
  if (clock === 'ALL') return [];
  if (clock === 'NONE') return ['false'];
  const now = values.instant(nowMs);
  return clock === 'PAST'
    ? [`c."endTime" <= ${now}`, `c."dateTime" <= ${now}`]
    : [`c."endTime" > ${now}`, `c."dateTime" > ${now} - interval '1 day'`];
}

/** The condition that makes a call belong to a branch, when the branch is not walked value by value. */
export function branchCondition(branch: Branch, values: Values): string[] {
  if (!branch.column) return [];
  const column = `c."${branch.column}"`;
  if (branch.values.length === 0) return [`${column} IS NULL`];
  return branch.values.length === 1
    ? [`${column} = ${values.add(branch.values[0], branch.type)}`]
    : [`${column} = ANY(${values.add(branch.values, `${branch.type}[]`)})`];
}

/** All filters on dimensions as conditions, for lists that are filtered by more than one. */
export function dimensionConditions(query: EventCallQuery, values: Values): string[] {
  const conditions = clockConditions(query.eventType, query.nowMs, values);
  const any = (column: string, given: readonly unknown[] | undefined, type: string) => {
    if (given) conditions.push(`c."${column}" = ANY(${values.add(given, `${type}[]`)})`);
  };
  any('userId', query.userIds, 'int');
  any('setterId', query.setterIds, 'int');
  any('eventId', query.eventIds, 'int');
  any('status', query.statuses, '"CallStatus"');
  any('callType', query.callTypes, '"CallType"');
  return [...conditions, ...outcomeCondition(query, values)];
}

function outcomeCondition({ outcomes, nowMs }: EventCallQuery, values: Values): string[] {
  if (!outcomes) return [];
  const choices = [`c."outcome" = ANY(${values.add(outcomes.set, '"CallOutcome"[]')})`];
  if (outcomes.pending && outcomes.overdue) choices.push(`c."outcome" IS NULL`);
  else if (outcomes.pending) choices.push(`(c."outcome" IS NULL AND c."endTime" > ${values.instant(nowMs)})`);
  else if (outcomes.overdue) choices.push(`(c."outcome" IS NULL AND c."endTime" <= ${values.instant(nowMs)})`);
  return [`(${choices.join(' OR ')})`];
}
