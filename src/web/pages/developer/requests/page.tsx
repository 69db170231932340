import { Button, Group, Switch, Text } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { readableZoneName } from '#src/lib/time/time-zone-names.ts';
import { useSession } from '../../../app/session.ts';
import { requestRetentionDays } from '../../../gql/limits.ts';
import { CopyIconButton } from '../../../kit/copy-buttons.tsx';
import { RefreshIcon } from '../../../kit/icons.tsx';
import { PageHeader, Panel } from '../../../kit/layout.tsx';
import { EmptyState, LateSkeleton, RecordTable, ShowMore } from '../../../kit/list.tsx';
import { ProblemNote } from '../../../kit/messages.tsx';
import { RequestFilters } from './filters.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { RequestRow } from './request-row.tsx';
import { filtersOf, hasFilters } from './search.ts';
import { useRequests } from './use-requests.ts';
import './requests.css';

const route = getRouteApi('/settings/developer/requests');

/** The latest requests of keys and apps, and their results. */
export function RequestsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { user } = useSession();
  const filters = filtersOf(search);
  const isLive = search.live === true;
  const { list, problem, isLoading, refresh, showMore } = useRequests(filters, isLive);
  const routes = [...new Set(list?.rows.map((row) => row.route))].sort();
  const setLive = (live: true | undefined) =>
    navigate({ to: '.', search: (before) => ({ ...before, live }), resetScroll: false });
  const actions = (
    <Group gap="md">
      <Switch
        label="Live"
        checked={isLive}
        onChange={({ currentTarget }) => setLive(currentTarget.checked || undefined)}
      />
      <Button variant="default" leftSection={<RefreshIcon />} onClick={refresh} aria-busy={isLoading}>
        Refresh
      </Button>
    </Group>
  );
  return (
    <>
      <PageHeader
        title="Requests"
        summary={`Requests of API keys and apps in the last ${requestRetentionDays} days. Times are in ${readableZoneName(user.timeZone)}.`}
        actions={actions}
      />
      <RequestFilters filters={filters} errors={problem?.fields ?? {}} routes={routes} />
      <ProblemNote problem={problem} onRetry={refresh} />
      <Panel padded={false}>
        {!list && !problem && <LateSkeleton />}
        {list?.rows.length === 0 &&
          (hasFilters(filters) ? (
            <EmptyState title="No request fits these filters">
              Choose others, or clear them. Requests are kept for {requestRetentionDays} days.
            </EmptyState>
          ) : (
            <FirstRequest isLive={isLive} />
          ))}
        {list && list.rows.length > 0 && (
          <RecordTable
            columns={['Time', 'Request', 'Status', 'Duration', 'Key or app', 'Request id']}
            className="requests"
            rows={list.rows}
          >
            {(request) => (
              <RequestRow
                key={request.id}
                request={request}
                isOpen={search.open === `${request.id}~${request.requestId}`}
              />
            )}
          </RecordTable>
        )}
        {list && list.nextCursor !== null && <ShowMore onClick={showMore} />}
      </Panel>
      <RequestDrawer open={search.open} rows={list?.rows} />
    </>
  );
}

/** Nothing is in the log yet: how to put something there, and see it come. */
function FirstRequest({ isLive }: { readonly isLive: boolean }) {
  const navigate = useNavigate();
  const line = `curl -H "Authorization: Bearer $KEY" ${location.origin}/v1/contacts`;
  return (
    <EmptyState
      title={`No requests in the last ${requestRetentionDays} days`}
      action={
        <>
          <Group className="command" gap="xs" wrap="nowrap">
            <code>{line}</code>
            <CopyIconButton value={line} label="Copy the curl line" />
          </Group>
          {isLive ? (
            <Text size="sm" role="status">
              Waiting for it…
            </Text>
          ) : (
            <Button
              variant="default"
              onClick={() => navigate({ to: '.', search: (search) => ({ ...search, live: true }), resetScroll: false })}
            >
              Wait for it here
            </Button>
          )}
        </>
      }
    >
      <Link to="/settings/developer/api-keys" search={{ create: 'contacts:read' }}>
        Create an API key
      </Link>{' '}
      with the scope <code>contacts:read</code>, put it in the place of <code>$KEY</code>, and make a first request. It
      appears here about a second later.
    </EmptyState>
  );
}
