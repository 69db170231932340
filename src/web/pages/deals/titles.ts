import { addedAmounts } from '#src/lib/decimal.ts';
import type { DealRowFragment } from '../../gql/deals.ts';
import { contactName } from '../../parts/contacts.ts';

export const dealTypeTitles: Readonly<Record<DealRowFragment['transactionType'], string>> = {
  WON: 'Won',
  RECURRING: 'Recurring',
  DEPOSIT: 'Deposit',
};

/** Who bought it. */
export function buyerName({ contact }: Pick<DealRowFragment, 'contact'>): string {
  return contact ? contactName(contact) : 'Erased contact';
}

/** What is open of a value; undefined where the viewer does not see what was paid. */
export function openOf({ value, paid }: { readonly value: string; readonly paid: string | null }): string | undefined {
  if (paid === null) return undefined;
  return addedAmounts(value, paid.startsWith('-') ? paid.slice(1) : `-${paid}`);
}

export function isPositive(amount: string | undefined): boolean {
  return amount !== undefined && Number(amount) > 0;
}
