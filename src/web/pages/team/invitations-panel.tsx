import { Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import {
  CreateInvitationDocument,
  type InvitationRowFragment,
  InvitationsDocument,
  RevokeInvitationDocument,
} from '../../gql/invitations.ts';
import { invitationDays } from '../../gql/limits.ts';
import { TeamMemberDocument } from '../../gql/team.ts';
import { useAct } from '../../parts/act.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useLastDefined } from '../../parts/last-defined.ts';
import { memberName } from '../../parts/member-name.ts';
import { Moment } from '../../parts/moment.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { manages, roleTitles } from '../../parts/roles.ts';
import { RowMenu } from '../../parts/row-menu.tsx';
import type { HandedLink } from './link-dialog.tsx';

interface Doing {
  readonly kind: 'renew' | 'revoke';
  readonly invitation: InvitationRowFragment;
}

/** Who was invited and has not joined yet. */
export function InvitationsPanel({ onLink }: { readonly onLink: (link: HandedLink) => void }) {
  const query = useQuery({ query: InvitationsDocument });
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  return (
    <Panel padded={false}>
      <QueryView query={query}>
        {({ invitations }) =>
          invitations?.length === 0 ? (
            <EmptyState title="No open invitations">
              Invite a member by email address. Until they join, their invitation is here, to take back or to renew.
            </EmptyState>
          ) : (
            <RecordTable columns={['Invited', 'Role', 'When', 'Ends']} hasActions label="Invitations">
              {invitations?.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} onAct={setDoing} />
              ))}
            </RecordTable>
          )
        }
      </QueryView>
      <RenewDialog
        invitation={doing?.kind === 'renew' ? doing.invitation : undefined}
        onClose={close}
        onLink={onLink}
      />
      <RevokeDialog invitation={doing?.kind === 'revoke' ? doing.invitation : undefined} onClose={close} />
    </Panel>
  );
}

interface InvitationRowProps {
  readonly invitation: InvitationRowFragment;
  readonly onAct: (doing: Doing) => void;
}

function InvitationRow({ invitation, onAct }: InvitationRowProps) {
  const { role: own } = useSession();
  const { email, role, invitedBy, createdAt, expiresAt } = invitation;
  return (
    <tr>
      <td>
        <Text fw={600} className="breaks">
          {email}
        </Text>
      </td>
      <td data-label="Role">{roleTitles[role]}</td>
      <td data-label="When">
        <Moment at={createdAt} />
        <Inviter id={invitedBy} />
      </td>
      <td data-label="Ends">
        <Moment at={expiresAt} />
      </td>
      <td className="actions">
        {manages(own, role) && (
          <RowMenu name={email}>
            <Menu.Item onClick={() => onAct({ kind: 'renew', invitation })}>Invite again…</Menu.Item>
            <Menu.Item color="var(--error-ink)" onClick={() => onAct({ kind: 'revoke', invitation })}>
              Revoke…
            </Menu.Item>
          </RowMenu>
        )}
      </td>
    </tr>
  );
}

/** Nothing where who invited has left meanwhile. */
function Inviter({ id }: { readonly id: number }) {
  const { user } = useSession();
  const [{ data }] = useQuery({
    query: TeamMemberDocument,
    variables: { id },
    pause: id === user.id,
    requestPolicy: 'cache-first',
  });
  const name = id === user.id ? 'you' : data?.user && memberName(data.user);
  return name ? <p className="hint">by {name}</p> : null;
}

interface InvitationDialogProps {
  readonly invitation: InvitationRowFragment | undefined;
  readonly onClose: () => void;
}

function RenewDialog({
  invitation,
  onClose,
  onLink,
}: InvitationDialogProps & { readonly onLink: (link: HandedLink) => void }) {
  const { act, ...state } = useAct(CreateInvitationDocument, {
    once: false,
    ifUnanswered: 'It is not known whether there is a new link. Invite again: each link replaces the one before.',
  });
  const shown = useLastDefined(invitation);
  const renew = async () => {
    if (!invitation) return;
    const { email, role } = invitation;
    const created = (await act({ input: { email, role } }))?.createInvitation;
    if (!created) return;
    onClose();
    if (created.link === null) notifyDone(`The invitation was sent to ${email}`);
    else onLink({ kind: 'invitation', link: created.link, email });
  };
  return (
    <ConfirmDialog
      opened={invitation !== undefined}
      onClose={onClose}
      title="Invite again?"
      action="Invite again"
      isDangerous={false}
      state={state}
      onConfirm={renew}
    >
      {shown?.email} gets a new link, which is good for {invitationDays} days. The link that they have works no more.
    </ConfirmDialog>
  );
}

function RevokeDialog({ invitation, onClose }: InvitationDialogProps) {
  const { act, ...state } = useAct(RevokeInvitationDocument);
  const shown = useLastDefined(invitation);
  const revoke = async () => {
    if (!invitation || !(await act({ input: { id: invitation.id } }))) return;
    onClose();
    notifyDone(`The invitation of ${invitation.email} is revoked`);
  };
  return (
    <ConfirmDialog
      opened={invitation !== undefined}
      onClose={onClose}
      title="Revoke the invitation?"
      action="Revoke the invitation"
      state={state}
      onConfirm={revoke}
    >
      The link of {shown?.email} works no more. You can invite them again at any time.
    </ConfirmDialog>
  );
}
