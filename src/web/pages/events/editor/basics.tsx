import { NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { CallType, EventSettingsFragment } from '../../../gql/event.ts';
import { numberOf } from '../../../kit/number-of.ts';
import { callTypeOptions, isOnline, type Location, linkLabels, locationOptions, minutesInput } from '../words.ts';
import { SectionPanel, textOf, useSection } from './section.tsx';

const valuesOf = (event: EventSettingsFragment) => ({
  name: event.name,
  description: event.description ?? '',
  callType: event.callType as CallType,
  linkPrefix: event.linkPrefix,
  duration: event.duration as number | string,
  slotInterval: (event.slotInterval ?? '') as number | string,
  location: event.location as Location,
  locationLink: event.locationLink ?? '',
});

const inputOf = (values: ReturnType<typeof valuesOf>) => ({
  name: values.name.trim(),
  description: textOf(values.description),
  callType: values.callType,
  linkPrefix: values.linkPrefix.trim(),
  duration: numberOf(values.duration),
  slotInterval: numberOf(values.slotInterval),
  location: values.location,
  locationLink: textOf(values.locationLink),
});

const validate = {
  name: (name: string) => (name.trim() === '' ? 'Enter a name' : null),
  duration: (duration: number | string) => (duration === '' ? 'Enter the length of a call' : null),
};

/** What the event is, how long it takes, and where it is held. */
export function BasicsSection({ event }: { readonly event: EventSettingsFragment }) {
  const { form, field, frame } = useSection({ name: 'basics', event, valuesOf, inputOf, validate });
  const { location, duration } = form.values;
  return (
    <SectionPanel name="basics" frame={frame}>
      <TextInput label="Name" maxLength={255} withAsterisk {...field('name')} />
      <Textarea
        label="Description"
        description="Shown to invitees"
        autosize
        minRows={3}
        maxRows={14}
        maxLength={5000}
        {...field('description')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberInput
          label="Length"
          description="Existing calls keep their length"
          withAsterisk
          {...minutesInput}
          {...field('duration')}
        />
        <NumberInput
          label="Start time every"
          description="Leave empty to use the length"
          placeholder={`${duration} minutes`}
          {...minutesInput}
          {...field('slotInterval')}
        />
        <Select label="Type" data={callTypeOptions} allowDeselect={false} {...field('callType')} />
        <TextInput
          label="Link"
          description="A new link replaces the old one"
          leftSection="/e/"
          maxLength={255}
          spellCheck={false}
          {...field('linkPrefix')}
        />
        <Select label="Location" data={locationOptions} allowDeselect={false} {...field('location')} />
        <TextInput
          label={linkLabels[location]}
          placeholder={isOnline(location) ? 'Meeting link of each host' : undefined}
          maxLength={2048}
          {...field('locationLink')}
        />
      </SimpleGrid>
    </SectionPanel>
  );
}
