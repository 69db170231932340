import { Modal, Text } from '@mantine/core';
import {
  type CustomFieldObjectType,
  type EditableFieldFragment,
  UpdateFieldDocument,
} from '../../gql/custom-fields.ts';
import { maxListedEvents } from '../../gql/limits.ts';
import { ConfirmDialog, type Dialogs, dialogOf, useDialogs } from '../../kit/dialogs.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { CreateFieldDialog, EditFieldDialog } from '../../parts/custom-fields/field-dialogs.tsx';
import { KindCard, KindCards } from '../../parts/custom-fields/kind-cards.tsx';
import { kindNames, kindOf } from '../../parts/custom-fields/kinds.ts';
import { recordTitles } from '../../parts/custom-fields/record-titles.ts';
import { namesOfEvents } from '../../parts/custom-fields/usage.ts';
import { useFieldReader } from '../../parts/custom-fields/use-field-reader.ts';
import { type FieldValues, fieldValuesOf, newFieldValues, optionsAfter } from '../../parts/custom-fields/values.ts';

type About =
  | { readonly is: 'kinds'; readonly typed?: FieldValues }
  | { readonly is: 'created'; readonly values: FieldValues }
  | { readonly is: 'changed'; readonly field: EditableFieldFragment }
  | { readonly is: 'hidden'; readonly field: EditableFieldFragment };

type FieldDialogsOf = Dialogs<About['is'], About>;

export function useFieldDialogs(): FieldDialogsOf & { readonly edit: (id: number) => void } {
  const dialogs = useDialogs<About['is'], About>();
  const readField = useFieldReader();
  const edit = async (id: number) => {
    const field = await readField(id);
    if (field) dialogs.open('changed', { is: 'changed', field });
  };
  return { ...dialogs, edit: (id) => void edit(id) };
}

interface FieldDialogsProps {
  readonly dialogs: FieldDialogsOf;
  readonly type: CustomFieldObjectType;
}

/** The dialogs in which a field is created, changed and hidden. */
export function FieldDialogs({ dialogs, type }: FieldDialogsProps) {
  const created = dialogOf(dialogs, 'created');
  const changed = dialogOf(dialogs, 'changed');
  const hidden = dialogOf(dialogs, 'hidden');
  return (
    <>
      <KindsDialog dialogs={dialogs} type={type} />
      <CreateFieldDialog
        {...created}
        about={created.about?.values}
        initialValues={(values) => values}
        onBack={(typed) => dialogs.open('kinds', { is: 'kinds', typed })}
        onCreated={({ name }) => notifyDone(`The field “${name}” is created`)}
      />
      <EditFieldDialog
        {...changed}
        about={changed.about?.field}
        initialValues={fieldValuesOf}
        note={usedBy}
        onChanged={({ name }) => notifyDone(`The field “${name}” is saved`)}
      />
      <ConfirmDialog
        {...hidden}
        about={hidden.about?.field}
        title={({ name }) => `Hide “${name}”?`}
        action="Hide the field"
        isDangerous={false}
        document={UpdateFieldDocument}
        variables={({ id }) => ({ input: { id, hidden: true } })}
        onDone={(_, { name }) => notifyDone(`The field “${name}” is hidden`)}
      >
        {({ usage }) => <HiddenNote usage={usage} />}
      </ConfirmDialog>
    </>
  );
}

/** What goes on after a field is hidden. */
function HiddenNote({ usage }: Pick<EditableFieldFragment, 'usage'>) {
  const { events = [], askingEventCount = 0, ruleEventCount = 0 } = usage ?? {};
  return (
    <>
      {askingEventCount > 0 && (
        <Text size="sm">
          {namesOfEvents(
            events.filter(({ asks }) => asks),
            askingEventCount,
          )}{' '}
          still {askingEventCount === 1 ? 'asks' : 'ask'} for it: take the question out of the event to end that.
        </Text>
      )}
      {ruleEventCount > 0 && (
        <Text size="sm" mt="xs">
          {namesOfEvents(
            events.filter(({ hasRule }) => hasRule),
            ruleEventCount,
          )}{' '}
          still {ruleEventCount === 1 ? 'disqualifies' : 'disqualify'} by its answers.
        </Text>
      )}
      <Text size="sm" mt="xs">
        All answers stay. You can show the field again at any time.
      </Text>
    </>
  );
}

function usedBy({ usage }: EditableFieldFragment): string | undefined {
  const { events = [], askingEventCount = 0, ruleEventCount = 0 } = usage ?? {};
  if (events.length === 0) return undefined;
  const count = events.length < maxListedEvents ? events.length : Math.max(askingEventCount, ruleEventCount);
  return `${namesOfEvents(events, count)} ${events.length === 1 ? 'uses' : 'use'} this field: it changes there too.`;
}

function KindsDialog({ dialogs, type }: FieldDialogsProps) {
  const { opened, onClose, about } = dialogOf(dialogs, 'kinds');
  const typed = about?.typed;
  const { name = '', description = '' } = typed ?? {};
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={`New field of ${recordTitles[type].toLowerCase()}`}>
      <KindCards>
        {kindNames.map((kind) => (
          <KindCard
            key={kind}
            {...kindOf(kind)}
            onClick={() =>
              dialogs.open('created', {
                is: 'created',
                values: { ...newFieldValues(kind, type), ...optionsAfter(kind, typed), name, description },
              })
            }
          />
        ))}
      </KindCards>
    </Modal>
  );
}
