import { Link } from '@tanstack/react-router';
import type { CallsQuery } from '../../gql/calls.ts';
import type { CallsSearch } from './search.ts';

interface CallLinkProps {
  readonly call: NonNullable<CallsQuery['eventCalls']>['eventCalls'][number];
  readonly search: CallsSearch;
  readonly isOpen: boolean;
}

/** Opens the call beside its list, with the name of the invitee. The keys of the list go from one to the next. */
export function CallLink({ call: { previewId, inviteeName, status }, search, isOpen }: CallLinkProps) {
  return (
    <Link
      className="row-link"
      to="/calls/$previewId"
      params={{ previewId }}
      search={search}
      data-id={previewId}
      data-cancelled={status === 'CANCELLED' || undefined}
      resetScroll={false}
      aria-current={isOpen || undefined}
    >
      <bdi>{inviteeName}</bdi>
    </Link>
  );
}
