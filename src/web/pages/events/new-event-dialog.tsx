import { Modal, NativeSelect, NumberInput, Radio, SimpleGrid, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { type CallType, CreateEventDocument, type CreateEventInput } from '../../gql/events.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { Form, useActForm } from '../../kit/form.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { memberName } from '../../parts/members.ts';
import { useCreateEvent } from './create-event.ts';
import { type HostOption, HostsInput } from './hosts-input.tsx';
import { type TemplateName, templateNames, templates } from './templates.ts';
import {
  callTypeOptions,
  durationText,
  isOnline,
  type Location,
  linkLabels,
  locationOptions,
  minutesInput,
} from './words.ts';

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

/** The server would refuse it too, but only after the fields of the template are created. */
function linkProblem(
  link: string,
  { location, hosts }: { readonly location: Location; readonly hosts: readonly HostOption[] },
): string | null {
  const host = hosts.find((each) => each.meetingLink === null);
  return isOnline(location) && link.trim() === '' && host
    ? `Add a meeting link, because ${memberName(host)} has none`
    : null;
}

/** The least that an event needs. All else has a default, and is changed on the page of the event, which opens next. */
export function NewEventDialog({ about, opened, ...dialog }: DialogAbout<object>) {
  // It outlives the form: opened once more, the dialog knows of a request that goes on or had no answer.
  const act = useCreateEvent();
  const onClose = () => {
    act.forget();
    dialog.onClose();
  };
  return (
    <Modal {...{ opened, onClose }} size="lg" title="New event">
      {about && <NewEventForm {...{ act, onClose }} />}
    </Modal>
  );
}

interface NewEventFormProps {
  readonly act: ReturnType<typeof useCreateEvent>;
  readonly onClose: () => void;
}

function NewEventForm({ act, onClose }: NewEventFormProps) {
  const navigate = useNavigate();
  const { user, workspace, memberships } = useSession();
  const { id, email, firstName, lastName } = user;
  const { meetingLink = null } = memberships.find(({ workspaceId }) => workspaceId === workspace.id) ?? {};
  const { form, frame } = useActForm({
    document: CreateEventDocument,
    act,
    draft: 'new-event',
    initialValues: {
      template: 'blank' as TemplateName,
      name: '',
      callType: 'STRATEGY_EVENT' as CallType,
      duration: 30 as number | string,
      location: 'PHONE_CALL' as Location,
      locationLink: '',
      hosts: [{ id, email, firstName, lastName, meetingLink }] as readonly HostOption[],
    },
    fieldErrors,
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      duration: (duration) => (duration === '' ? 'Enter the length of a call' : null),
      hosts: (hosts) => (hosts.length === 0 ? 'Choose a host' : null),
      locationLink: linkProblem,
    },
    variables: ({ template, name, callType, duration, location, locationLink, hosts }) => ({
      template,
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
    }),
    onDone: ({ createEvent }) => {
      onClose();
      if (!createEvent) return;
      notifyDone(`“${createEvent.event.name}” is created as a draft`);
      return navigate({ to: '/events/$id', params: { id: String(createEvent.event.id) } });
    },
  });
  const { location, hosts, name } = form.values;
  const choose = (chosen: string) => {
    const template = templates[chosen as TemplateName];
    const isOwnName = name.trim() !== '' && templateNames.every((each) => templates[each].name !== name);
    form.setValues({
      template: chosen as TemplateName,
      callType: template.callType,
      duration: template.duration,
      ...(!isOwnName && { name: template.name }),
    });
  };
  return (
    <Form {...frame} action="Create event" onCancel={onClose}>
      <Radio.Group label="Start with" value={form.values.template} onChange={choose}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
          {templateNames.map((each) => (
            <Radio key={each} value={each} label={templateTitle(each)} description={templateHint(each)} />
          ))}
        </SimpleGrid>
      </Radio.Group>
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
    </Form>
  );
}

function templateTitle(template: TemplateName): string {
  const { name, duration } = templates[template];
  return name === '' ? 'Blank' : `${name}, ${durationText(duration)}`;
}

function templateHint(template: TemplateName): string {
  const names = templates[template].fields.map((field) => field.name);
  return names.length === 0 ? 'Name and contact details only' : names.join(' · ');
}
