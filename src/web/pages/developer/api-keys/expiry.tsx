import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { useSession } from '../../../app/session.ts';
import { maxKeyDays } from '../../../gql/limits.ts';
import { dayOf, daysAfter, startOfDay } from '../../../kit/days.ts';
import { now } from '../../../kit/now.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A number of days from now, `never`, or the last day of the key: YYYY-MM-DD. */
type Expiry = string;

const expiryChoices = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Never' },
  { value: 'own', label: 'Choose a date…' },
];

/** The choice that an expiry is one of. */
function choiceOf(expiry: Expiry): string {
  return expiryChoices.some(({ value }) => value === expiry) ? expiry : 'own';
}

/** The instant, to whole minutes, so that another try within the minute is the same request; undefined for never. */
export function expiresAt(expiry: Expiry, timeZone: string): string | undefined {
  if (expiry === 'never') return undefined;
  const isOwn = choiceOf(expiry) === 'own';
  const instant = isOwn ? startOfDay(daysAfter(expiry, 1), timeZone) : now() + Number(expiry) * dayMs;
  return new Date(Math.floor(instant / minuteMs) * minuteMs).toISOString();
}

/** What is wrong with it before the server says so. */
export function expiryProblem(expiry: Expiry): string | null {
  if (choiceOf(expiry) !== 'own') return null;
  return Number.isNaN(Date.parse(expiry)) ? 'Choose the last day of the key' : null;
}

interface ExpiryFieldProps {
  readonly label: string;
  readonly value?: Expiry;
  readonly onChange: (value: Expiry) => void;
  readonly error?: ReactNode;
}

/** When a key ends by itself: after some time, or with a day. */
export function ExpiryField({ label, value = 'never', onChange, error }: ExpiryFieldProps) {
  const { timeZone } = useSession().user;
  const choice = choiceOf(value);
  const isOwn = choice === 'own';
  const today = dayOf(now(), timeZone);
  return (
    <Group align="flex-start" grow gap="md" preventGrowOverflow={false}>
      <NativeSelect
        label={label}
        data={expiryChoices}
        value={choice}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === 'own' ? daysAfter(today, 30) : currentTarget.value)
        }
        description={endText(value, timeZone)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={isOwn ? undefined : error}
        miw="14rem"
      />
      {isOwn && (
        <TextInput
          type="date"
          label="Last day"
          description={`In ${readableZoneName(timeZone)}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={daysAfter(today, 1)}
          max={daysAfter(today, maxKeyDays)}
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
  if (at === undefined) return 'Works until revoked';
  return `It works until ${new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))}`;
}
