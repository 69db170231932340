import { ActionIcon, Button, CopyButton, Tooltip } from '@mantine/core';
import { CheckIcon, CopyIcon } from './icons.tsx';

/** Copies a short text that stands beside it. The label says which: "Copy the request id". */
export function CopyIconButton({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label} withArrow>
          <ActionIcon
            className="copy-icon"
            variant="subtle"
            color="gray"
            size="sm"
            onClick={copy}
            aria-label={copied ? 'Copied' : label}
          >
            {copied ? <CheckIcon size={15} /> : <CopyIcon size={15} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
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
