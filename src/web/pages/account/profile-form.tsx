import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { timeZones } from '#src/lib/time/time-zone-names.ts';
import { useSession } from '../../app/session.ts';
import { UpdateViewerDocument } from '../../gql/profile.ts';
import { Form, useActForm } from '../../parts/form.tsx';
import { Panel } from '../../parts/layout.tsx';
import { notifyDone } from '../../parts/messages.tsx';

/** Name and time zone, in which the application shows all times. */
export function ProfileForm() {
  const { user } = useSession();
  const { form, frame } = useActForm({
    document: UpdateViewerDocument,
    initialValues: { firstName: user.firstName, lastName: user.lastName, timeZone: user.timeZone },
    validate: { firstName: (name) => (name.trim() === '' ? 'Your first name is missing' : null) },
    variables: (input) => ({ input }),
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
            description="Only the operator of the server can change it"
          />
          <Select
            label="Time zone"
            description="All times of the application are shown in it"
            data={timeZones}
            searchable
            allowDeselect={false}
            {...form.getInputProps('timeZone')}
          />
        </SimpleGrid>
      </Form>
    </Panel>
  );
}
