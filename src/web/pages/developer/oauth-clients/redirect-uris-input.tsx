import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { maxRedirectUris } from '../../../gql/limits.ts';
import { CloseIcon, PlusIcon } from '../../../parts/icons.tsx';
import type { ClientForm } from './client-values.ts';

/** The addresses that an authorization may return to: a list that grows and shrinks. */
export function RedirectUrisInput({ form }: { readonly form: ClientForm }) {
  const list = useRef<HTMLFieldSetElement>(null);
  const { redirectUris } = form.values;
  const focusLast = () => {
    // After the row is there, or gone.
    setTimeout(() => [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus());
  };
  const add = () => {
    const key = 1 + Math.max(...redirectUris.map((each) => each.key));
    form.insertListItem('redirectUris', { key, uri: '' });
    focusLast();
  };
  const remove = (index: number) => {
    form.removeListItem('redirectUris', index);
    focusLast();
  };
  return (
    <fieldset ref={list} className="plain-fieldset">
      <legend>
        Redirect URIs <span aria-hidden>*</span>
      </legend>
      <Input.Description>
        Where people return to after they have allowed or denied access: https, or http://localhost for development.
        Each is compared character for character.
      </Input.Description>
      <Stack gap="xs" mt="xs">
        {redirectUris.map(({ key }, index) => (
          <Group key={key} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://app.example.com/callback"
              aria-label={`Redirect URI ${index + 1}`}
              flex={1}
              {...form.getInputProps(`redirectUris.${index}.uri`)}
            />
            {redirectUris.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove redirect URI ${index + 1}`}
                onClick={() => remove(index)}
              >
                <CloseIcon />
              </ActionIcon>
            )}
          </Group>
        ))}
        {form.errors.redirectUris && <Input.Error role="alert">{form.errors.redirectUris}</Input.Error>}
        {redirectUris.length < maxRedirectUris ? (
          <Button variant="default" size="xs" leftSection={<PlusIcon size={14} />} onClick={add} w="fit-content">
            Add another
          </Button>
        ) : (
          <p className="hint">A client has at most {maxRedirectUris} redirect URIs.</p>
        )}
      </Stack>
    </fieldset>
  );
}
