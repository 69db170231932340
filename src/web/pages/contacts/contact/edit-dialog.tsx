import { Modal, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { dialledNumber } from '#src/lib/network/phone-number.ts';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import {
  type ContactRecordFragment,
  UpdateContactDocument,
  type UpdateContactMutation,
  type UpdateContactMutationVariables,
} from '../../../gql/contact.ts';
import type { DialogAbout } from '../../../kit/dialogs.tsx';
import { useDraft } from '../../../kit/draft.ts';
import { Form, useActForm } from '../../../kit/form.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { optionsOf } from '../../../kit/options.ts';
import { ZoneSelect } from '../../../kit/zone-select.tsx';
import type { MemberChoice } from '../../../parts/answers/fields.ts';
import { statusTitles } from '../../../parts/contacts.ts';

interface EditDialogProps extends DialogAbout<{ readonly contact: ContactRecordFragment }> {
  readonly members: readonly MemberChoice[];
}

/** Changes what is known of a contact. Only what was changed is sent, so that changes of others stay. */
export function EditDialog({ about, members, ...dialog }: EditDialogProps) {
  return (
    <Modal {...dialog} size="lg" title="Edit the contact">
      {about && <EditForm contact={about.contact} members={members} onClose={dialog.onClose} />}
    </Modal>
  );
}

type Values = Record<
  'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'tag' | 'timeZone' | 'country' | 'userId' | 'status',
  string
>;

const statuses = optionsOf(statusTitles);

interface EditFormProps extends Pick<EditDialogProps, 'members' | 'onClose'> {
  readonly contact: ContactRecordFragment;
}

function EditForm({ contact, members, onClose }: EditFormProps) {
  const session = useSession();
  const before = valuesOf(contact);
  const { form, frame } = useActForm<Values, UpdateContactMutation, UpdateContactMutationVariables>({
    document: UpdateContactDocument,
    initialValues: before,
    validate: {},
    variables: (values) => ({ input: { contactId: contact.id, ...changesOf(before, values) } }),
    onDone: () => {
      forget();
      onClose();
      notifyDone('Saved');
    },
  });
  const forget = useDraft(`contact:${contact.id}`, form);
  // Closers and setters give a contact to nobody but themselves.
  const owners = isTeamLead(session)
    ? [{ value: '', label: 'Nobody' }, ...members]
    : [
        ...(before.userId === '' ? [{ value: '', label: 'Nobody' }] : []),
        ...members.filter(({ value }) => value === before.userId || value === String(session.user.id)),
      ];
  return (
    <Form {...frame} action="Save" isDisabled={!form.isDirty()} onCancel={onClose}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="First name" data-autofocus autoComplete="off" {...form.getInputProps('firstName')} />
        <TextInput label="Last name" autoComplete="off" {...form.getInputProps('lastName')} />
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <TextInput label="Phone" type="tel" autoComplete="off" {...form.getInputProps('phoneNumber')} />
        <NativeSelect label="Status" data={statuses} {...form.getInputProps('status')} />
        <NativeSelect label="Owner" data={owners} {...form.getInputProps('userId')} />
        <TextInput label="Tag" autoComplete="off" {...form.getInputProps('tag')} />
        <TextInput
          label="Country"
          description="Two letters, such as DE"
          maxLength={2}
          autoComplete="off"
          {...form.getInputProps('country')}
        />
        <ZoneSelect label="Time zone" clearable {...form.getInputProps('timeZone')} />
      </SimpleGrid>
    </Form>
  );
}

function valuesOf({
  firstName,
  lastName,
  email,
  phoneNumber,
  tag,
  timeZone,
  country,
  userId,
  status,
}: ContactRecordFragment): Values {
  const texts = { firstName, lastName, email, phoneNumber, tag, timeZone, country };
  const filled = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value ?? '']));
  return { ...(filled as Values), userId: userId === null ? '' : String(userId), status };
}

/** What differs; what is empty is cleared. An owner that somebody else has given the contact meanwhile stays. */
function changesOf(before: Values, values: Values): object {
  const changed = Object.entries(values).filter(([name, value]) => (value ?? '') !== before[name as keyof Values]);
  const sent = Object.fromEntries(changed.map(([name, value]) => [name, sentValue(name, value)]));
  return 'userId' in sent ? { ...sent, expectedUserId: sentValue('userId', before.userId) } : sent;
}

function sentValue(name: string, value: string | null): string | number | null {
  const text = (value ?? '').trim();
  if (text === '') return null;
  if (name === 'userId') return Number(text);
  if (name === 'phoneNumber') return dialledNumber(text);
  return name === 'country' ? text.toUpperCase() : text;
}
