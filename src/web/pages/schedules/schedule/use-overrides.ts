import { useQuery } from 'urql';
import { type OverrideRowFragment, OverridesDocument } from '../../../gql/overrides.ts';

const pageSize = 100;
/** A schedule has at most 1,000. */
const pages = Array.from({ length: 10 }, (_, index) => index);

/** All overrides of a schedule, by their dates; undefined until they are there. */
export function useOverrides(id: number): readonly OverrideRowFragment[] | undefined {
  const all: OverrideRowFragment[] = [];
  let state: 'goesOn' | 'isMissing' | 'isComplete' = 'goesOn';
  for (const page of pages) {
    const pause: boolean = state !== 'goesOn';
    // biome-ignore lint/correctness/useHookAtTopLevel: the loop has the same turns each time; what is not needed is paused.
    const [{ data }] = useQuery({ query: OverridesDocument, variables: { id, page }, pause });
    if (pause) continue;
    const found: readonly OverrideRowFragment[] | null | undefined = data?.schedule?.overrides;
    all.push(...(found ?? []));
    if (!found) state = 'isMissing';
    else if (found.length < pageSize) state = 'isComplete';
  }
  return state === 'isMissing' ? undefined : all;
}
