/** An amount as people write it: `$1,250.00`. */
export function moneyText(value: string, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(value));
}
