import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';

const overlaps = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'After an hour' },
  { value: '24', label: 'After a day' },
  { value: '168', label: 'After seven days' },
];

interface OverlapSelectProps {
  readonly label: string;
  readonly hours: number;
  readonly onChange: (hours: number) => void;
  readonly error?: ReactNode;
}

/** When an old secret ends, after a new one was made in its place. */
export function OverlapSelect({ hours, onChange, ...input }: OverlapSelectProps) {
  return (
    <NativeSelect
      {...input}
      data={overlaps}
      value={String(hours)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      data-autofocus
    />
  );
}
