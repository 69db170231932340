import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../../app/session.ts';
import { maxKeyDays } from '../../../gql/limits.ts';
import { choiceOf, dayIn, type Expiry, expiresAt, expiryChoices, expiryProblem } from './expiry.ts';

interface ExpiryFieldProps {
  readonly label: string;
  readonly value: Expiry;
  readonly onChange: (value: Expiry) => void;
  readonly error?: ReactNode;
}

/** When a key ends by itself: after some time, or with a day. */
export function ExpiryField({ label, value, onChange, error }: ExpiryFieldProps) {
  const { timeZone } = useSession().user;
  const choice = choiceOf(value);
  const isOwn = choice === 'own';
  return (
    <Group align="flex-start" grow gap="md" preventGrowOverflow={false}>
      <NativeSelect
        label={label}
        data={expiryChoices}
        value={choice}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === 'own' ? dayIn(30, timeZone) : currentTarget.value)
        }
        description={endText(value, timeZone)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={isOwn ? undefined : error}
        miw="14rem"
      />
      {isOwn && (
        <TextInput
          type="date"
          label="Its last day"
          description={`In ${timeZone}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={dayIn(1, timeZone)}
          max={dayIn(maxKeyDays, timeZone)}
          value={value === 'own' ? '' : value}
          onChange={({ currentTarget }) => onChange(currentTarget.value || 'own')}
          error={error}
          miw="12rem"
        />
      )}
    </Group>
  );
}

function endText(expiry: Expiry, timeZone: string): string {
  if (expiryProblem(expiry) !== null) return 'Choose a day';
  const at = expiresAt(expiry, timeZone);
  if (at === undefined) return 'It works until somebody revokes it';
  return `It works until ${new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))}`;
}
