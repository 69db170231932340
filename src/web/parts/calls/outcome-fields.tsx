import { NativeSelect, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useSession } from '../../app/session.ts';
import { optionsOf } from '../../kit/options.ts';
import { BookAgainLink } from './book-again.tsx';
import { NextCallFields } from './outcome-next.tsx';
import { SaleFields } from './outcome-sale.tsx';
import type { OutcomeValues } from './outcome-values.ts';
import { type CallForOutcome, objectionTitles, type Result, reasonTitles } from './outcomes.ts';

export const growing = { autosize: true, minRows: 2, maxRows: 8 } as const;

const reasons = [
  { value: '', label: 'Choose…' },
  // Those two are results of their own.
  ...optionsOf(reasonTitles).filter(({ value }) => value !== 'NO_SHOW' && value !== 'FOLLOW_UP_SCHEDULE'),
];
const objections = [{ value: '', label: 'Not stated' }, ...optionsOf(objectionTitles)];

interface ResultFieldsProps {
  readonly call: CallForOutcome;
  readonly form: UseFormReturnType<OutcomeValues>;
  readonly chosen: Result | undefined;
}

/** What the chosen result unfolds. Where it was chosen before the sheet opened, the first field has the focus. */
export function ResultFields({ call, form, chosen }: ResultFieldsProps) {
  const { scopes } = useSession();
  const { result } = form.values;
  if (result === 'WON') {
    return scopes.includes('deals:write') && scopes.includes('transactions:write') ? (
      <SaleFields form={form} isFocused={chosen === result} />
    ) : null;
  }
  if (result === 'NO_SHOW') return <BookAgainLink call={call} />;
  if (result === 'FOLLOW_UP') {
    return (
      <>
        <NextCallFields {...{ call, form }} />
        <ObjectionFields form={form} />
      </>
    );
  }
  if (result !== 'NO_SALE' && result !== 'REJECTED') return null;
  return (
    <>
      <NativeSelect
        label="Why was nothing sold?"
        data={reasons}
        data-autofocus={chosen === result || undefined}
        {...form.getInputProps('noSaleReason')}
      />
      <ObjectionFields form={form} />
    </>
  );
}

function ObjectionFields({ form }: { readonly form: UseFormReturnType<OutcomeValues> }) {
  return (
    <>
      <NativeSelect label="Kind of objection" data={objections} {...form.getInputProps('objectionKind')} />
      <Textarea label="Objection" description="In their words." {...growing} {...form.getInputProps('objection')} />
    </>
  );
}
