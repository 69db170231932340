import { Group, NativeSelect } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { TeamMembersDocument } from '../../gql/team.ts';
import { useDialogs } from '../../kit/dialogs.tsx';
import { Panel } from '../../kit/layout.tsx';
import { EmptyState, type ListPage, PagedList, QueryView, RecordTable, useReportedCursor } from '../../kit/list.tsx';
import { optionsOf } from '../../kit/options.ts';
import { SearchField } from '../../kit/search-field.tsx';
import { isRole, roleTitles } from '../../parts/members.ts';
import type { HandedLink } from './link-dialogs.tsx';
import { PasswordResetDialog } from './link-dialogs.tsx';
import { type MemberDialogs, MemberRow } from './member-row.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import type { TeamSearch } from './search.ts';

const route = getRouteApi('/settings/team');
const allRoles = [{ value: '', label: 'All roles' }, ...optionsOf(roleTitles)];

/** The members, with filters that the address says. */
export function MembersPanel({ onLink }: { readonly onLink: (link: HandedLink) => void }) {
  const { search, role } = route.useSearch();
  const navigate = useNavigate();
  const dialogs: MemberDialogs = useDialogs();
  const filter = (changed: Partial<TeamSearch>) =>
    navigate({ to: '/settings/team', search: { search, role, ...changed }, replace: true });
  return (
    <>
      <Panel padded={false}>
        <Group gap="sm" className="list-filters">
          <SearchField
            label="Search members"
            placeholder="Name or email"
            value={search}
            onSearch={(text) => filter({ search: text })}
          />
          <NativeSelect
            aria-label="Role"
            data={allRoles}
            value={role ?? ''}
            onChange={({ currentTarget: { value } }) => filter({ role: isRole(value) ? value : undefined })}
          />
        </Group>
        <PagedList filter={JSON.stringify({ search, role })}>
          {(page) => <MembersPage page={page} filter={{ search, role }} dialogs={dialogs} />}
        </PagedList>
      </Panel>
      <RoleDialog {...dialogs.of('role')} />
      <PasswordResetDialog {...dialogs.of('passwordReset')} onLink={onLink} />
      <RemoveDialog {...dialogs.of('remove')} />
    </>
  );
}

interface MembersPageProps {
  readonly page: ListPage;
  readonly filter: Pick<TeamSearch, 'search' | 'role'>;
  readonly dialogs: MemberDialogs;
}

function MembersPage({ page, filter: { search, role }, dialogs }: MembersPageProps) {
  const query = useQuery({
    query: TeamMembersDocument,
    variables: { cursor: page.cursor, search, role: role && [role] },
  });
  useReportedCursor(page, query[0].data?.users?.nextCursor);
  return (
    <QueryView query={query}>
      {({ users }) => (
        <RecordTable
          columns={['Member', 'Role', 'Joined']}
          hasActions
          label="Members"
          className="fixed"
          isContinued={page.index > 0}
          rows={users?.users ?? []}
          empty={<EmptyState title="Nobody found">No member has this name, email address or role.</EmptyState>}
        >
          {(member) => <MemberRow key={member.id} member={member} dialogs={dialogs} />}
        </RecordTable>
      )}
    </QueryView>
  );
}
