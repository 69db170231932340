import { ActionIcon, Button, Input, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId, useRef } from 'react';
import type { EditableFieldFragment } from '../../gql/custom-fields.ts';
import { ArchiveIcon, CloseIcon, PlusIcon, RestoreIcon } from '../../kit/icons.tsx';
import { OrderedList } from '../../kit/ordered-list.tsx';
import { ColorMenu } from './colors.tsx';
import { archivedOptionNote } from './usage.ts';
import { type FieldValues, newOption, type OptionValues } from './values.ts';

interface OptionsInputProps {
  readonly form: UseFormReturnType<FieldValues>;
  /** Absent for a field that does not exist yet. */
  readonly stored: EditableFieldFragment | undefined;
}

/** The options of a field. One that is stored is archived, since answers may have it; a new one is removed. */
export function OptionsInput({ form, stored }: OptionsInputProps) {
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  const { options } = form.values;
  const set = (option: OptionValues, changes: Partial<OptionValues>) =>
    form.setFieldValue(
      'options',
      options.map((each) => (each.key === option.key ? { ...each, ...changes } : each)),
    );
  const add = () => {
    form.insertListItem('options', newOption());
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  const button = (label: string, icon: React.ReactNode, onClick: () => void) => (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
  return (
    <div ref={box}>
      <Input.Label component="div" id={titleId}>
        Options
      </Input.Label>
      <OrderedList
        label="Options"
        rows={options}
        keyOf={({ key }) => key}
        nameOf={({ name }, index) => (name.trim() === '' ? `option ${index + 1}` : `“${name}”`)}
        onMove={(from, to) => form.reorderListItem('options', { from, to })}
        className="option-rows"
        buttons={(option, index, name) => {
          if (option.id === undefined)
            return button(`Remove ${name}`, <CloseIcon />, () => form.removeListItem('options', index));
          return option.isArchived
            ? button(`Restore ${name}`, <RestoreIcon />, () => set(option, { isArchived: false }))
            : button(`Archive ${name}`, <ArchiveIcon />, () => set(option, { isArchived: true }));
        }}
      >
        {(option, index) => (
          <div className="option-row">
            <ColorMenu
              label={`Color of option ${index + 1}`}
              color={option.color}
              onChange={(color) => set(option, { color })}
            />
            <TextInput
              aria-label={`Name of option ${index + 1}`}
              placeholder={`Option ${index + 1}`}
              maxLength={255}
              disabled={option.isArchived}
              {...form.getInputProps(`options.${index}.name`)}
              onKeyDown={(event) => {
                // Enter goes on to the next option, as in a list.
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                if (index === options.length - 1) add();
                else box.current?.querySelectorAll<HTMLElement>('li input')[index + 1]?.focus();
              }}
            />
            {option.isArchived && <ArchivedNote option={option} stored={stored} />}
          </div>
        )}
      </OrderedList>
      {typeof form.errors.options === 'string' && <Input.Error mt={4}>{form.errors.options}</Input.Error>}
      <Button variant="default" size="xs" mt="xs" leftSection={<PlusIcon size={16} />} onClick={add}>
        Add option
      </Button>
    </div>
  );
}

function ArchivedNote({ option, stored }: { readonly option: OptionValues } & Pick<OptionsInputProps, 'stored'>) {
  const note = stored?.usage && option.id !== undefined ? archivedOptionNote(stored.usage, option.id) : undefined;
  return (
    <Text size="xs" c="dimmed" className="option-note">
      Archived: cannot be chosen anymore. {note}
    </Text>
  );
}
