import type { DealTransactionType } from '#src/db/generated/prisma/enums.ts';
import { type Random, seededRandom } from '#src/lib/random.ts';
import type { KeptCall } from './demo-calls.ts';
import type { Person } from './demo-people.ts';
import type { Draft, Made } from './row-writer.ts';
import { currencyMix, dealMix, soldPercent, sourceMix } from './sales-mix.ts';
import { products } from './texts.ts';
import { dayMs, iso, minuteMs } from './wall-clock.ts';

export interface Sale {
  deal: Draft<'Deal'> & { value: number; currency: string };
  transactions: Draft<'Transaction'>[];
}

/** Most won calls bring a deal, and each deal its payments until today. */
export function makeSales(calls: readonly KeptCall[], todayMs: number): Sale[] {
  const random = seededRandom(0xdea1);
  const sold = calls.filter(({ outcome }) => outcome === 'WON' && random.chance(soldPercent / 100));
  return sold.map((call) => sale(random, call, todayMs));
}

/** Payments that nobody has put to a deal: of a known contact, or of somebody unknown. */
export function makeLooseTransactions(contacts: readonly Made<Person>[], todayMs: number) {
  const random = seededRandom(0x7a4a);
  return contacts.slice(0, 60).map((contact, index) => {
    const timeMs = todayMs - random.integer(1, 200 * 24 * 60) * minuteMs;
    const value = random.integer(1, 40) * 25;
    const known = { contactId: contact.id, userId: contact.userId, ...payer(contact) };
    const unknown = { contactId: null, userId: null, ...payer(undefined) };
    return { dealId: null, ...(index % 4 ? known : unknown), ...payment(random, { value, currency: 'USD', timeMs }) };
  });
}

function sale(random: Random, call: KeptCall, todayMs: number): Sale {
  const { contactId } = call;
  const transactionType = random.weighted(dealMix);
  const value = random.integer(4, 60) * 250;
  const currency = random.weighted(currencyMix);
  const timeMs = Math.min(call.endMs + random.integer(0, 2 * 24 * 60) * minuteMs, todayMs);
  const userId = call.offer.schedule.userId;
  const deal = { contactId, eventCallId: call.id, userId, value, currency, transactionType };
  const stamps = { time: iso(timeMs), createdAt: iso(timeMs), updatedAt: iso(timeMs) };
  const transactions = instalments(transactionType, value).map((part, month) => {
    const paid = payment(random, { value: part, currency, timeMs: timeMs + month * 30 * dayMs });
    return { dealId: null, contactId, userId, ...payer(call.person), ...paid };
  });
  return {
    deal: { ...deal, productName: random.pick(products), ...stamps },
    transactions: transactions.filter(({ time }) => time <= iso(todayMs)),
  };
}

/** All at once, in six months, or a fifth to begin with. */
function instalments(transactionType: DealTransactionType, value: number): number[] {
  if (transactionType === 'RECURRING') return Array.from({ length: 6 }, () => Math.round((value / 6) * 100) / 100);
  return [transactionType === 'DEPOSIT' ? value / 5 : value];
}

function payer(person: Person | undefined) {
  if (!person) return { name: null, email: null, phoneNumber: null };
  const { firstName, lastName, email, phoneNumber } = person;
  return { name: `${firstName} ${lastName}`, email, phoneNumber };
}

function payment(random: Random, { value, currency, timeMs }: { value: number; currency: string; timeMs: number }) {
  const source = random.weighted(sourceMix);
  const description = random.chance(0.5) ? `Payment by ${source === 'Other' ? 'bank transfer' : source}` : null;
  const time = iso(timeMs);
  return { value, currency, source, description, time, createdAt: time, updatedAt: time };
}
