import { Text, Textarea } from '@mantine/core';
import { DeleteContactNoteDocument, UpdateContactNoteDocument } from '../../../gql/notes.ts';
import { ActDialog, ConfirmDialog, type DialogAbout } from '../../../kit/dialogs.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { noteField, noteRules } from './new-note.tsx';

export interface Note {
  readonly id: number;
  readonly text: string;
}

interface NoteDialogsProps {
  readonly edit: DialogAbout<Note>;
  readonly remove: DialogAbout<Note>;
}

/** Edits and deletes a note about a contact. */
export function NoteDialogs({ edit, remove }: NoteDialogsProps) {
  return (
    <>
      <ActDialog
        {...edit}
        title={() => 'Edit the note'}
        action="Save"
        document={UpdateContactNoteDocument}
        draft={(note) => `note:${note.id}`}
        initialValues={({ text }) => ({ text })}
        validate={noteRules}
        variables={({ text }, note) => ({ input: { id: note.id, text } })}
        onDone={() => notifyDone('Saved')}
      >
        {(form) => <Textarea label="Note" data-autofocus {...noteField} {...form.getInputProps('text')} />}
      </ActDialog>
      <ConfirmDialog
        {...remove}
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
    </>
  );
}
