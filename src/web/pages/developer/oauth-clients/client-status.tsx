import { Badge } from '@mantine/core';
import type { OAuthClientRowFragment } from '../../../gql/oauth-clients.ts';
import { Moment } from '../../../parts/moment.tsx';

type Status = Pick<OAuthClientRowFragment, 'status' | 'approvalRequestedAt'>;

const badges = {
  PENDING: { label: 'Pending', color: 'yellow' },
  REJECTED: { label: 'Not approved', color: 'red' },
  APPROVED: { label: 'Approved', color: 'green' },
  ACTIVE: { label: 'Active', color: 'green' },
} as const;

export function StatusBadge({ status }: Pick<Status, 'status'>) {
  const { label, color } = badges[status];
  return <Badge color={color}>{label}</Badge>;
}

/** The state of a client with who can connect it, in a few words. */
export function ClientStatus({ status, approvalRequestedAt }: Status) {
  const isWaiting = status === 'PENDING' && approvalRequestedAt !== null;
  const isOpen = status === 'APPROVED' || status === 'ACTIVE';
  return (
    <>
      <StatusBadge status={status} />
      <p className="hint">
        {isOpen ? 'For every workspace' : 'Only for this workspace'}
        {isWaiting && (
          <>
            <br />
            Approval requested <Moment at={approvalRequestedAt} />
          </>
        )}
      </p>
    </>
  );
}
