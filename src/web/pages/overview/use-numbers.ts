import { type AnyVariables, stringifyVariables, type TypedDocumentNode, type UseQueryResponse, useQuery } from 'urql';

/**
 * A query of numbers without those of another period or of other filters: urql returns them until the new ones are there. Numbers
 * that are grouped by something else stay until then, because they are true and say what they are grouped by.
 */
export function useNumbers<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): UseQueryResponse<Data, Variables> {
  const [state, execute] = useQuery({ query: document, variables });
  const isCurrent = ungrouped(state.operation?.variables) === ungrouped(variables);
  return [isCurrent ? state : { ...state, data: undefined, error: undefined, fetching: true }, execute];
}

function ungrouped(variables: AnyVariables): string {
  return stringifyVariables({ ...variables, groupBy: undefined });
}
