import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { timeZones } from '#src/lib/time-zone-names.ts';
import { useSession } from '../../app/session.ts';
import { UpdateViewerDocument } from '../../gql/profile.ts';
import { useAct } from '../../parts/act.ts';
import { useFieldErrors } from '../../parts/field-errors.ts';
import { FormBody } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { Panel } from '../../parts/panel.tsx';

/** Name and time zone, in which the application shows all times. */
export function ProfileForm() {
  const { user } = useSession();
  const { act, ...state } = useAct(UpdateViewerDocument);
  const form = useForm({
    initialValues: { firstName: user.firstName, lastName: user.lastName, timeZone: user.timeZone },
    validate: { firstName: (name) => (name.trim() === '' ? 'Your first name is missing' : null) },
  });
  useFieldErrors(form, state.problem);
  const save = async (input: typeof form.values) => {
    if (!(await act({ input }))) return;
    form.resetDirty(input);
    notifyDone('Saved');
  };
  return (
    <Panel title="Profile">
      <form onSubmit={form.onSubmit(save)} noValidate>
        <FormBody action="Save" state={state} isDisabled={!form.isDirty()}>
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
        </FormBody>
      </form>
    </Panel>
  );
}
