import { z } from 'zod';
import { type CallSet, callSets } from '#src/domain/event-calls/call-sets.ts';
import { callTypes } from '#src/domain/event-calls/call-types.ts';
import { originsOfCalls } from '#src/domain/event-calls/event-call.ts';
import { enumeration, filterList, idList } from '#src/domain/input.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { groupFields, rate, rateRecord, reportFields } from './report.ts';

export const callNumbersInput = z.object({
  ...reportFields('the calls'),
  userIds: idList().optional().describe('Only calls hosted by these closers, by user id.'),
  setterIds: idList().optional().describe('Only calls set by these setters, by user id.'),
  eventIds: idList().optional().describe('Only calls of these events (templates), by event id.'),
  callTypes: filterList(enumeration(callTypes)).optional().describe('Only calls of these types.'),
  ...originsOfCalls,
});

export type CallNumbersInput = z.output<typeof callNumbersInput>;

/** How many calls of a group are in each set, each call once by its present start. */
export const callCounts = {
  booked: field.int('All calls.'),
  cancelled: field.int('Cancelled calls, by their status or by the reasons CONTACT_CANCELLED and ADMIN_CANCELLED.'),
  lateCancelled: field.int('Those of them that were cancelled at most 24 hours before the start, or later.'),
  lateCancelledByInvitee: field.int('Those that the invitee cancelled; the others the team did.'),
  due: field.int('Calls that are not cancelled and have ended.'),
  noShow: field.int('Due calls to which the invitee did not come.'),
  undecided: field.int('Due calls without an outcome.'),
  held: field.int('Due calls with another outcome than that the invitee did not come.'),
  won: field.int('Due calls with the outcome WON.'),
  qualified: field.int('Held calls with the outcome QUALIFIED or APPROVED.'),
  rescheduled: field.int('Calls that were moved at least once.'),
} satisfies Record<CallSet, unknown>;
export type CallCounts = RecordOf<typeof callCounts>;

const shareOf = (text: string) => field.object(rateRecord, text);

export const callNumbersRecord = {
  ...callCounts,
  showRate: shareOf('held ÷ (held + noShow).'),
  noShowRate: shareOf('noShow ÷ (held + noShow).'),
  cancellationRate: shareOf('cancelled ÷ booked.'),
  rescheduleRate: shareOf('rescheduled ÷ booked.'),
  closeRate: shareOf('won ÷ due, of strategy calls.'),
  liveCloseRate: shareOf('won ÷ held, of strategy calls.'),
  qualificationRate: shareOf('qualified ÷ held, of discovery calls.'),
  coverage: shareOf('(held + noShow) ÷ due: how much of the show rate is known.'),
  timeToOutcomeMinutes: field
    .float('Median of the minutes from the end of due calls to their first outcome, not below 0; null without one.')
    .nullable(),
};
export type CallNumbers = RecordOf<typeof callNumbersRecord>;

export const callNumbersGroupRecord = { ...groupFields, ...callNumbersRecord };

/** The counts, with those of one type of calls that rates need, and the median. */
export interface CountedCalls extends CallCounts {
  readonly strategyDue: number;
  readonly strategyHeld: number;
  readonly discoveryHeld: number;
  readonly timeToOutcomeMinutes: number | null;
}

export const noCalls: CountedCalls = {
  booked: 0,
  cancelled: 0,
  lateCancelled: 0,
  lateCancelledByInvitee: 0,
  due: 0,
  noShow: 0,
  undecided: 0,
  held: 0,
  won: 0,
  qualified: 0,
  rescheduled: 0,
  strategyDue: 0,
  strategyHeld: 0,
  discoveryHeld: 0,
  timeToOutcomeMinutes: null,
};

/** The numbers that follow from the counts. */
export function callNumbersOf(counted: CountedCalls): CallNumbers {
  const { strategyDue, strategyHeld, discoveryHeld, timeToOutcomeMinutes } = counted;
  const counts = Object.fromEntries(callSets.map((set) => [set, counted[set]])) as CallCounts;
  const { booked, cancelled, due, noShow, held, won, qualified, rescheduled } = counts;
  return {
    ...counts,
    showRate: rate(held, held + noShow),
    noShowRate: rate(noShow, held + noShow),
    cancellationRate: rate(cancelled, booked),
    rescheduleRate: rate(rescheduled, booked),
    closeRate: rate(won, strategyDue),
    liveCloseRate: rate(won, strategyHeld),
    qualificationRate: rate(qualified, discoveryHeld),
    coverage: rate(held + noShow, due),
    timeToOutcomeMinutes,
  };
}
