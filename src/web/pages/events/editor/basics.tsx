import { NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { CallType, EventSettingsFragment } from '../../../gql/event.ts';
import { callTypeOptions, isOnline, type Location, linkLabels, locationOptions } from '../words.ts';
import { SectionPanel } from './section-frame.tsx';
import { useSection } from './use-section.ts';
import { numberOf, textOf } from './values.ts';

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
  const { form, errorOf, frame } = useSection({ name: 'basics', event, valuesOf, inputOf, validate });
  const { location, duration } = form.values;
  const field = (path: keyof ReturnType<typeof valuesOf>) => ({ ...form.getInputProps(path), error: errorOf(path) });
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
          suffix=" minutes"
          min={1}
          max={1440}
          allowDecimal={false}
          withAsterisk
          {...field('duration')}
        />
        <NumberInput
          label="Start time every"
          description="Leave empty to use the length"
          placeholder={`${duration} minutes`}
          suffix=" minutes"
          min={1}
          max={1440}
          allowDecimal={false}
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
