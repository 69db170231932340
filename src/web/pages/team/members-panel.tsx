import { Badge, Menu, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../app/session.ts';
import { type MemberRowFragment, TeamMembersDocument } from '../../gql/team.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { ListFilters } from '../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../kit/filters/use-filtered-view.ts';
import type { Columns } from '../../kit/list/columns.ts';
import { List } from '../../kit/list/list.tsx';
import { Moment } from '../../kit/moment.tsx';
import { manages, memberName, roleTitles } from '../../parts/members.ts';
import type { HandedLink } from './link-dialogs.tsx';
import { PasswordResetDialog } from './link-dialogs.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { memberFilters } from './search.ts';

const route = getRouteApi('/settings/team');

const columns: Columns<MemberRowFragment> = {
  member: { title: 'Member', cell: (member) => <MemberCell member={member} /> },
  role: { title: 'Role', text: ({ role }) => roleTitles[role], width: '20%' },
  joined: { title: 'Joined', cell: ({ createdAt }) => <Moment at={createdAt} />, width: '20%' },
};

/** The members, with filters that the address says. */
export function MembersPanel({ onLink }: { readonly onLink: (link: HandedLink) => void }) {
  const { user, role: own } = useSession();
  const view = useFilteredView(memberFilters, route.useSearch());
  const dialogs = useDialogs<'role' | 'passwordReset' | 'remove', MemberRowFragment>();
  return (
    <>
      <ListFilters view={view} />
      <List
        noun="member"
        document={TeamMembersDocument}
        variables={view.variables}
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
              <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('remove', member)}>
                {member.id === user.id ? 'Leave the workspace…' : 'Remove from the workspace…'}
              </Menu.Item>
            </>
          )
        }
      />
      <RoleDialog {...dialogs.of('role')} />
      <PasswordResetDialog {...dialogs.of('passwordReset')} onLink={onLink} />
      <RemoveDialog {...dialogs.of('remove')} />
    </>
  );
}

function MemberCell({ member }: { readonly member: MemberRowFragment }) {
  const { user } = useSession();
  return (
    <>
      <Text component="div" fw={600} className="breaks">
        {memberName(member)} {member.id === user.id && <Badge>You</Badge>}
      </Text>
      <p className="hint breaks">{member.email}</p>
    </>
  );
}
