import type { DealTransactionType, TransactionSource } from '#src/db/generated/prisma/enums.ts';
import type { GeneratedCall } from './calls.ts';
import { type Random, seededRandom } from './random.ts';
import { products } from './texts.ts';
import { dayMs, iso, minuteMs } from './wall-clock.ts';

/** The share of won calls that lead to a deal. */
const sold = 0.9;
const dealMix = { WON: 45, RECURRING: 35, DEPOSIT: 20 } satisfies Record<DealTransactionType, number>;
const sourceMix = { Stripe: 60, Zapier: 15, Make: 10, Other: 15 } satisfies Record<TransactionSource, number>;
const currencyMix = { USD: 75, EUR: 15, GBP: 10 };
/** The deals of the first calls are in USD on every day: the documentation refunds the first payment. */
const callsInUsd = 100;

/** The deal of most won calls, with its payments until an instant: only the first one, or all instalments. */
export function salesOf(call: GeneratedCall, untilMs: number, allInstalments: boolean) {
  if (call.outcome !== 'WON') return [];
  const random = seededRandom(0xdea1 + call.index);
  if (!random.chance(sold)) return [];
  const transactionType = random.weighted(dealMix);
  const value = random.integer(4, 60) * 250;
  const drawn = random.weighted(currencyMix);
  const currency = call.index < callsInUsd ? 'USD' : drawn;
  const timeMs = Math.min(call.endMs + random.integer(0, 2 * 24 * 60) * minuteMs, untilMs);
  const time = iso(timeMs);
  const productName = random.pick(products).name;
  const months = allInstalments && transactionType === 'RECURRING' ? [0, 1, 2, 3, 4, 5] : [0];
  const dates = months.map((month) => timeMs + month * 30 * dayMs).filter((dateMs) => dateMs <= untilMs);
  const instalment = instalmentOf(transactionType, value);
  const deal = { value, currency, transactionType, productName, time, createdAt: time, updatedAt: time };
  return [{ deal, payments: dates.map((dateMs) => payment(random, { value: instalment, currency, timeMs: dateMs })) }];
}

/** Payments without a deal, most of them recent; every fourth has no contact either. */
export function unassignedPayments(contactIds: Iterable<number>, todayMs: number) {
  const random = seededRandom(0x7a4a);
  return [...contactIds].map((contactId, index) => {
    const timeMs = todayMs - Math.ceil(random.next() ** 2 * 200 * 24 * 60) * minuteMs;
    const value = random.integer(1, 40) * 25;
    const who = { dealId: null, userId: null, contactId: index % 4 === 0 ? null : contactId };
    return { ...who, ...payment(random, { value, currency: 'USD', timeMs }) };
  });
}

/** The amount of one payment: everything at once, a sixth each month, or a fifth as the deposit. */
function instalmentOf(transactionType: DealTransactionType, value: number): number {
  switch (transactionType) {
    case 'WON':
      return value;
    case 'RECURRING':
      return Math.round((value / 6) * 100) / 100;
    case 'DEPOSIT':
      return value / 5;
  }
}

function payment(random: Random, { value, currency, timeMs }: { value: number; currency: string; timeMs: number }) {
  const source = random.weighted(sourceMix);
  const description = random.chance(0.5) ? `Payment by ${source === 'Other' ? 'bank transfer' : source}` : null;
  const time = iso(timeMs);
  return { value, currency, source, description, time, createdAt: time, updatedAt: time };
}
