import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from 'urql';
import { HostOptionsDocument, type HostOptionsQuery } from '../../gql/events.ts';
import { memberName } from '../../parts/members.ts';

export type HostOption = NonNullable<HostOptionsQuery['users']>['users'][number];

const pauseMs = 200;

/** The members whose name or email address has what is typed. */
export function useHostOptions(typed: string): readonly HostOption[] {
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const [{ data }] = useQuery({ query: HostOptionsDocument, variables: { search: search || undefined } });
  return data?.users?.users ?? [];
}

export const labelOf = (member: HostOption) => ({ value: String(member.id), label: memberName(member) });
/** The server has searched already, also in email addresses, which are not in the labels. */
export const asFound = <Option>({ options }: { options: Option[] }) => options;
