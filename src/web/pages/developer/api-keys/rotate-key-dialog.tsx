import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type ApiKeyRowFragment, RotateApiKeyDocument } from '../../../gql/api-keys.ts';
import { useAct } from '../../../parts/act.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { ExpirySelect, expiryIn } from './expiry-select.tsx';

interface RotateKeyDialogProps {
  readonly apiKey: ApiKeyRowFragment | undefined;
  readonly onClose: () => void;
  readonly onIssued: (secret: string) => void;
}

const overlaps = [
  { value: '0', label: 'At once' },
  { value: '3600', label: 'After an hour' },
  { value: '86400', label: 'After a day' },
  { value: '604800', label: 'After seven days' },
];

/** A new key in the place of an old one, which goes on for as long as its users need to switch. */
export function RotateKeyDialog({ apiKey, onClose, onIssued }: RotateKeyDialogProps) {
  const { act, isBusy, problem } = useAct(RotateApiKeyDocument, { once: false });
  const [overlap, setOverlap] = useState('86400');
  const [lifetime, setLifetime] = useState('90');
  const rotate = async () => {
    if (!apiKey) return;
    const data = await act({
      input: { id: apiKey.id, overlapSeconds: Number(overlap), expiresAt: expiryIn(lifetime) },
    });
    if (data?.rotateApiKey) onIssued(data.rotateApiKey.secret);
  };
  return (
    <Modal opened={apiKey !== undefined} onClose={onClose} title={`Rotate “${apiKey?.name ?? ''}”`}>
      <Stack gap="md">
        <ProblemNote problem={problem} />
        <Text size="sm">
          You get a new key with the same name and scopes. Put it in place of <code>service_…{apiKey?.lastFour}</code>{' '}
          before that one ends.
        </Text>
        <NativeSelect
          label="The old key ends"
          data={overlaps}
          value={overlap}
          onChange={(event) => setOverlap(event.currentTarget.value)}
          data-autofocus
        />
        <ExpirySelect
          label="The new key ends after"
          value={lifetime}
          onChange={(event) => setLifetime(event.currentTarget.value)}
          error={problem?.fields.expiresAt}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={rotate} loading={isBusy}>
            Rotate the key
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
