import { noSaleReasons, objectionKinds } from '#src/domain/event-calls/event-call.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { callNumbersInput } from './call-numbers.ts';

/** The period and the filters of the numbers of calls. */
export const callReasonsInput = callNumbersInput.omit({ groupBy: true });

export const reasonCountRecord = {
  reason: field.oneOf(noSaleReasons, 'Reason for the lost sale.'),
  count: field.int('Calls with this reason.'),
};
export type ReasonCount = RecordOf<typeof reasonCountRecord>;

export const objectionCountRecord = {
  objectionKind: field.oneOf(objectionKinds, "Kind of the invitee's objection."),
  count: field.int('Calls with this objection.'),
};
export type ObjectionCount = RecordOf<typeof objectionCountRecord>;

export const callReasonsRecord = {
  dateFrom: field.date('First day of the period.'),
  dateTo: field.date('Last day of the period.'),
  timeZone: field.string("The workspace's time zone, in which the days are."),
  reasons: field.objects(reasonCountRecord, 'The reasons that calls have, the most frequent first.'),
  objections: field.objects(objectionCountRecord, 'The kinds of objections that calls have, the most frequent first.'),
};
export type CallReasons = RecordOf<typeof callReasonsRecord>;
