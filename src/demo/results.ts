import type { CallOutcome, CallStatus, CallType, NoSaleReason, ObjectionKind } from '#src/db/generated/prisma/enums.ts';
import type { WorkspacePlan } from './plan.ts';
import type { Random } from './random.ts';
import { objections } from './texts.ts';

/** The weights of outcomes of discovery calls that were held. */
const discoveryMix = {
  QUALIFIED: 38,
  APPROVED: 26,
  UNQUALIFIED: 20,
  REJECTED: 16,
} satisfies Partial<Record<CallOutcome, number>>;

/** The outcome of each type that means "no" and needs a reason. */
const refusalOf = { STRATEGY_EVENT: 'NO_SALE', DISCOVERY_EVENT: 'REJECTED' } as const satisfies Record<
  CallType,
  CallOutcome
>;

/** The weights of reasons why a call that was held did not lead to a sale. */
const refusalMix = {
  NOT_INTERESTED: 30,
  FOLLOW_UP_SCHEDULE: 27,
  BAD_FIT: 17,
  UNQUALIFIED: 15,
  OTHER: 11,
} satisfies Partial<Record<NoSaleReason, number>>;

/** The share of cancelled calls that have an outcome, which says who cancelled. */
const cancelledWithOutcome = 0.3;
const cancellationMix = { CONTACT_CANCELLED: 75, ADMIN_CANCELLED: 25 } satisfies Partial<Record<NoSaleReason, number>>;

const objectionMix = Object.fromEntries(objections.map(({ text, weight }) => [text, weight]));
const objectionKinds = new Map<string, ObjectionKind>(objections.map(({ text, kind }) => [text, kind]));

export interface Result {
  outcome: CallOutcome | null;
  noSaleReason: NoSaleReason | null;
  objectionKind: ObjectionKind | null;
  objection: string | null;
}

export const noResult: Result = { outcome: null, noSaleReason: null, objectionKind: null, objection: null };

interface Circumstances {
  readonly callType: CallType;
  readonly status: CallStatus;
  /** `<username>/<schedule name>` */
  readonly host: string;
  /** The `utm_source` of the contact. */
  readonly source: string | undefined;
}

type Rates = Pick<WorkspacePlan, 'noShows' | 'closes' | 'undecided'>;

/** Draws what becomes of each call once it has ended. The shares of no-shows and sales are those of the plan in every month. */
export function resultDraw(random: Random, { noShows, closes, undecided }: Rates): (call: Circumstances) => Result {
  const [missed, sold] = [evenShares(), evenShares()];
  return ({ callType, status, host, source }) => {
    const refusal = refusalOf[callType];
    if (status === 'CANCELLED') {
      if (!random.chance(cancelledWithOutcome)) return noResult;
      return { ...noResult, outcome: refusal, noSaleReason: random.weighted(cancellationMix) };
    }
    if (random.chance(undecided)) return noResult;
    if (missed(source ?? '', noShows(source))) return { ...noResult, outcome: refusal, noSaleReason: 'NO_SHOW' };
    const outcome =
      callType === 'STRATEGY_EVENT' ? saleOrNone(sold(host, closes(host))) : random.weighted(discoveryMix);
    const noSaleReason = outcome === refusal ? random.weighted(refusalMix) : null;
    return { outcome, noSaleReason, ...objectionTo(random, outcome === refusal ? 0.6 : 0.15) };
  };
}

function saleOrNone(isSold: boolean): CallOutcome {
  return isSold ? 'WON' : 'NO_SALE';
}

/** An invitee who was won over may have had an objection too. */
function objectionTo(random: Random, share: number): Pick<Result, 'objection' | 'objectionKind'> {
  if (!random.chance(share)) return { objection: null, objectionKind: null };
  const objection = random.weighted(objectionMix);
  return { objection, objectionKind: objectionKinds.get(objection) ?? null };
}

/** True for a share of the questions about each key, evenly: chance alone would make the rates of a month implausible. */
function evenShares(): (key: string, share: number) => boolean {
  const rests = new Map<string, number>();
  return (key, share) => {
    const rest = (rests.get(key) ?? 0.5) + share;
    const isHit = rest >= 1;
    rests.set(key, isHit ? rest - 1 : rest);
    return isHit;
  };
}
