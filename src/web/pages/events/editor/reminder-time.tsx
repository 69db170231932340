import { NativeSelect, NumberInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

const units = [
  { value: '1440', label: 'days before' },
  { value: '60', label: 'hours before' },
  { value: '1', label: 'minutes before' },
];

interface ReminderTimeProps {
  readonly minutes: number | string;
  readonly onChange: (minutes: number | string) => void;
  readonly error: ReactNode;
}

/** How long before the call, in the largest unit that fits. */
export function ReminderTime({ minutes, onChange, error }: ReminderTimeProps) {
  const fits = (unit: number) => minutes !== '' && Number(minutes) % unit === 0;
  const [chosen, setChosen] = useState(() => Number(units.find(({ value }) => fits(Number(value)))?.value ?? 1));
  // Another number of minutes may have come from elsewhere.
  const unit = fits(chosen) || minutes === '' ? chosen : 1;
  return (
    <>
      <NumberInput
        aria-label="How long before the call"
        min={1}
        allowDecimal={false}
        value={minutes === '' ? '' : Number(minutes) / unit}
        onChange={(typed) => onChange(typed === '' ? '' : Number(typed) * unit)}
        error={error}
      />
      <NativeSelect
        aria-label="Unit"
        data={units}
        value={String(unit)}
        onChange={({ currentTarget }) => {
          const next = Number(currentTarget.value);
          setChosen(next);
          if (minutes !== '') onChange((Number(minutes) / unit) * next);
        }}
      />
    </>
  );
}
