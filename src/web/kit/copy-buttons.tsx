import { ActionIcon, Button, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { CheckIcon, CopyIcon } from './icons.tsx';

interface CopyIconButtonProps {
  readonly value: string;
  /** What the button does: "Copy the request id". */
  readonly label: string;
}

/** Copies a short text that stands beside it. */
export function CopyIconButton({ value, label }: CopyIconButtonProps) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label} withArrow>
          <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={copied ? 'Copied' : label}>
            {copied ? <CheckIcon size={15} /> : <CopyIcon size={15} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** A value that people take elsewhere, with a button that copies it. */
export function CopyValue({ value, label }: CopyIconButtonProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text component="code" size="sm" className="breaks">
        {value}
      </Text>
      <CopyIconButton value={value} label={label} />
    </Group>
  );
}

interface CopyTextButtonProps {
  readonly value: string;
  readonly label?: string;
  readonly variant?: 'default' | 'filled';
}

/** For what people mostly come for. */
export function CopyTextButton({ value, label = 'Copy', variant = 'default' }: CopyTextButtonProps) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant={variant} onClick={copy} leftSection={copied ? <CheckIcon /> : <CopyIcon />}>
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  );
}
