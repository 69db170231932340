import { Link } from '@tanstack/react-router';

interface CallLinkProps {
  readonly call: { readonly previewId: string; readonly inviteeName: string };
}

/** The name of the invitee, which leads to the call. */
export function CallLink({ call: { previewId, inviteeName } }: CallLinkProps) {
  return (
    <Link className="name-link" to="/calls/$previewId" params={{ previewId }} search={{ when: 'all' }}>
      <bdi>{inviteeName}</bdi>
    </Link>
  );
}
