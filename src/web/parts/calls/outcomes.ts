import type { SetOutcomeMutationVariables } from '../../gql/outcome.ts';
import { now } from '../../kit/now.ts';

export type Outcome = NonNullable<SetOutcomeMutationVariables['input']['outcome']>;
export type NoSaleReason = NonNullable<SetOutcomeMutationVariables['input']['noSaleReason']>;

/** A call, for what sets its outcome. */
export interface CallForOutcome {
  readonly id: number;
  readonly callType: 'STRATEGY_EVENT' | 'DISCOVERY_EVENT';
  readonly inviteeName: string;
  readonly dateTime: string;
  readonly outcome?: string | null;
  readonly noSaleReason?: NoSaleReason | null;
  readonly objection?: string | null;
  readonly notes?: string | null;
}

/** What a call of the type can end with, the better first. */
export const outcomesOf: Readonly<Record<CallForOutcome['callType'], readonly Outcome[]>> = {
  STRATEGY_EVENT: ['WON', 'NO_SALE'],
  DISCOVERY_EVENT: ['QUALIFIED', 'APPROVED', 'UNQUALIFIED', 'REJECTED'],
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

/** Whether the call is still to come: its outcome is then more often a slip than meant. */
export function isToCome({ dateTime }: Pick<CallForOutcome, 'dateTime'>, at = now()): boolean {
  return Date.parse(dateTime) > at;
}
