import { useClient } from 'urql';
import { problemOf } from '../../app/problem.ts';
import { type EditableFieldFragment, EditedFieldDocument } from '../../gql/custom-fields.ts';
import { notifyProblem } from '../../kit/messages.tsx';

/** Reads a field as it is now, with what uses it, before its form opens. */
export function useFieldReader(): (id: number) => Promise<EditableFieldFragment | undefined> {
  const client = useClient();
  return async (id) => {
    const { data, error } = await client
      .query(EditedFieldDocument, { id }, { requestPolicy: 'network-only' })
      .toPromise();
    if (error) notifyProblem(problemOf(error));
    return data?.customField ?? undefined;
  };
}
