import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { TeamMembersDocument } from '../../gql/team.ts';
import { useDialogs } from '../../parts/dialogs.tsx';
import { SearchIcon } from '../../parts/icons.tsx';
import { Panel } from '../../parts/layout.tsx';
import { EmptyState, type ListPage, PagedList, QueryView, RecordTable, useReportedCursor } from '../../parts/list.tsx';
import { isRole, roleTitles } from '../../parts/members.ts';
import type { HandedLink } from './link-dialogs.tsx';
import { PasswordResetDialog } from './link-dialogs.tsx';
import { type MemberDialogs, MemberRow } from './member-row.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import type { TeamSearch } from './search.ts';

const route = getRouteApi('/settings/team');
const allRoles = [
  { value: '', label: 'All roles' },
  ...Object.entries(roleTitles).map(([value, label]) => ({ value, label })),
];

/** What is typed into the search reaches the address after a short pause. */
export function MembersPanel({ onLink }: { readonly onLink: (link: HandedLink) => void }) {
  const { search, role } = route.useSearch();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search ?? '');
  const dialogs: MemberDialogs = useDialogs();
  const filter = (changed: Partial<TeamSearch>) =>
    navigate({ to: '/settings/team', search: { search, role, ...changed }, replace: true });
  const searchFor = useDebouncedCallback((text: string) => filter({ search: text.trim() || undefined }), 250);
  return (
    <>
      <Panel padded={false}>
        <Group gap="sm" className="list-filters">
          <TextInput
            aria-label="Search members"
            placeholder="Name or email"
            type="search"
            leftSection={<SearchIcon />}
            maxLength={200}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              searchFor(event.currentTarget.value);
            }}
            flex="1 1 14rem"
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
