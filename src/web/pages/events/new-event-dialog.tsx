import { NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { type CallType, CreateEventDocument, type CreateEventInput } from '../../gql/events.ts';
import { ActDialog, type DialogAbout } from '../../kit/dialogs.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { type HostOption, HostsInput } from './hosts-input.tsx';
import { callTypeOptions, isOnline, type Location, linkLabels, locationOptions, minutesInput } from './words.ts';

/** A phone call also needs the number of the invitee. */
const phoneQuestions: CreateEventInput['inviteeQuestions'] = [
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
export function NewEventDialog(dialog: DialogAbout<object>) {
  const navigate = useNavigate();
  const { id, email, firstName, lastName } = useSession().user;
  return (
    <ActDialog
      {...dialog}
      size="lg"
      title={() => 'New event'}
      action="Create event"
      document={CreateEventDocument}
      draft={() => 'new-event'}
      initialValues={() => ({
        name: '',
        callType: 'STRATEGY_EVENT' as CallType,
        duration: 30 as number | string,
        location: 'PHONE_CALL' as Location,
        locationLink: '',
        hosts: [{ id, email, firstName, lastName }] as readonly HostOption[],
      })}
      fieldErrors={fieldErrors}
      validate={{
        name: (name) => (name.trim() === '' ? 'Enter a name' : null),
        duration: (duration) => (duration === '' ? 'Enter the length of a call' : null),
        hosts: (hosts) => (hosts.length === 0 ? 'Choose a host' : null),
      }}
      variables={({ name, callType, duration, location, locationLink, hosts }) => ({
        input: {
          name: name.trim(),
          status: 'DEACTIVATED' as const,
          callType,
          duration: Number(duration),
          location,
          locationLink: location === 'PHONE_CALL' ? null : locationLink.trim() || null,
          hosts: hosts.map((host) => ({ userId: host.id })),
          ...(location === 'PHONE_CALL' && { inviteeQuestions: phoneQuestions }),
        },
      })}
      onDone={({ createEvent }) => {
        if (!createEvent) return;
        notifyDone(`“${createEvent.event.name}” is created as a draft`);
        return navigate({ to: '/events/$id', params: { id: String(createEvent.event.id) } });
      }}
    >
      {({ values: { location, hosts }, ...form }) => (
        <>
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
            <NumberInput label="Length" {...minutesInput} {...form.getInputProps('duration')} />
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
            value={hosts}
            onChange={(chosen) => form.setFieldValue('hosts', chosen)}
            error={form.errors.hosts}
          />
        </>
      )}
    </ActDialog>
  );
}
