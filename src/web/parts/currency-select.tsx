import { Select, type SelectProps } from '@mantine/core';
import { currencies } from './money.ts';

/** The currency of an amount, found by typing. */
export function CurrencySelect(props: Omit<SelectProps, 'data'>) {
  return (
    <Select label="Currency" data={currencies} searchable selectFirstOptionOnChange allowDeselect={false} {...props} />
  );
}
