import { Badge, Menu } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useServer, useSession } from '../../app/session.ts';
import { CreatePasswordResetLinkDocument, type MemberRowFragment, TeamMembersDocument } from '../../gql/team.ts';
import { ConfirmDialog, useDialogs } from '../../kit/dialogs.tsx';
import { ListFilters } from '../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../kit/filters/use-filtered-view.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { DangerItem } from '../../kit/list/row-menu.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { manages, memberName, roleTitles } from '../../parts/members.ts';
import type { HandedLink } from './link-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { memberFilters } from './search.ts';

const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'), 'RemoveDialog');

const route = getRouteApi('/settings/team');

const columns: Columns<MemberRowFragment> = {
  member: { title: 'Member', isName: true, cell: (member) => <MemberName {...member} />, hint: ({ email }) => email },
  role: { title: 'Role', text: ({ role }) => roleTitles[role], width: '20%' },
  joined: { title: 'Joined', at: ({ createdAt }) => createdAt, width: '20%' },
};

/** The members, with filters that the address says. */
export function MembersPanel({ onLink }: { readonly onLink: (link: HandedLink) => void }) {
  const { user, role: own } = useSession();
  const { emails: isSent } = useServer();
  const view = useFilteredView(memberFilters, route.useSearch());
  const dialogs = useDialogs<'role' | 'passwordReset' | 'remove', MemberRowFragment>();
  return (
    <>
      <ListFilters view={view} />
      <List
        noun="member"
        document={TeamMembersDocument}
        of={({ users }) => users}
        columns={columns}
        view={view}
        nameOf={memberName}
        menu={(member) =>
          manages(own, member.role) && (
            <>
              <Menu.Item onClick={() => dialogs.open('role', member)}>Change role…</Menu.Item>
              {member.id !== user.id && (
                <Menu.Item onClick={() => dialogs.open('passwordReset', member)}>Password reset link…</Menu.Item>
              )}
              <DangerItem onClick={() => dialogs.open('remove', member)}>
                {member.id === user.id ? 'Leave the workspace…' : 'Remove from the workspace…'}
              </DangerItem>
            </>
          )
        }
      />
      <RoleDialog {...dialogs.of('role')} />
      {/* For a member who has forgotten the password. Nothing changes until the member uses the link. */}
      <ConfirmDialog
        {...dialogs.of('passwordReset')}
        title={(member) => `A new password for ${memberName(member)}`}
        action={isSent ? 'Send the link' : 'Create link'}
        isDangerous={false}
        document={CreatePasswordResetLinkDocument}
        once={false}
        ifUnanswered="We do not know whether the link was created. Create another: nothing changes until one is used."
        variables={({ id }) => ({ input: { userId: id } })}
        onDone={({ createPasswordResetLink }, { email }) => {
          const link = createPasswordResetLink?.link ?? null;
          if (link === null) notifyDone(`We emailed a link to ${email}`);
          else onLink({ kind: 'passwordReset', link, email });
        }}
      >
        {({ email }) => (
          <>
            {isSent
              ? `We email a link to ${email} and say that you requested it. `
              : 'You get a link to share, because this server sends no email. The application shows them that you created it. '}
            The link works once, within an hour. Their present password works until then; afterwards they have to sign
            in again everywhere.
          </>
        )}
      </ConfirmDialog>
      {dialogs.of('remove').about && <RemoveDialog {...dialogs.of('remove')} />}
    </>
  );
}

function MemberName(member: MemberRowFragment) {
  const { user } = useSession();
  return (
    <>
      {memberName(member)} {member.id === user.id && <Badge>You</Badge>}
    </>
  );
}
