import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { ContactMergesDocument } from '../../../gql/merge.ts';
import { Moment } from '../../../kit/moment.tsx';
import { useUndoMerge } from './undo.ts';

/** The merges into a contact that can still be undone. */
export function ContactMerges({ contactId }: { readonly contactId: number }) {
  const [{ data }] = useQuery({ query: ContactMergesDocument, variables: { contactId } });
  const undo = useUndoMerge();
  const [busyWith, setBusyWith] = useState<number>();
  return (data?.contactMerges ?? []).map(({ mergedContactId, name, mergedAt }) => (
    <Text key={mergedContactId} size="sm" mb="md" component="div">
      Merged with <bdi>{name ?? 'a contact without a name'}</bdi> <Moment at={mergedAt} />{' '}
      <Button
        variant="subtle"
        size="compact-sm"
        loading={busyWith === mergedContactId}
        onClick={async () => {
          setBusyWith(mergedContactId);
          await undo(mergedContactId);
          setBusyWith(undefined);
        }}
      >
        Undo the merge
      </Button>
    </Text>
  ));
}
