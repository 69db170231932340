import { Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useSession } from '../../../app/session.ts';
import { type ApiKeyRowFragment, CreateApiKeyDocument, RotateApiKeyDocument } from '../../../gql/api-keys.ts';
import { ActDialog, type DialogAbout } from '../../../kit/dialogs.tsx';
import { FormDialog, useActForm } from '../../../kit/form.tsx';
import { OverlapSelect } from '../../../parts/rotation-dialog.tsx';
import { ScopePicker } from '../../../parts/scopes.tsx';
import { ExpiryField, expiresAt, expiryProblem } from './expiry.tsx';

interface CreateKeyDialogProps {
  /** Chosen to begin with, with commas between; undefined where the dialog is closed. */
  readonly scopes: string | undefined;
  readonly onClose: () => void;
  readonly onIssued: (secret: string) => void;
}

/** What is typed stays until the key is created, also where the dialog is closed meanwhile. */
export function CreateKeyDialog({ scopes: proposed, onClose, onIssued }: CreateKeyDialogProps) {
  const { scopes: ownScopes, user } = useSession();
  const { form, frame } = useActForm({
    document: CreateApiKeyDocument,
    once: false,
    fieldErrors: formErrors,
    initialValues: { name: '', scopes: [] as string[], expiry: '90' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter what the key is for' : null),
      scopes: (scopes) => (scopes.length === 0 ? 'Choose at least one scope' : null),
      expiry: expiryProblem,
    },
    variables: ({ name, scopes, expiry }) => ({ input: { name, scopes, expiresAt: expiresAt(expiry, user.timeZone) } }),
    onDone: ({ createApiKey }, { reset }) => {
      if (!createApiKey) return;
      reset();
      onIssued(createApiKey.secret);
    },
  });
  const { setFieldValue } = form;
  useEffect(() => {
    const known = proposed?.split(',').filter((scope) => ownScopes.includes(scope)) ?? [];
    if (known.length > 0) setFieldValue('scopes', known);
  }, [proposed, ownScopes, setFieldValue]);
  return (
    <FormDialog
      {...frame}
      opened={proposed !== undefined}
      onClose={onClose}
      title="Create an API key"
      size="lg"
      action="Create the key"
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
      <ExpiryField label="Ends after" {...form.getInputProps('expiry')} />
    </FormDialog>
  );
}

function formErrors({ expiresAt: expiry, ...fields }: Readonly<Record<string, string>>): Record<string, string> {
  return { ...fields, ...(expiry !== undefined && { expiry }) };
}

interface RotateKeyDialogProps extends DialogAbout<ApiKeyRowFragment> {
  readonly onIssued: (secret: string) => void;
}

/** A new key in the place of an old one, which goes on for as long as its users need to switch. */
export function RotateKeyDialog({ onIssued, ...dialog }: RotateKeyDialogProps) {
  const { timeZone } = useSession().user;
  return (
    <ActDialog
      {...dialog}
      title={({ name }) => `Rotate “${name}”`}
      action="Rotate the key"
      document={RotateApiKeyDocument}
      once={false}
      fieldErrors={formErrors}
      initialValues={() => ({ overlapHours: 24, expiry: '90' })}
      validate={{ expiry: expiryProblem }}
      variables={({ overlapHours, expiry }, { id }) => ({
        input: { id, overlapSeconds: overlapHours * 3600, expiresAt: expiresAt(expiry, timeZone) },
      })}
      onDone={({ rotateApiKey }) => rotateApiKey && onIssued(rotateApiKey.secret)}
    >
      {(form, { lastFour }) => (
        <>
          <Text size="sm">
            You get a new key with the same name and scopes. Put it in place of <code>service_…{lastFour}</code> before
            that one ends.
          </Text>
          <OverlapSelect label="The old key ends" {...form.getInputProps('overlapHours')} />
          <ExpiryField label="The new key ends after" {...form.getInputProps('expiry')} />
        </>
      )}
    </ActDialog>
  );
}
