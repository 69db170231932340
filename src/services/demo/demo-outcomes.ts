import type { CallStatus, CallType } from '#src/db/generated/prisma/enums.ts';
import type { Random } from '#src/lib/random.ts';
import { cancellationMix, cancelledClosedPercent, outcomeMix, refusalMix, refusalOf } from './call-mix.ts';
import type { Draft } from './row-writer.ts';
import { cancelReasons, notes, objections, rescheduleReasons } from './texts.ts';

export type CourseOfCall = Pick<
  Required<Draft<'EventCall'>>,
  'outcome' | 'noSaleReason' | 'objection' | 'notes' | 'cancelReason' | 'rescheduleReason'
>;

/** What becomes of a call. Before it is over it has no outcome. */
export function courseOfCall(
  random: Random,
  { callType, status, isOver }: { callType: CallType; status: CallStatus; isOver: boolean },
): CourseOfCall {
  const reasons = {
    cancelReason: status === 'CANCELLED' ? random.pick(cancelReasons) : null,
    rescheduleReason: status === 'RESCHEDULED' ? random.pick(rescheduleReasons) : null,
    notes: random.chance(isOver ? 0.4 : 0.1) ? random.pick(notes) : null,
  };
  if (!isOver) return { ...reasons, ...unset };
  return { ...reasons, ...(status === 'CANCELLED' ? cancelled(random, callType) : held(random, callType)) };
}

const unset = { outcome: null, noSaleReason: null, objection: null };

function cancelled(random: Random, callType: CallType) {
  if (!random.chance(cancelledClosedPercent / 100)) return unset;
  return { ...unset, outcome: refusalOf[callType], noSaleReason: random.weighted(cancellationMix) };
}

function held(random: Random, callType: CallType) {
  const outcome =
    callType === 'STRATEGY_EVENT'
      ? random.weighted(outcomeMix.STRATEGY_EVENT)
      : random.weighted(outcomeMix.DISCOVERY_EVENT);
  if (outcome === 'UNSET') return unset;
  const isRefusal = outcome === refusalOf[callType];
  return {
    outcome,
    noSaleReason: isRefusal ? random.weighted(refusalMix) : null,
    objection: random.chance(isRefusal ? 0.6 : 0.15) ? random.pick(objections) : null,
  };
}
