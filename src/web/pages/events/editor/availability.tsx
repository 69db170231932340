import { NumberInput, type NumberInputProps, SimpleGrid } from '@mantine/core';
import type { EventSettingsFragment } from '../../../gql/event.ts';
import { numberOf } from '../../../kit/number-of.ts';
import { durationText } from '../words.ts';
import { SectionPanel, useSection } from './section.tsx';

type Typed = number | string;

const valuesOf = (event: EventSettingsFragment) => ({
  bufferBefore: event.bufferBefore as Typed,
  bufferAfter: event.bufferAfter as Typed,
  minimumNotice: event.minimumNotice as Typed,
  bookingWindow: (event.bookingWindow ?? '') as Typed,
  dailyLimit: (event.dailyLimit ?? '') as Typed,
  maxUpcomingPerInvitee: event.maxUpcomingPerInvitee as Typed,
});

type Values = ReturnType<typeof valuesOf>;

const inputOf = (values: Values) => ({
  bufferBefore: Number(values.bufferBefore),
  bufferAfter: Number(values.bufferAfter),
  minimumNotice: Number(values.minimumNotice),
  bookingWindow: numberOf(values.bookingWindow),
  dailyLimit: numberOf(values.dailyLimit),
  maxUpcomingPerInvitee: numberOf(values.maxUpcomingPerInvitee),
});

const validate = {
  maxUpcomingPerInvitee: (most: Typed) => (most === '' ? 'Enter a number of calls' : null),
};

/** Which of the open times of the hosts are offered. */
export function AvailabilitySection({ event }: { readonly event: EventSettingsFragment }) {
  const { form, field, frame } = useSection({ name: 'availability', event, valuesOf, inputOf, validate });
  const notice = Number(form.values.minimumNotice);
  const input = (name: keyof Values, label: string, description: string, limits: NumberInputProps) => (
    <NumberInput {...{ label, description }} min={0} allowDecimal={false} {...field(name)} {...limits} />
  );
  return (
    <SectionPanel
      name="availability"
      frame={frame}
      summary="Hours come from the schedules of the hosts. These settings limit which of them are offered."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {input('bufferBefore', 'Buffer before', 'Kept free before each call', { suffix: ' minutes', max: 1440 })}
        {input('bufferAfter', 'Buffer after', 'Kept free after each call', { suffix: ' minutes', max: 1440 })}
        {input(
          'minimumNotice',
          'Minimum notice',
          notice >= 60 ? `From booking to the call: ${durationText(notice)}` : 'From booking to the call',
          { suffix: ' minutes', max: 525_600 },
        )}
        {input('bookingWindow', 'Booking window', 'How far ahead people can book. Leave empty for no limit', {
          placeholder: 'No limit',
          suffix: ' days',
          max: 3650,
        })}
        {input('dailyLimit', 'Calls per host and day', 'For this event. Leave empty for no limit', {
          placeholder: 'No limit',
          min: 1,
          max: 1000,
        })}
        {input(
          'maxUpcomingPerInvitee',
          'Open bookings per person',
          'The maximum number of upcoming calls of one invitee',
          {
            min: 1,
            max: 100,
          },
        )}
      </SimpleGrid>
    </SectionPanel>
  );
}
