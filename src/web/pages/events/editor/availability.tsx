import { NumberInput, SimpleGrid } from '@mantine/core';
import type { EventSettingsFragment } from '../../../gql/event.ts';
import { durationText } from '../durations.ts';
import { SectionPanel } from './section-frame.tsx';
import { useSection } from './use-section.ts';
import { numberOf } from './values.ts';

type Typed = number | string;

const valuesOf = (event: EventSettingsFragment) => ({
  bufferBefore: event.bufferBefore as Typed,
  bufferAfter: event.bufferAfter as Typed,
  minimumNotice: event.minimumNotice as Typed,
  bookingWindow: (event.bookingWindow ?? '') as Typed,
  dailyLimit: (event.dailyLimit ?? '') as Typed,
  maxUpcomingPerInvitee: event.maxUpcomingPerInvitee as Typed,
});

const inputOf = (values: ReturnType<typeof valuesOf>) => ({
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
  const { form, errorOf, frame } = useSection({ name: 'availability', event, valuesOf, inputOf, validate });
  const field = (path: keyof ReturnType<typeof valuesOf>) => ({
    min: 0,
    allowDecimal: false,
    ...form.getInputProps(path),
    error: errorOf(path),
  });
  const notice = Number(form.values.minimumNotice);
  return (
    <SectionPanel
      name="availability"
      frame={frame}
      summary="Hours come from the schedules of the hosts. These settings limit which of them are offered."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberInput
          label="Buffer before"
          description="Kept free before each call"
          suffix=" minutes"
          max={1440}
          {...field('bufferBefore')}
        />
        <NumberInput
          label="Buffer after"
          description="Kept free after each call"
          suffix=" minutes"
          max={1440}
          {...field('bufferAfter')}
        />
        <NumberInput
          label="Minimum notice"
          description={notice >= 60 ? `From booking to the call: ${durationText(notice)}` : 'From booking to the call'}
          suffix=" minutes"
          max={525_600}
          {...field('minimumNotice')}
        />
        <NumberInput
          label="Booking window"
          description="How far ahead people can book. Leave empty for no limit"
          placeholder="No limit"
          suffix=" days"
          max={3650}
          {...field('bookingWindow')}
        />
        <NumberInput
          label="Calls per host and day"
          description="For this event. Leave empty for no limit"
          placeholder="No limit"
          max={1000}
          {...field('dailyLimit')}
          min={1}
        />
        <NumberInput
          label="Open bookings per person"
          description="The maximum number of upcoming calls of one invitee"
          max={100}
          {...field('maxUpcomingPerInvitee')}
          min={1}
        />
      </SimpleGrid>
    </SectionPanel>
  );
}
