import { Textarea } from '@mantine/core';
import { CreateContactNoteDocument } from '../../../gql/notes.ts';
import { Form, useActForm } from '../../../kit/form.tsx';

export const noteField = { autosize: true, minRows: 2, maxRows: 12, maxLength: 10_000 } as const;
export const noteRules = { text: (text: string) => (text.trim() === '' ? 'Write the note' : null) };

/** The form for the next note about a contact. */
export function NewNote({ contactId }: { readonly contactId: number }) {
  const { form, frame } = useActForm({
    document: CreateContactNoteDocument,
    draft: `new-note:${contactId}`,
    initialValues: { text: '' },
    validate: noteRules,
    variables: ({ text }) => ({ input: { contactId, text } }),
    onDone: (_, { reset }) => reset(),
  });
  return (
    <Form {...frame} action="Add the note">
      <Textarea label="New note" {...noteField} {...form.getInputProps('text')} />
    </Form>
  );
}
