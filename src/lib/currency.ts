/** The currencies of ISO 4217 whose decimals are not two. Intl has fewer for some, as people write prices. */
export const currenciesWithoutDecimals: readonly string[] = [
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
];
const withoutDecimals: ReadonlySet<string> = new Set(currenciesWithoutDecimals);
const withThreeDecimals: ReadonlySet<string> = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

/** The number of decimals of a currency: 0 for JPY, 3 for KWD, 2 for most. */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}
