import { Text } from '@mantine/core';
import { moneyText } from './money.ts';

interface AmountsLineProps {
  /** Amounts by currency, the most important first. */
  readonly amounts: readonly { readonly currency: string; readonly value: string }[] | null | undefined;
}

const maxShown = 2;

/** Amounts in different currencies, which are never added: the first two, and how many more there are. */
export function AmountsLine({ amounts }: AmountsLineProps) {
  if (!amounts || amounts.length === 0) return null;
  const shown = amounts.slice(0, maxShown).map(({ currency, value }) => moneyText(value, currency));
  const more = amounts.length - shown.length;
  return (
    <Text size="xs" c="dimmed" mb="xs" mx={4} className="number">
      {shown.join(' · ')}
      {more > 0 && ` · ${more} more ${more === 1 ? 'currency' : 'currencies'}`}
    </Text>
  );
}
