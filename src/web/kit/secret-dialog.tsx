import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CopyTextButton } from './copy-buttons.tsx';

export interface SecretDialogProps {
  /** Shown as long as it is there. */
  readonly secret: string | undefined;
  readonly title: string;
  readonly label: string;
  /** What to do with it. */
  readonly children: ReactNode;
  /** What is used together with it. */
  readonly beside?: ReactNode;
  /** What its reader confirms. */
  readonly confirmation?: string;
  readonly onSaved: () => void;
}

const stored = 'I have stored it somewhere safe; it cannot be shown again';

/** Shows a secret, which cannot be shown again, until its reader says that it is stored. */
export function SecretDialog({ secret, title, label, children, beside, ...props }: SecretDialogProps) {
  const { confirmation = stored, onSaved } = props;
  const [isSaved, setIsSaved] = useState(false);
  // The back button does nothing meanwhile, and the browser asks before it closes the tab.
  useBlocker({ shouldBlockFn: () => true, disabled: secret === undefined || isSaved });
  const finish = () => {
    setIsSaved(false);
    onSaved();
  };
  return (
    <Modal
      opened={secret !== undefined}
      onClose={() => undefined}
      title={title}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">{children}</Text>
        {beside}
        <Group align="flex-end" wrap="nowrap">
          <Textarea
            autosize
            minRows={1}
            label={label}
            value={secret ?? ''}
            readOnly
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            flex={1}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
          <CopyTextButton value={secret ?? ''} />
        </Group>
        <Checkbox
          label={confirmation}
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!isSaved} onClick={finish}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
