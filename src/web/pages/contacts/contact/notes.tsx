import { Menu, Text, Textarea } from '@mantine/core';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import {
  CreateContactNoteDocument,
  DeleteContactNoteDocument,
  type NoteEntryFragment,
  UpdateContactNoteDocument,
} from '../../../gql/notes.ts';
import { ActDialog, ConfirmDialog, useDialogs } from '../../../kit/dialogs.tsx';
import { Form, useActForm } from '../../../kit/form.tsx';
import { DangerItem, RowMenu } from '../../../kit/list/row-menu.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { RecordSection } from '../../../kit/record.tsx';
import { TimelineEntry } from '../../../kit/timeline.tsx';
import { memberName } from '../../../parts/members.ts';

/** As many as the query of the contact reads. */
const maxShown = 50;

const field = { autosize: true, minRows: 2, maxRows: 12, maxLength: 10_000 } as const;
const validate = { text: (text: string) => (text.trim() === '' ? 'Write the note' : null) };

/** What members wrote about the contact, newest first, with a field for the next note. */
export function ContactNotes({ contact: { id, notes } }: { readonly contact: ContactRecordFragment }) {
  const session = useSession();
  const dialogs = useDialogs<'edit' | 'delete', NoteEntryFragment>();
  return (
    <RecordSection title="Notes">
      <NewNote key={id} contactId={id} />
      {notes && notes.length > 0 && (
        <ul className="timeline below-form">
          {notes.map((note) => {
            const isOwn = note.userId === session.user.id;
            const by = note.author ? memberName(note.author) : 'A former member';
            return (
              <TimelineEntry key={note.id} title={by} at={note.createdAt} reason={note.text}>
                {(isOwn || isTeamLead(session)) && (
                  <RowMenu name={`the note of ${by}`}>
                    {isOwn && <Menu.Item onClick={() => dialogs.open('edit', note)}>Edit…</Menu.Item>}
                    <DangerItem onClick={() => dialogs.open('delete', note)}>Delete…</DangerItem>
                  </RowMenu>
                )}
              </TimelineEntry>
            );
          })}
        </ul>
      )}
      {notes?.length === maxShown && (
        <Text size="sm" c="dimmed" mt="xs">
          These are the newest {maxShown} notes. The API has the others.
        </Text>
      )}
      <ActDialog
        {...dialogs.of('edit')}
        title={() => 'Edit the note'}
        action="Save"
        document={UpdateContactNoteDocument}
        draft={(note) => `note:${note.id}`}
        initialValues={({ text }) => ({ text })}
        validate={validate}
        variables={({ text }, note) => ({ input: { id: note.id, text } })}
        onDone={() => notifyDone('Saved')}
      >
        {(form) => <Textarea label="Note" data-autofocus {...field} {...form.getInputProps('text')} />}
      </ActDialog>
      <ConfirmDialog
        {...dialogs.of('delete')}
        title={() => 'Delete the note?'}
        action="Delete the note"
        document={DeleteContactNoteDocument}
        variables={(note) => ({ input: { id: note.id } })}
        onDone={() => notifyDone('The note is deleted')}
      >
        {({ text }) => (
          <Text size="sm" className="as-typed" lineClamp={4}>
            {text}
          </Text>
        )}
      </ConfirmDialog>
    </RecordSection>
  );
}

function NewNote({ contactId }: { readonly contactId: number }) {
  const { form, frame } = useActForm({
    document: CreateContactNoteDocument,
    draft: `new-note:${contactId}`,
    initialValues: { text: '' },
    validate,
    variables: ({ text }) => ({ input: { contactId, text } }),
    onDone: (_, { reset }) => reset(),
  });
  return (
    <Form {...frame} action="Add the note">
      <Textarea label="New note" {...field} {...form.getInputProps('text')} />
    </Form>
  );
}
