import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { TeamMembersDocument } from '../../gql/team.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { SearchIcon } from '../../parts/icons.tsx';
import { type ListPage, PagedList, useReportedCursor } from '../../parts/paged-list.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { isRole, roleTitles } from '../../parts/roles.ts';
import type { HandedLink } from './link-dialog.tsx';
import { type MemberAct, MemberRow } from './member-row.tsx';
import { PasswordResetDialog } from './password-reset-dialog.tsx';
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
  const [doing, setDoing] = useState<MemberAct>();
  const close = () => setDoing(undefined);
  const memberFor = (kind: MemberAct['kind']) => (doing?.kind === kind ? doing.member : undefined);
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
          {(page) => <MembersPage page={page} filter={{ search, role }} onAct={setDoing} />}
        </PagedList>
      </Panel>
      <RoleDialog member={memberFor('role')} onClose={close} />
      <PasswordResetDialog member={memberFor('passwordReset')} onClose={close} onLink={onLink} />
      <RemoveDialog member={memberFor('remove')} onClose={close} />
    </>
  );
}

interface MembersPageProps {
  readonly page: ListPage;
  readonly filter: Pick<TeamSearch, 'search' | 'role'>;
  readonly onAct: (act: MemberAct) => void;
}

function MembersPage({ page, filter: { search, role }, onAct }: MembersPageProps) {
  const query = useQuery({
    query: TeamMembersDocument,
    variables: { cursor: page.cursor, search, role: role && [role] },
  });
  const isFirst = page.index === 0;
  useReportedCursor(page, query[0].data?.users?.nextCursor);
  return (
    <QueryView query={query}>
      {({ users }) =>
        users?.users.length === 0 && isFirst ? (
          <EmptyState title="Nobody found">No member has this name, email address or role.</EmptyState>
        ) : (
          <RecordTable
            columns={['Member', 'Role', 'Joined']}
            hasActions
            label="Members"
            className="fixed"
            isContinued={!isFirst}
          >
            {users?.users.map((member) => (
              <MemberRow key={member.id} member={member} onAct={onAct} />
            ))}
          </RecordTable>
        )
      }
    </QueryView>
  );
}
