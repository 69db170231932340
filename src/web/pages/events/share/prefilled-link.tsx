import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyTextButton } from '../../../kit/copy-buttons.tsx';
import type { SharedEvent } from '../shared-event.ts';

/** The parameters of a booking page that people fill in most; the documentation has them all. */
const parameters = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phoneNumber: 'Phone number',
  utm_source: 'Source (utm_source)',
  utm_medium: 'Medium (utm_medium)',
  utm_campaign: 'Campaign (utm_campaign)',
} as const;

/** A link whose form is filled in already, or that says where a booking came from. */
export function PrefilledLink({ event }: { readonly event: SharedEvent }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const query = new URLSearchParams(
    Object.keys(parameters).flatMap((name) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])),
  );
  const link = query.size === 0 ? event.bookingUrl : `${event.bookingUrl}?${query}`;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        What you fill in here is filled in on the booking page too. The campaign is stored with the call.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {Object.entries(parameters).map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            autoComplete="off"
            maxLength={500}
            value={values[name] ?? ''}
            onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </SimpleGrid>
      <Text component="code" size="sm" className="breaks">
        {link}
      </Text>
      <div>
        <CopyTextButton value={link} label="Copy the prefilled link" variant="filled" />
      </div>
      <Text size="sm" c="dimmed">
        <a href="/docs/booking-pages">Booking pages</a> lists all parameters, including those for your own questions.
      </Text>
    </Stack>
  );
}
