import { Autocomplete, Group, NumberInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { SaleChoicesDocument } from '../../gql/outcome.ts';
import { Radios } from '../../kit/choice-groups.tsx';
import { CurrencySelect } from '../currency-select.tsx';
import { amountToEdit, installmentOf, moneyText, typedAmount } from '../money.ts';
import type { OutcomeValues } from './outcome-values.ts';

const ways = [
  { value: 'FULL', label: 'Paid in full' },
  { value: 'DEPOSIT', label: 'Deposit' },
  { value: 'PLAN', label: 'Payment plan' },
  { value: 'LATER', label: 'Not paid yet' },
];

interface SaleFieldsProps {
  readonly form: UseFormReturnType<OutcomeValues>;
  readonly isFocused: boolean;
}

/** What was sold, for how much, and what is paid of it now. */
export function SaleFields({ form, isFocused }: SaleFieldsProps) {
  const [{ data }] = useQuery({ query: SaleChoicesDocument });
  const { values, setFieldValue } = form;
  const { value, currency, pay, installments } = values;
  const products = data?.products?.products ?? [];
  const usual = data?.deals?.deals[0]?.currency ?? products[0]?.currency ?? 'USD';
  // What was typed or restored stays.
  useEffect(() => {
    if (data && currency === '') setFieldValue('currency', usual);
  }, [data, currency, usual, setFieldValue]);
  const filledIn = useRef('');
  const sell = (name: string) => {
    setFieldValue('productName', name);
    // A typed amount stays, such as one with a discount.
    if (value.trim() !== '' && value !== filledIn.current) return;
    const product = products.find((each) => each.name === name);
    filledIn.current = product ? amountToEdit(product.price, product.currency) : '';
    form.setValues({ value: filledIn.current, ...(product && { currency: product.currency }) });
  };
  const amount = typedAmount(value, currency);
  const first = amount && pay === 'PLAN' ? installmentOf(amount, installments, currency) : undefined;
  return (
    <>
      <Autocomplete
        label="Product"
        data-autofocus={isFocused || undefined}
        maxLength={255}
        data={[...new Set(products.map(({ name }) => name))]}
        {...form.getInputProps('productName')}
        onChange={sell}
      />
      <Group align="flex-start" grow>
        <TextInput
          label="Amount"
          description="Empty to enter the sale later."
          inputMode="decimal"
          autoComplete="off"
          data-details
          {...form.getInputProps('value')}
          error={form.errors.value ?? (pay === 'FULL' && form.errors.paid)}
        />
        <CurrencySelect description="As in the agreement." {...form.getInputProps('currency')} />
      </Group>
      {value.trim() !== '' && (
        <>
          <Radios label="Payment" choices={ways} {...form.getInputProps('pay')} />
          {pay === 'DEPOSIT' && (
            <TextInput
              label="Paid now"
              inputMode="decimal"
              autoComplete="off"
              withAsterisk
              {...form.getInputProps('paid')}
            />
          )}
          {pay === 'PLAN' && (
            <Group align="flex-start" grow>
              <NumberInput
                label="Number of payments"
                min={2}
                max={120}
                allowDecimal={false}
                value={installments}
                onChange={(count) => setFieldValue('installments', String(count))}
                error={form.errors.installments}
              />
              <TextInput
                label="Paid now"
                inputMode="decimal"
                autoComplete="off"
                placeholder={first && amountToEdit(first, currency)}
                {...form.getInputProps('paid')}
              />
            </Group>
          )}
          {first && (
            <Text size="sm" c="dimmed">
              {installments} payments of about {moneyText(first, currency)}. Without an amount, the first is{' '}
              {moneyText(first, currency)}; 0 if nothing is paid yet.
            </Text>
          )}
        </>
      )}
    </>
  );
}
