import { TextInput } from '@mantine/core';
import { useQuery } from 'urql';
import type { Problem } from '../../app/problem.ts';
import {
  SavedViewsDocument,
  SaveViewDocument,
  type SaveViewMutation,
  type SaveViewMutationVariables,
} from '../../gql/saved-views.ts';
import { type DialogProps, FormDialog, useActForm } from '../form.tsx';
import { notifyDone } from '../messages.tsx';
import type { ListAddress } from './list-address.ts';

interface Values extends Record<string, unknown> {
  readonly name: string;
}

/** The form has one field, and the filters may be too long or the views too many as well. */
function fieldErrors({ name, search, list }: Problem['fields']): Record<string, string> {
  const ofFilters = search && `The filters and columns of the list: ${search}`;
  const error = name ?? list ?? ofFilters;
  return error ? { name: error } : {};
}

/** Gives a name to what the address of a list says. A view that has the name is replaced. */
export function SaveViewDialog({ list, search, opened, onClose }: ListAddress & DialogProps) {
  const [{ data }] = useQuery({ query: SavedViewsDocument, variables: { list }, pause: !opened });
  const { form, frame } = useActForm<Values, SaveViewMutation, SaveViewMutationVariables>({
    document: SaveViewDocument,
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name' : null) },
    fieldErrors,
    variables: ({ name }) => ({ input: { list, name: name.trim(), search } }),
    onDone: ({ saveView }) => {
      form.reset();
      onClose();
      notifyDone(`The view “${saveView?.name}” is saved`);
    },
  });
  const isKnown = data?.savedViews?.some(({ name }) => name === form.values.name.trim()) ?? false;
  return (
    <FormDialog
      {...frame}
      opened={opened}
      onClose={onClose}
      title="Save this view"
      action={isKnown ? 'Replace the view' : 'Save the view'}
    >
      <TextInput
        label="Name"
        description={isKnown ? 'You have a view with this name.' : 'Only you see your views, on all of your devices.'}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
