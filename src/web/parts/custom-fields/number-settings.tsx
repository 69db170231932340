import { NumberInput, SimpleGrid } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { maxRatingLimit } from '../../gql/limits.ts';
import type { FieldValues } from './values.ts';

/** The limits of a number, or the highest rating. */
export function NumberSettings({ form }: { readonly form: UseFormReturnType<FieldValues> }) {
  if (form.values.kind === 'number') {
    return (
      <SimpleGrid cols={2}>
        <NumberInput label="Minimum" placeholder="None" {...form.getInputProps('min')} />
        <NumberInput label="Maximum" placeholder="None" {...form.getInputProps('max')} />
      </SimpleGrid>
    );
  }
  return (
    <NumberInput
      label="Highest rating"
      min={1}
      max={maxRatingLimit}
      clampBehavior="strict"
      allowDecimal={false}
      maw="10rem"
      {...form.getInputProps('maxRating')}
    />
  );
}
