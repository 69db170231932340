import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import {
  type ContactNameFragment,
  ContactsToMergeDocument,
  MergeContactsDocument,
  MergeSidesDocument,
  type MergeSidesQuery,
  PossibleDuplicatesDocument,
} from '../../../gql/merge.ts';
import { Radios } from '../../../kit/choice-groups.tsx';
import type { DialogAbout } from '../../../kit/dialogs.tsx';
import { Form, FormBody, useActForm } from '../../../kit/form.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { type ContactFields, useContactFields } from '../../../parts/answers/fields.ts';
import { AnswerText } from '../../../parts/answers/text.tsx';
import { contactName } from '../../../parts/contacts.ts';
import { type Difference, differencesOf } from './differences.ts';
import { useUndoMerge } from './undo.ts';

interface MergeDialogProps
  extends DialogAbout<{
    /** The contact that is kept. */
    readonly contactId: number;
    /** The other one, where it is chosen already. */
    readonly mergedContactId?: number | undefined;
  }> {
  readonly onDone?: () => void;
}

/** Merges a contact into another one: which one it is, and whose values are kept. */
export function MergeDialog({ about, onDone, ...dialog }: MergeDialogProps) {
  return (
    <Modal {...dialog} size="lg" title="Merge contacts">
      {about && <Merge key={about.contactId} {...about} onClose={dialog.onClose} onDone={onDone} />}
    </Modal>
  );
}

interface MergeProps extends Pick<MergeDialogProps, 'onDone'> {
  readonly contactId: number;
  readonly mergedContactId?: number | undefined;
  readonly onClose: () => void;
}

function Merge({ contactId, mergedContactId, onClose, onDone }: MergeProps) {
  const [chosenId, setChosenId] = useState(mergedContactId);
  const query = useQuery({
    query: MergeSidesDocument,
    variables: { contactId, mergedContactId: chosenId ?? contactId },
    requestPolicy: 'network-only',
    pause: chosenId === undefined,
  });
  if (chosenId === undefined) return <ChooseContact contactId={contactId} onChoose={setChosenId} onClose={onClose} />;
  return (
    <QueryView query={query}>
      {({ kept, merged }) => kept && merged && <Compare {...{ kept, merged, onClose, onDone }} />}
    </QueryView>
  );
}

interface ChooseProps extends Pick<MergeProps, 'contactId' | 'onClose'> {
  readonly onChoose: (id: number) => void;
}

/** The contacts that may be the same person, or those that a search finds. */
function ChooseContact({ contactId, onChoose, onClose }: ChooseProps) {
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 250);
  const [chosen, setChosen] = useState('');
  const [alike] = useQuery({ query: PossibleDuplicatesDocument, variables: { contactId } });
  const [found] = useQuery({
    query: ContactsToMergeDocument,
    variables: { search: searched },
    pause: searched === '',
  });
  const isSearching = searched !== '';
  const contacts = isSearching ? found.data?.contacts?.contacts : alike.data?.possibleDuplicates;
  const others = (contacts ?? []).filter(({ id }) => id !== contactId);
  const isShown = others.some(({ id }) => String(id) === chosen);
  return (
    <FormBody
      state={{ isBusy: false, problem: undefined }}
      action="Compare"
      isDisabled={!isShown}
      onAct={() => onChoose(Number(chosen))}
      onCancel={onClose}
    >
      <TextInput
        label="Merge with"
        placeholder="Name, email or phone"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        data-autofocus
      />
      {others.length > 0 ? (
        <Radios
          label={isSearching ? 'Found contacts' : 'Possible duplicates'}
          value={chosen}
          onChange={setChosen}
          choices={others.map(choiceOf)}
        />
      ) : (
        contacts && (
          <Text size="sm" c="dimmed">
            {isSearching
              ? 'No other contact is found.'
              : 'No other contact looks like the same person: search for one.'}
          </Text>
        )
      )}
    </FormBody>
  );
}

function choiceOf(contact: ContactNameFragment) {
  const { id, email, phoneNumber } = contact;
  const name = contactName(contact);
  const addresses = [email, phoneNumber].filter((address) => address !== null && address !== name);
  return { value: String(id), label: name, description: addresses.join(' · ') };
}

type Sides = { readonly [Side in 'kept' | 'merged']: NonNullable<MergeSidesQuery[Side]> };

function Compare({ kept, merged, onClose, onDone }: Sides & Pick<MergeProps, 'onClose' | 'onDone'>) {
  const { choices, filled } = differencesOf(kept, merged);
  const fields = useContactFields();
  const undo = useUndoMerge();
  const { form, frame } = useActForm({
    document: MergeContactsDocument,
    initialValues: { chosen: [] as readonly Difference['of'][] },
    variables: ({ chosen }) => ({
      input: {
        contactId: kept.id,
        mergedContactId: merged.id,
        fields: chosen.filter((of) => typeof of === 'string'),
        customFieldIds: chosen.filter((of) => typeof of === 'number'),
      },
    }),
    onDone: () => {
      onClose();
      onDone?.();
      notifyDone(`${contactName(merged)} is merged into ${contactName(kept)}`, () => undo(merged.id));
    },
  });
  const { chosen } = form.values;
  const choose = (of: Difference['of'], isMerged: boolean) =>
    form.setFieldValue('chosen', [...chosen.filter((each) => each !== of), ...(isMerged ? [of] : [])]);
  return (
    <Form {...frame} action="Merge the contacts" onCancel={onClose}>
      <Text size="sm">
        Calls, deals, payments, notes and answers of <bdi>{contactName(merged)}</bdi> move to{' '}
        <bdi>{contactName(kept)}</bdi>, who is found by all addresses of both. You can undo this for an hour.
      </Text>
      {choices.map(({ of, title, kept, merged }) => (
        <Radios
          key={of}
          label={title}
          value={chosen.includes(of) ? 'merged' : 'kept'}
          onChange={(side) => choose(of, side === 'merged')}
          choices={[
            { value: 'kept', label: <ValueText {...{ of, fields }} value={kept} /> },
            { value: 'merged', label: <ValueText {...{ of, fields }} value={merged} /> },
          ]}
        />
      ))}
      {filled.length > 0 && (
        <Text size="sm" component="div">
          Added from <bdi>{contactName(merged)}</bdi>:
          <ul className="merge-added">
            {filled.map(({ of, title, merged }) => (
              <li key={of} className="breaks">
                {title}: <ValueText {...{ of, fields }} value={merged} />
              </li>
            ))}
          </ul>
        </Text>
      )}
    </Form>
  );
}

interface ValueTextProps extends Pick<Difference, 'of'> {
  readonly value: readonly string[];
  readonly fields: ContactFields | undefined;
}

/** A value of one side: an answer reads as in the record of its contact. */
function ValueText({ of, value, fields }: ValueTextProps) {
  const field = fields?.fields.find(({ id }) => id === of);
  if (field && fields) return <AnswerText {...{ field, answer: value }} members={fields.members} />;
  return <bdi>{value.join(', ')}</bdi>;
}
