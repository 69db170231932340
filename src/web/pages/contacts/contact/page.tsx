import './contact.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import {
  ContactDocument,
  type ContactQuery,
  type ContactRecordFragment,
  EraseContactDocument,
} from '../../../gql/contact.ts';
import { ConfirmDialog, useDialogs } from '../../../kit/dialogs.tsx';
import { useKeys } from '../../../kit/keys.ts';
import { useTitle } from '../../../kit/layout.tsx';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { useOpenedByAddress } from '../../../kit/opened-by-address.ts';
import { RecordPanel, RecordSkeleton, useFocusAtFirst } from '../../../kit/record.tsx';
import { useContactFields } from '../../../parts/answers/fields.ts';
import { contactName } from '../../../parts/contacts.ts';
import { ContactMerges } from '../merge/merges.tsx';
import { ContactAnswers } from './answers.tsx';
import { ContactFacts } from './facts.tsx';
import { ContactHead } from './head.tsx';
import { NextCall } from './next-call.tsx';
import { ContactDuplicates } from './related.tsx';
import { StagePath } from './stage-path.tsx';
import { ContactStory } from './story.tsx';

const EditDialog = lazyPart(() => import('./edit-dialog.tsx'), 'EditDialog');
const BookDialog = lazyPart(() => import('./book-dialog.tsx'), 'BookDialog');
const MergeDialog = lazyPart(() => import('../merge/dialog.tsx'), 'MergeDialog');

const route = getRouteApi('/contacts/$previewId');

/** One contact, beside the list. */
export function ContactPage() {
  const { previewId } = route.useParams();
  const query = useQuery({ query: ContactDocument, variables: { previewId } });
  return (
    <RecordPanel name="contact" list="/contacts" isWide>
      <QueryView query={query} skeleton={<RecordSkeleton />}>
        {({ contact, contactValue }) => contact && <Contact key={contact.id} contact={contact} value={contactValue} />}
      </QueryView>
    </RecordPanel>
  );
}

interface ContactProps {
  readonly contact: ContactRecordFragment;
  readonly value: ContactQuery['contactValue'];
}

function Contact({ contact, value }: ContactProps) {
  const name = contactName(contact);
  useTitle(`${name} – Contacts`);
  const navigate = useNavigate();
  const isLead = isTeamLead(useSession());
  const fields = useContactFields();
  const dialogs = useDialogs<'edit' | 'erase' | 'book' | 'merge', { readonly contact: ContactRecordFragment }>();
  const heading = useFocusAtFirst();
  const edit = () => dialogs.open('edit', { contact });
  const book = () => dialogs.open('book', { contact });
  const { previewId } = route.useParams();
  useOpenedByAddress((name) => {
    // Another one is shown until the contact of the address is read.
    if (name !== 'book' || contact.previewId !== previewId) return false;
    book();
    return true;
  });
  useKeys([
    { key: 'e', title: 'Edit the contact', act: edit },
    { key: 'b', title: 'Book a call for the contact', act: book },
  ]);
  return (
    <>
      <Title order={2} size="h4" className="breaks" mb="md" ref={heading} tabIndex={-1}>
        <bdi>{name}</bdi>
      </Title>
      <Group gap="xs" mb="lg">
        <Button onClick={book}>Book a call…</Button>
        <Button variant="default" onClick={edit}>
          Edit…
        </Button>
        {isLead && (
          <>
            <Button variant="default" onClick={() => dialogs.open('merge', { contact })}>
              Merge with…
            </Button>
            <Button variant="default" onClick={() => dialogs.open('erase', { contact })}>
              Erase…
            </Button>
          </>
        )}
      </Group>
      {fields?.stage && <StagePath contact={contact} field={fields.stage} />}
      {isLead && <ContactMerges contactId={contact.id} />}
      <ContactHead contact={contact} value={value} members={fields?.members ?? []} />
      <div className="story-and-fields">
        <div>
          <NextCall contact={contact} />
          <ContactStory contact={contact} fields={fields} />
        </div>
        <div>
          <ContactFacts contact={contact} />
          <ContactDuplicates contact={contact} />
          <ContactAnswers contact={contact} fields={fields} />
        </div>
      </div>
      {dialogs.of('book').about && <BookDialog {...dialogs.of('book')} members={fields?.members ?? []} />}
      {dialogs.of('edit').about && (
        <EditDialog {...dialogs.of('edit')} contact={contact} members={fields?.members ?? []} />
      )}
      {dialogs.of('merge').about && <MergeDialog {...dialogs.of('merge')} about={{ contactId: contact.id }} />}
      <ConfirmDialog
        {...dialogs.of('erase')}
        title={() => `Erase ${name}?`}
        action="Erase the contact"
        typedName={name}
        document={EraseContactDocument}
        variables={({ contact: { id } }) => ({ input: { id } })}
        onDone={async () => {
          await navigate({ to: '/contacts', search: true });
          notifyDone(`${name} is erased`);
        }}
      >
        {() => (
          <Text size="sm">
            The contact, its notes and its answers are deleted for good. Its calls stay with their times and outcomes,
            without name, email, phone and notes; upcoming calls are cancelled. Its deals and payments stay without it.
          </Text>
        )}
      </ConfirmDialog>
    </>
  );
}
