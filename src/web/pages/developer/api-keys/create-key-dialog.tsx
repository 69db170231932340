import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useSession } from '../../../app/session.ts';
import { CreateApiKeyDocument } from '../../../gql/api-keys.ts';
import { useAct } from '../../../parts/act.ts';
import { useFieldErrors } from '../../../parts/field-errors.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { ScopePicker } from '../../../parts/scope-picker.tsx';
import { expiresAt, expiryProblem } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';

interface CreateKeyDialogProps {
  /** Chosen to begin with, with commas between; undefined where the dialog is closed. */
  readonly scopes: string | undefined;
  readonly onClose: () => void;
  readonly onIssued: (secret: string) => void;
}

/** What is typed stays until the key is created, also where the dialog is closed meanwhile. */
export function CreateKeyDialog({ scopes: proposed, onClose, onIssued }: CreateKeyDialogProps) {
  const { scopes: ownScopes, user } = useSession();
  const { act, ...state } = useAct(CreateApiKeyDocument, { once: false });
  const form = useForm({
    initialValues: { name: '', scopes: [] as string[], expiry: '90' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Say what the key is for' : null),
      scopes: (scopes) => (scopes.length === 0 ? 'Choose at least one scope' : null),
      expiry: expiryProblem,
    },
  });
  const { setFieldValue } = form;
  useFieldErrors(form, state.problem, formErrors);
  useEffect(() => {
    const known = proposed?.split(',').filter((scope) => ownScopes.includes(scope)) ?? [];
    if (known.length > 0) setFieldValue('scopes', known);
  }, [proposed, ownScopes, setFieldValue]);
  const create = async ({ name, scopes, expiry }: typeof form.values) => {
    const data = await act({ input: { name, scopes, expiresAt: expiresAt(expiry, user.timeZone) } });
    if (!data?.createApiKey) return;
    form.reset();
    onIssued(data.createApiKey.secret);
  };
  return (
    <FormDialog
      {...{ onClose, state }}
      opened={proposed !== undefined}
      title="Create an API key"
      size="lg"
      action="Create the key"
      onSubmit={form.onSubmit(create)}
    >
      <TextInput
        label="Name"
        description="What the key is for, such as the name of the integration"
        maxLength={100}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ScopePicker allowed={ownScopes} {...form.getInputProps('scopes')} />
      <ExpiryField
        label="Ends after"
        value={form.values.expiry}
        onChange={(expiry) => setFieldValue('expiry', expiry)}
        error={form.errors.expiry}
      />
    </FormDialog>
  );
}

function formErrors({ expiresAt: expiry, ...fields }: Readonly<Record<string, string>>): Record<string, string> {
  return { ...fields, ...(expiry !== undefined && { expiry }) };
}
