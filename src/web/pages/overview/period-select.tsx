import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { optionsOf } from '../../kit/options.ts';
import { type Days, daysOf, isNamed, periodTitles, problemOfDays } from './periods.ts';

export const periodId = 'overview-period';

const twoDays = 'days';

interface PeriodSelectProps {
  readonly period: string;
  readonly today: string;
  readonly onChange: (period: string) => void;
}

/** Chooses a period that moves on with the day, or two days, which reach the address once both are there. */
export function PeriodSelect({ period, today, onChange }: PeriodSelectProps) {
  const days = daysOf(period, today);
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        id={periodId}
        aria-label="Period"
        data={[...optionsOf(periodTitles), { value: twoDays, label: 'From … to …' }]}
        value={isNamed(period) ? period : twoDays}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === twoDays ? `${days.dateFrom}..${days.dateTo}` : value)
        }
      />
      {!isNamed(period) && <TwoDays days={days} onChange={onChange} />}
    </Group>
  );
}

interface TwoDaysProps {
  readonly days: Days;
  readonly onChange: (period: string) => void;
}

function TwoDays({ days, onChange }: TwoDaysProps) {
  const [typed, setTyped] = useState(days);
  const [shown, setShown] = useState(days);
  if (shown.dateFrom !== days.dateFrom || shown.dateTo !== days.dateTo) {
    setShown(days);
    setTyped(days);
  }
  const problem = problemOfDays(typed.dateFrom, typed.dateTo);
  const type = (name: keyof Days, day: string) => setTyped((before) => ({ ...before, [name]: day }));
  // A date field reports each digit, `0002` before `2026`: what was typed counts once both fields are left, or Enter is pressed.
  const apply = () => {
    const period = `${typed.dateFrom}..${typed.dateTo}`;
    if (problem === undefined && period !== `${days.dateFrom}..${days.dateTo}`) onChange(period);
  };
  const field = (name: keyof Days, label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      value={typed[name]}
      onChange={({ currentTarget }) => type(name, currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
      error={name === 'dateTo' && problem}
    />
  );
  return (
    <Group
      gap="xs"
      align="flex-start"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || apply()}
    >
      {field('dateFrom', 'First day')}
      {field('dateTo', 'Last day')}
    </Group>
  );
}
