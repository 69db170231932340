import { Button, Group, Paper, Switch, Text } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../../app/session.ts';
import { requestRetentionDays } from '../../../gql/limits.ts';
import { RequestCredentialsDocument, RequestsDocument, type RequestsQuery } from '../../../gql/requests.ts';
import { CopyValue } from '../../../kit/copy-buttons.tsx';
import { zoneNote } from '../../../kit/days.ts';
import { ListFilters } from '../../../kit/filters/list-filters.tsx';
import { useFilteredView } from '../../../kit/filters/use-filtered-view.ts';
import { RefreshIcon } from '../../../kit/icons.tsx';
import { PageHeader } from '../../../kit/layout.tsx';
import { List, pageSizes } from '../../../kit/list/list.tsx';
import { ListMenu } from '../../../kit/list/list-menu.tsx';
import { openOf, requestColumns } from './request-columns.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { requestFilters, statusOptions } from './search.ts';

const pollMs = 3000;

const route = getRouteApi('/settings/developer/requests');

const source = {
  noun: 'request',
  document: RequestsDocument,
  of: ({ requests }: RequestsQuery) => requests,
  columns: requestColumns,
};

/** The latest requests of keys and apps, and their results. */
export function RequestsPage() {
  const { live, open, ...filters } = route.useSearch();
  const navigate = useNavigate();
  const { user } = useSession();
  const view = useFilteredView(requestFilters, filters);
  const isLive = live === true;
  // The list reads its first page with the same query.
  const [{ data, fetching }, execute] = useQuery({
    query: RequestsDocument,
    variables: { ...view.variables, cursor: 'start', limit: pageSizes.roomy },
  });
  const routes = [...new Set(data?.requests?.requests.map(({ route }) => route))].sort();
  const options = {
    ...useCredentialOptions(),
    status: statusOptions,
    route: routes.map((each) => ({ value: each, label: each })),
  };
  const setLive = (isOn: true | undefined) =>
    navigate({ to: '.', search: (before) => ({ ...before, live: isOn }), resetScroll: false });
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
      <ListFilters {...{ view, options }} after={<ListMenu view={view} {...source} />} />
      <List
        {...source}
        view={view}
        keyOf={openOf}
        openKey={open}
        everyMs={isLive ? pollMs : undefined}
        empty={{
          title: `No requests in the last ${requestRetentionDays} days`,
          text: <FirstRequest />,
          action: <FirstCommand isLive={isLive} />,
        }}
      />
      <RequestDrawer open={open} />
    </>
  );
}

/** The keys and apps that requests are of. */
function useCredentialOptions() {
  const [{ data }] = useQuery({ query: RequestCredentialsDocument });
  const keys = data?.apiKeys?.apiKeys ?? [];
  const used = data?.connections?.connections.map(({ app }) => app) ?? [];
  const apps = new Map([...(data?.oauthClients?.oauthClients ?? []), ...used].map((app) => [app.clientId, app.name]));
  return {
    apiKeyId: keys.map(({ id, name, lastFour }) => ({ value: `${id}`, label: `${name} (…${lastFour})` })),
    clientId: [...apps].map(([value, label]) => ({ value, label })),
  };
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
