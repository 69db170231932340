import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { AuditLogDocument, type AuditLogQuery, type AuditRowFragment } from '../../gql/audit-log.ts';
import { zoneNote } from '../../kit/days.ts';
import { ListFilters } from '../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../kit/filters/use-filtered-view.ts';
import { RefreshIcon } from '../../kit/icons.tsx';
import { PageHeader } from '../../kit/layout.tsx';
import { EmptyState } from '../../kit/list/empty-state.tsx';
import { List, pageSizes } from '../../kit/list/list.tsx';
import { ListMenu } from '../../kit/list/list-menu.tsx';
import { auditColumns } from './columns.tsx';
import { auditFilters } from './search.ts';

const route = getRouteApi('/settings/audit-log');

const source = {
  noun: 'entry',
  nouns: 'entries',
  document: AuditLogDocument,
  of: ({ auditEvents }: AuditLogQuery) => auditEvents,
  columns: auditColumns,
};

const keyOf = ({ id }: AuditRowFragment) => `${id}`;

/** Settings → Audit log, for owners and admins. */
export function AuditLogPage() {
  if (isTeamLead(useSession())) return <AuditLog />;
  return (
    <>
      <PageHeader title="Audit log" />
      <EmptyState title="Only owners and admins can read the audit log">
        It records who changed members, access and settings.
      </EmptyState>
    </>
  );
}

/** Who did what in the workspace, the latest first. */
function AuditLog() {
  const { user } = useSession();
  const view = useFilteredView(auditFilters, route.useSearch());
  // The list reads its first page with the same query.
  const [{ fetching }, execute] = useQuery({
    query: AuditLogDocument,
    variables: { ...view.variables, cursor: 'start', limit: pageSizes.roomy },
    requestPolicy: 'cache-and-network',
  });
  return (
    <>
      <PageHeader
        title="Audit log"
        summary={`Who changed members, access and settings, and who signed in. ${zoneNote(user.timeZone)}.`}
        actions={
          <Button
            variant="default"
            leftSection={<RefreshIcon />}
            onClick={() => execute({ requestPolicy: 'network-only' })}
            aria-busy={fetching}
          >
            Refresh
          </Button>
        }
      />
      <ListFilters view={view} after={<ListMenu view={view} {...source} />} />
      <List
        {...source}
        view={view}
        keyOf={keyOf}
        empty={{ title: 'Nothing was recorded yet', text: 'Each change of members, access and settings appears here.' }}
      />
    </>
  );
}
