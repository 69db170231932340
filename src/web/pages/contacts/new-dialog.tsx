import { List, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { dialledNumber } from '#src/lib/network/phone-number.ts';
import { CreateContactDocument, type CreateContactInput, SameContactsDocument } from '../../gql/contacts.ts';
import { ActDialog, type DialogAbout } from '../../kit/dialogs.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { ContactLink } from '../../parts/contact-link.tsx';
import { contactName } from '../../parts/contacts.ts';

/** Enters a contact. Those who are there already with the same address or number are shown before. */
export function NewContactDialog(dialog: DialogAbout<object>) {
  const navigate = useNavigate();
  return (
    <ActDialog
      {...dialog}
      title={() => 'Add contact'}
      action="Add contact"
      document={CreateContactDocument}
      draft={() => 'contact:new'}
      initialValues={() => ({ firstName: '', lastName: '', email: '', phoneNumber: '' })}
      validate={{
        email: (email, { phoneNumber }) =>
          email.trim() === '' && phoneNumber.trim() === '' ? 'Enter an email or a phone number' : null,
      }}
      variables={(values) => ({ input: inputOf(values) })}
      onDone={async ({ createContact }) => {
        if (!createContact) return;
        const { contact, created } = createContact;
        notifyDone(created ? `${contactName(contact)} is added` : `${contactName(contact)} already exists`);
        await navigate({ to: '/contacts/$previewId', params: { previewId: contact.previewId }, search: true });
      }}
    >
      {(form) => (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="First name" data-autofocus autoComplete="off" {...form.getInputProps('firstName')} />
            <TextInput label="Last name" autoComplete="off" {...form.getInputProps('lastName')} />
            <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
            <TextInput
              label="Phone"
              type="tel"
              autoComplete="off"
              placeholder="+14155550100"
              {...form.getInputProps('phoneNumber')}
            />
          </SimpleGrid>
          <KnownContacts search={form.values.email.trim()} onOpen={dialog.onClose} />
          <KnownContacts search={form.values.phoneNumber.trim()} onOpen={dialog.onClose} />
        </>
      )}
    </ActDialog>
  );
}

/** What is empty is not sent. */
function inputOf(values: Readonly<Record<string, string>>): CreateContactInput {
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, name === 'phoneNumber' ? dialledNumber(value) : value.trim()])
      .filter(([, value]) => value !== ''),
  );
}

/** A part of an address or a number fits many. */
const minLength = 5;
const pauseMs = 250;

function KnownContacts({ search: typed, onOpen }: { readonly search: string; readonly onOpen: () => void }) {
  const [search] = useDebouncedValue(typed, pauseMs);
  const isLong = search.length >= minLength;
  const [{ data }] = useQuery({ query: SameContactsDocument, variables: { search }, pause: !isLong });
  const known = isLong ? (data?.contacts?.contacts ?? []) : [];
  if (known.length === 0) return null;
  return (
    <div role="status">
      <Text size="sm">Already in your contacts:</Text>
      <List size="sm">
        {known.map((contact) => (
          <List.Item key={contact.id}>
            <ContactLink contact={contact} keepsList onClick={onOpen} />{' '}
            <span className="soft breaks">{[contact.email, contact.phoneNumber].filter(Boolean).join(', ')}</span>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
