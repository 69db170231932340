import { Modal, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { dialledNumber } from '#src/lib/network/phone-number.ts';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import { ContactDocument, type ContactRecordFragment, UpdateContactDocument } from '../../../gql/contact.ts';
import type { DialogAbout } from '../../../kit/dialogs.tsx';
import { optionsOf } from '../../../kit/options.ts';
import { useRecordForm } from '../../../kit/record-form.ts';
import { RecordFormFrame } from '../../../kit/record-form-frame.tsx';
import { ZoneSelect } from '../../../kit/zone-select.tsx';
import type { MemberChoice } from '../../../parts/answers/fields.ts';
import { statusTitles } from '../../../parts/contacts.ts';

interface EditDialogProps extends DialogAbout<unknown> {
  /** As it is stored now: others may change it while the dialog is open. */
  readonly contact: ContactRecordFragment;
  readonly members: readonly MemberChoice[];
}

/** Changes what is known of a contact. Only what was changed is sent, so that changes of others stay. */
export function EditDialog({ about, contact, members, ...dialog }: EditDialogProps) {
  return (
    <Modal {...dialog} size="lg" title="Edit the contact">
      {about !== undefined && <EditForm contact={contact} members={members} onClose={dialog.onClose} />}
    </Modal>
  );
}

const texts = [
  ...(['firstName', 'lastName', 'email', 'phoneNumber', 'secondaryEmail', 'secondaryPhoneNumber'] as const),
  ...(['tag', 'timeZone', 'country'] as const),
];
type Values = Record<(typeof texts)[number] | 'userId' | 'setterId' | 'status', string>;

const statuses = optionsOf(statusTitles);
const nobody = { value: '', label: 'Nobody' };

function EditForm({ contact, members, onClose }: Omit<EditDialogProps, 'about' | 'opened'>) {
  const session = useSession();
  const { field, frame } = useRecordForm({
    name: `contact:${contact.id}`,
    stored: contact,
    valuesOf,
    inputOf,
    textOf: (field, value) =>
      field === 'userId' || field === 'setterId'
        ? (members.find((member) => member.value === String(value))?.label ?? 'nobody')
        : `“${String(value ?? '')}”`,
    read: ContactDocument,
    readVariables: { previewId: contact.previewId },
    readRecord: (data) => data.contact,
    save: UpdateContactDocument,
    // Of two who take a contact at the same moment, the second learns of the first.
    saveVariables: (changes, { id, userId, setterId }) => ({
      input: {
        contactId: id,
        ...changes,
        ...('userId' in changes && { expectedUserId: userId }),
        ...('setterId' in changes && { expectedSetterId: setterId }),
      },
    }),
    savedRecord: (data) => data.updateContact,
    onSaved: onClose,
  });
  const before = valuesOf(contact);
  // Closers and setters give a contact to nobody but themselves.
  const choicesOf = (field: 'userId' | 'setterId') =>
    [nobody, ...members].filter(
      ({ value }) => isTeamLead(session) || value === before[field] || value === String(session.user.id),
    );
  return (
    <RecordFormFrame frame={frame}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="First name" data-autofocus autoComplete="off" {...field('firstName')} />
        <TextInput label="Last name" autoComplete="off" {...field('lastName')} />
        <TextInput label="Email" type="email" autoComplete="off" {...field('email')} />
        <TextInput label="Phone" type="tel" autoComplete="off" {...field('phoneNumber')} />
        <TextInput label="Second email" type="email" autoComplete="off" {...field('secondaryEmail')} />
        <TextInput label="Second phone" type="tel" autoComplete="off" {...field('secondaryPhoneNumber')} />
        <NativeSelect label="Status" data={statuses} {...field('status')} />
        <NativeSelect label="Owner" data={choicesOf('userId')} {...field('userId')} />
        <NativeSelect label="Setter" data={choicesOf('setterId')} {...field('setterId')} />
        <TextInput label="Tag" autoComplete="off" {...field('tag')} />
        <TextInput
          label="Country"
          description="Two letters, such as DE"
          maxLength={2}
          autoComplete="off"
          {...field('country')}
        />
        <ZoneSelect label="Time zone" clearable {...field('timeZone')} />
      </SimpleGrid>
    </RecordFormFrame>
  );
}

function valuesOf(contact: ContactRecordFragment): Values {
  const filled = Object.fromEntries(texts.map((name) => [name, contact[name] ?? '']));
  const { userId, setterId, status } = contact;
  return { ...(filled as Values), userId: String(userId ?? ''), setterId: String(setterId ?? ''), status };
}

/** What is empty is cleared. */
function inputOf(values: Values) {
  const { userId, setterId, phoneNumber, secondaryPhoneNumber, country, status } = values;
  const trimmed = Object.fromEntries(texts.map((name) => [name, values[name].trim() || null]));
  return {
    ...(trimmed as Record<(typeof texts)[number], string | null>),
    status: status as ContactRecordFragment['status'],
    userId: userId === '' ? null : Number(userId),
    setterId: setterId === '' ? null : Number(setterId),
    phoneNumber: dialledNumber(phoneNumber.trim()) || null,
    secondaryPhoneNumber: dialledNumber(secondaryPhoneNumber.trim()) || null,
    country: country.trim().toUpperCase() || null,
  };
}
