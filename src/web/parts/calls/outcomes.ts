import type { FinishCallMutationVariables } from '../../gql/outcome.ts';
import { now } from '../../kit/now.ts';

export type Outcome = FinishCallMutationVariables['input']['outcome'];
export type NoSaleReason = NonNullable<FinishCallMutationVariables['input']['noSaleReason']>;
export type ObjectionKind = NonNullable<FinishCallMutationVariables['input']['objectionKind']>;

/** A call, for what sets its outcome. */
export interface CallForOutcome {
  readonly id: number;
  readonly eventId: number;
  readonly callType: 'STRATEGY_EVENT' | 'DISCOVERY_EVENT';
  readonly inviteeName: string;
  readonly inviteeEmail?: string | null;
  readonly dateTime: string;
  readonly outcome?: string | null;
  readonly noSaleReason?: NoSaleReason | null;
  readonly objectionKind?: ObjectionKind | null;
  readonly objection?: string | null;
  readonly notes?: string | null;
}

export const typeTitles: Readonly<Record<CallForOutcome['callType'], string>> = {
  STRATEGY_EVENT: 'Strategy call',
  DISCOVERY_EVENT: 'Discovery call',
};

/** How a call ends, as people choose it. Two of them are the reasons of an outcome that nothing was sold. */
export type Result = Outcome | 'NO_SHOW' | 'FOLLOW_UP';

/** What a call of the type can end with, in the order of their keys. */
export const resultsOf: Readonly<Record<CallForOutcome['callType'], readonly Result[]>> = {
  STRATEGY_EVENT: ['WON', 'NO_SALE', 'NO_SHOW', 'FOLLOW_UP'],
  DISCOVERY_EVENT: ['QUALIFIED', 'APPROVED', 'UNQUALIFIED', 'REJECTED', 'NO_SHOW', 'FOLLOW_UP'],
};

/** What each means, where its name does not say it. */
export const resultTexts: Readonly<Partial<Record<Result, string>>> = {
  QUALIFIED: 'They fit, and a strategy call comes next.',
  APPROVED: 'They fit, and are accepted without another call.',
  UNQUALIFIED: 'They do not fit what you sell.',
  REJECTED: 'They fit, and it goes no further, for a reason.',
};

export const outcomeTitles: Readonly<Record<Outcome | 'PENDING' | 'PENDING_OUTCOME', string>> = {
  WON: 'Won',
  NO_SALE: 'No sale',
  QUALIFIED: 'Qualified',
  APPROVED: 'Approved',
  UNQUALIFIED: 'Unqualified',
  REJECTED: 'Rejected',
  PENDING: 'Upcoming',
  PENDING_OUTCOME: 'No outcome yet',
};

const reasonOf = { NO_SHOW: 'NO_SHOW', FOLLOW_UP: 'FOLLOW_UP_SCHEDULE' } as const;

export function resultTitle(result: Result): string {
  if (result === 'FOLLOW_UP') return 'Follow up';
  return result === 'NO_SHOW' ? 'No-show' : outcomeTitles[result];
}

/** Says that the call has the result now. */
export function doneText({ inviteeName }: Pick<CallForOutcome, 'inviteeName'>, result: Result): string {
  return `${inviteeName}: ${resultTitle(result).toLowerCase()}`;
}

/** The outcome of a result, with the reason that is a result of its own. */
export function outcomeOf(
  result: Result,
  callType: CallForOutcome['callType'],
): { readonly outcome: Outcome; readonly noSaleReason?: NoSaleReason } {
  if (result !== 'NO_SHOW' && result !== 'FOLLOW_UP') return { outcome: result };
  return { outcome: callType === 'STRATEGY_EVENT' ? 'NO_SALE' : 'REJECTED', noSaleReason: reasonOf[result] };
}

/** The result that a call has; undefined without an outcome. */
export function resultOf({
  outcome,
  noSaleReason,
}: Pick<CallForOutcome, 'outcome' | 'noSaleReason'>): Result | undefined {
  if (!isOutcome(outcome)) return undefined;
  if (!needsReason(outcome)) return outcome;
  if (noSaleReason === 'NO_SHOW') return 'NO_SHOW';
  return noSaleReason === 'FOLLOW_UP_SCHEDULE' ? 'FOLLOW_UP' : outcome;
}

export const reasonTitles: Readonly<Record<NoSaleReason, string>> = {
  NO_SHOW: 'No-show',
  NOT_INTERESTED: 'Not interested',
  FOLLOW_UP_SCHEDULE: 'Follow-up scheduled',
  BAD_FIT: 'Bad fit',
  UNQUALIFIED: 'Unqualified',
  CONTACT_CANCELLED: 'Cancelled by contact',
  ADMIN_CANCELLED: 'Cancelled by us',
  OTHER: 'Other',
};

/** Whether the server asks why nothing was sold. */
export function needsReason(outcome: string | null | undefined): boolean {
  return outcome === 'NO_SALE' || outcome === 'REJECTED';
}

export function isOutcome(value: string | null | undefined): value is Outcome {
  return value != null && value in outcomeTitles && !value.startsWith('PENDING');
}

export const objectionTitles: Readonly<Record<ObjectionKind, string>> = {
  MONEY: 'Money',
  LOGISTIC: 'Time, place or how it works',
  PARTNER: 'Somebody else has to agree',
  FEAR: 'Fear that it will not work',
  SMOKE_SCREEN: 'Not the real reason',
  NO_OBJECTION: 'None',
};

/** Whether more has to be entered, or is commonly entered, with the result. */
export function hasDetails(result: Result): boolean {
  return result === 'WON' || result === 'FOLLOW_UP' || needsReason(result);
}

/** Whether the call is still to come: its outcome is then more often a slip than meant. */
export function isToCome({ dateTime }: Pick<CallForOutcome, 'dateTime'>, at = now()): boolean {
  return Date.parse(dateTime) > at;
}
