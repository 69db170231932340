import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';

const overlaps = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: 'After 1 hour' },
  { value: '24', label: 'After 1 day' },
  { value: '168', label: 'After 7 days' },
];

interface OverlapSelectProps {
  readonly label: string;
  /** The longest choice; all are offered without it. */
  readonly maxHours?: number;
  readonly hours: number;
  readonly onChange: (hours: number) => void;
  readonly error?: ReactNode;
}

/** When an old secret ends, after a new one was made in its place. */
export function OverlapSelect({ hours, onChange, maxHours = 168, ...input }: OverlapSelectProps) {
  return (
    <NativeSelect
      {...input}
      data={overlaps.filter(({ value }) => Number(value) <= maxHours)}
      value={String(hours)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      data-autofocus
    />
  );
}
