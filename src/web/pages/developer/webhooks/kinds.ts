import { kindGroups } from '../../../gql/webhook-kinds.ts';

export const allKinds = kindGroups.flatMap(({ kinds }) => kinds.map(({ kind }) => kind));

/** Which events an endpoint gets, in a few words. */
export function kindSummary(chosen: readonly string[]): string {
  if (chosen.length === allKinds.length) return 'All events';
  const [first = '', second] = chosen;
  if (chosen.length <= 2) return second === undefined ? first : `${first}, ${second}`;
  const touched = kindGroups.filter(({ kinds }) => kinds.some(({ kind }) => chosen.includes(kind)));
  return `${chosen.length} kinds: ${touched.map(({ name }) => name.toLowerCase()).join(', ')}`;
}
