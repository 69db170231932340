import { NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { CreateEventDocument, type CreateEventMutation, type CreateEventMutationVariables } from '../../gql/events.ts';
import { type DialogProps, FormDialog, useActForm } from '../../kit/form.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import type { HostOption } from './host-options.ts';
import { HostsInput } from './hosts-input.tsx';
import { callTypeOptions, isOnline, type Location, linkLabels, locationOptions } from './words.ts';

interface Values extends Record<string, unknown> {
  readonly name: string;
  readonly callType: 'STRATEGY_EVENT' | 'DISCOVERY_EVENT';
  readonly duration: number | string;
  readonly location: Location;
  readonly locationLink: string;
  readonly hosts: readonly HostOption[];
}

/** A phone call also needs the number of the invitee. */
const phoneQuestions: CreateEventMutationVariables['input']['inviteeQuestions'] = [
  { statement: 'What is your name?', type: 'NAME', required: true },
  { statement: 'What is your email address?', type: 'EMAIL', required: true },
  { statement: 'What is your phone number?', type: 'PHONE_NO', required: true },
];

/** All errors of hosts stand at their one field. */
function fieldErrors(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [path.startsWith('hosts') ? 'hosts' : path, text]),
  );
}

/** The least that an event needs. All else has a default, and is changed on the page of the event, which opens next. */
export function NewEventDialog(dialog: DialogProps) {
  const navigate = useNavigate();
  const { user } = useSession();
  const initialValues: Values = {
    name: '',
    callType: 'STRATEGY_EVENT',
    duration: 30,
    location: 'PHONE_CALL',
    locationLink: '',
    hosts: [{ id: user.id, email: user.email, firstName: user.firstName, lastName: user.lastName }],
  };
  const { form, frame } = useActForm<Values, CreateEventMutation, CreateEventMutationVariables>({
    document: CreateEventDocument,
    draft: 'new-event',
    initialValues,
    fieldErrors,
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      duration: (duration) => (duration === '' ? 'Enter the length of a call' : null),
      hosts: (hosts) => (hosts.length === 0 ? 'Choose a host' : null),
    },
    variables: ({ name, callType, duration, location, locationLink, hosts }) => ({
      input: {
        name: name.trim(),
        callType,
        duration: Number(duration),
        location,
        locationLink: location === 'PHONE_CALL' ? null : locationLink.trim() || null,
        hosts: hosts.map(({ id }) => ({ userId: id })),
        ...(location === 'PHONE_CALL' && { inviteeQuestions: phoneQuestions }),
      },
    }),
    onDone: ({ createEvent }) => {
      if (!createEvent) return;
      notifyDone(`“${createEvent.event.name}” is open for booking`);
      return navigate({ to: '/events/$id', params: { id: String(createEvent.event.id) } });
    },
  });
  const { location } = form.values;
  return (
    <FormDialog {...dialog} {...frame} title="New event" size="lg" action="Create event">
      <TextInput
        label="Name"
        description="Invitees see it. The link is generated from it."
        placeholder="Strategy call"
        maxLength={255}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect label="Type" data={callTypeOptions} {...form.getInputProps('callType')} />
        <NumberInput
          label="Length"
          suffix=" minutes"
          min={1}
          max={1440}
          allowDecimal={false}
          {...form.getInputProps('duration')}
        />
        <NativeSelect label="Location" data={locationOptions} {...form.getInputProps('location')} />
        {location !== 'PHONE_CALL' && (
          <TextInput
            label={linkLabels[location]}
            description={isOnline(location) ? 'Leave empty to use the meeting link of each host' : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={2048}
            {...form.getInputProps('locationLink')}
          />
        )}
      </SimpleGrid>
      <HostsInput
        label="Hosts"
        description="Who takes the calls, within their schedules"
        value={form.values.hosts}
        onChange={(hosts) => form.setFieldValue('hosts', hosts)}
        error={form.errors.hosts}
      />
    </FormDialog>
  );
}
