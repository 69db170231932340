import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';

const pauseMs = 200;

/** A select whose options the server finds by what is typed. `chosen` is the label of what is chosen, which is no search. */
export function useTypedSearch<Data>(
  document: TypedDocumentNode<Data, { search?: string | null | undefined }>,
  chosen?: string,
) {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [sought] = useDebouncedValue(text, pauseMs);
  const search = sought === '' || sought === chosen ? undefined : sought;
  const [{ data, operation }] = useQuery({ query: document, variables: { search } });
  // Until there is an answer, the data are those of an earlier search, and Enter would take the first of them.
  const isAnswer = sought === text && operation?.variables.search === search;
  return {
    /** The answer to what is typed; undefined until it is there. */
    data: isAnswer ? data : undefined,
    clear: () => setTyped(''),
    input: {
      searchable: true,
      searchValue: typed,
      onSearchChange: setTyped,
      // The server has searched already, also in email addresses, which are not in the labels.
      filter: <Option>({ options }: { options: Option[] }) => options,
      nothingFoundMessage: isAnswer ? 'No member has this name' : 'Searching…',
    },
  };
}
