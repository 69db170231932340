import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
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
