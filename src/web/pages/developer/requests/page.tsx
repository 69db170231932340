import { Button, Group, Paper, Switch, Text } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { problemOf } from '../../../app/problem.ts';
import { useSession } from '../../../app/session.ts';
import { requestRetentionDays } from '../../../gql/limits.ts';
import { RequestsDocument } from '../../../gql/requests.ts';
import { CopyValue } from '../../../kit/copy-buttons.tsx';
import { zoneNote } from '../../../kit/days.ts';
import { RefreshIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import { List, pageSizes } from '../../../kit/list/list.tsx';
import { RequestFilters } from './filters.tsx';
import { openOf, requestColumns } from './request-columns.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { filtersOf, hasFilters, variablesOf } from './search.ts';

const pollMs = 3000;

const route = getRouteApi('/settings/developer/requests');

/** The latest requests of keys and apps, and their results. */
export function RequestsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { user } = useSession();
  const filters = filtersOf(search);
  const isLive = search.live === true;
  const variables = variablesOf(filters);
  // The list reads its first page with the same query.
  const [{ data, error, fetching }, execute] = useQuery({
    query: RequestsDocument,
    variables: { ...variables, cursor: 'start', limit: pageSizes.roomy },
  });
  const routes = [...new Set(data?.requests?.requests.map(({ route }) => route))].sort();
  const setLive = (live: true | undefined) =>
    navigate({ to: '.', search: (before) => ({ ...before, live }), resetScroll: false });
  return (
    <>
      <PageHeader
        title="Requests"
        summary={`Requests of API keys and apps in the last ${requestRetentionDays} days. ${zoneNote(user.timeZone)}.`}
        actions={
          <Group gap="md">
            <Switch
              label="Live"
              checked={isLive}
              onChange={({ currentTarget }) => setLive(currentTarget.checked || undefined)}
            />
            <Button
              variant="default"
              leftSection={<RefreshIcon />}
              onClick={() => execute({ requestPolicy: 'network-only' })}
              aria-busy={fetching}
            >
              Refresh
            </Button>
          </Group>
        }
      />
      <RequestFilters filters={filters} errors={error ? problemOf(error).fields : {}} routes={routes} />
      <List
        noun="request"
        document={RequestsDocument}
        variables={variables}
        of={({ requests }) => requests}
        columns={requestColumns}
        keyOf={openOf}
        openKey={search.open}
        everyMs={isLive ? pollMs : undefined}
        empty={
          hasFilters(filters)
            ? {
                title: 'No request fits these filters',
                text: `Change them, or clear them. The log goes back ${requestRetentionDays} days.`,
              }
            : {
                title: `No requests in the last ${requestRetentionDays} days`,
                text: <FirstRequest />,
                action: <FirstCommand isLive={isLive} />,
              }
        }
      />
      <RequestDrawer open={search.open} />
    </>
  );
}

const line = `curl -H "Authorization: Bearer $KEY" ${location.origin}/v1/contacts`;

/** Nothing is in the log yet: how to put something there, and see it come. */
function FirstRequest() {
  return (
    <>
      <Link to="/settings/developer/api-keys" search={{ create: 'contacts:read' }}>
        Create an API key
      </Link>{' '}
      with the scope <code>contacts:read</code>, put it in the place of <code>$KEY</code>, and make a first request. It
      appears here about a second later.
    </>
  );
}

function FirstCommand({ isLive }: { readonly isLive: boolean }) {
  const navigate = useNavigate();
  return (
    <>
      <Paper withBorder px="sm" py="xs" maw="100%" ta="left">
        <CopyValue value={line} label="Copy the curl line" />
      </Paper>
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
  );
}
