/** The sets of calls that reports count, each by the name of its count. */
export const callSets = [
  'booked',
  'cancelled',
  'lateCancelled',
  'lateCancelledByInvitee',
  'due',
  'noShow',
  'undecided',
  'held',
  'won',
  'qualified',
  'rescheduled',
] as const;
export type CallSet = (typeof callSets)[number];
