import { SimpleGrid, TextInput } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import { UpdateViewerDocument } from '../../gql/profile.ts';
import { Form, useActForm } from '../../kit/form.tsx';
import { Panel } from '../../kit/layout.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { ZoneSelect } from '../../kit/zone-select.tsx';

/** Name, the time zone in which the application shows all times, and where the person takes calls in this workspace. */
export function ProfileForm() {
  const { user, workspace, memberships } = useSession();
  const { meetingLink } = memberships.find(({ workspaceId }) => workspaceId === workspace.id) ?? {};
  const { form, frame } = useActForm({
    document: UpdateViewerDocument,
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      timeZone: user.timeZone,
      meetingLink: meetingLink ?? '',
    },
    validate: { firstName: (name) => (name.trim() === '' ? 'Enter your first name' : null) },
    variables: ({ meetingLink: link, ...profile }) => ({ input: { ...profile, meetingLink: link.trim() || null } }),
    onDone: (_, { resetDirty }, sent) => {
      resetDirty(sent);
      notifyDone('Saved');
    },
  });
  return (
    <Panel title="Profile">
      <Form {...frame} action="Save" isDisabled={!form.isDirty()}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="First name" autoComplete="given-name" withAsterisk {...form.getInputProps('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
          <TextInput
            label="Email"
            value={user.email}
            readOnly
            description="Only the operator of this server can change it"
          />
          <ZoneSelect
            label="Time zone"
            description="Times are shown in this zone"
            allowDeselect={false}
            {...form.getInputProps('timeZone')}
          />
          <TextInput
            label="Meeting link"
            description={`Used for your calls in ${workspace.name} when the event has no meeting link`}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://meet.example.com/you"
            {...form.getInputProps('meetingLink')}
          />
        </SimpleGrid>
      </Form>
    </Panel>
  );
}
