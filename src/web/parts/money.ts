import { decimalsOf } from '../../lib/currency.ts';

export const currencies = Intl.supportedValuesOf('currency');

/**
 * An amount as people write it in its currency: `$1,250.00`, `¥1,250`, `KWD 1.250`. Decimals that people leave out in a currency
 * are shown where they are not 0.
 */
export function moneyText(value: string, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  const used = decimalPlaces(value);
  if (used <= maximumFractionDigits) return format.format(value as Intl.StringNumericLiteral);
  const digits = Math.max(2, used);
  const exact = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat('en', exact).format(value as Intl.StringNumericLiteral);
}

/** An amount as it is typed in its currency, without grouping: `1250.00`, `1250` in JPY, `1250.000` in KWD. */
export function amountToEdit(value: string, currency: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  const digits = Math.max(decimalsOf(currency), decimalPlaces(value));
  return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, '0').slice(0, digits)}`;
}

/** A typed amount as the server accepts it, with a point before its decimals. Undefined if it is no amount in the currency. */
export function typedAmount(text: string, currency: string): string | undefined {
  const match = /^(\d{1,16})(?:[.,](\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimalsOf(currency)) return undefined;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** What is wrong with a typed amount; null if nothing is. */
export function amountProblem(text: string, currency: string): string | null {
  if (typedAmount(text, currency) !== undefined) return null;
  const digits = decimalsOf(currency);
  return digits === 0
    ? `Enter an amount without decimals, such as 1250: ${currency} has none`
    : `Enter an amount, such as 1250 or ${digits === 3 ? '99.900' : '99.90'}`;
}

function decimalPlaces(value: string): number {
  return (value.split('.')[1] ?? '').replace(/0+$/, '').length;
}

/** One of so many equal payments of an amount, rounded up to the smallest unit of the currency. */
export function installmentOf(amount: string, count: string, currency: string): string | undefined {
  if (!/^[1-9]\d{0,2}$/.test(count)) return undefined;
  const digits = Math.max(decimalsOf(currency), decimalPlaces(amount));
  const [whole = '0', fraction = ''] = amount.split('.');
  const units = BigInt(`${whole}${fraction.padEnd(digits, '0').slice(0, digits)}`);
  const parts = BigInt(count);
  const text = String((units + parts - 1n) / parts).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
