import { Group } from '@mantine/core';
import { CopyIconButton } from './copy-buttons.tsx';

interface CopyValueProps {
  readonly value: string;
  /** What the button does, for screen readers: "Copy the client id". */
  readonly label: string;
}

/** A value that people take elsewhere, with a button that copies it. */
export function CopyValue({ value, label }: CopyValueProps) {
  return (
    <Group gap={4} wrap="nowrap" align="center" className="copy-value">
      <code className="breaks">{value}</code>
      <CopyIconButton value={value} label={label} />
    </Group>
  );
}
