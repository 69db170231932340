import type { DealTransactionType, TransactionSource } from '#src/db/generated/prisma/enums.ts';

/** How often each kind of sale is made, in parts of a hundred: for the demo and for the seed alike. */
export const soldPercent = 90;
export const dealMix = { WON: 45, RECURRING: 35, DEPOSIT: 20 } satisfies Record<DealTransactionType, number>;
export const sourceMix = { Stripe: 60, Zapier: 15, Make: 10, Other: 15 } satisfies Record<TransactionSource, number>;
export const currencyMix = { USD: 75, EUR: 15, GBP: 10 };
