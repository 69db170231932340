import { ActionIcon, CopyButton, Group, Tooltip } from '@mantine/core';
import { CheckIcon, CopyIcon } from './icons.tsx';

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
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'} withArrow>
            <ActionIcon
              variant="subtle"
              color={copied ? 'teal' : 'gray'}
              size="sm"
              onClick={copy}
              aria-label={copied ? 'Copied' : label}
            >
              {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
