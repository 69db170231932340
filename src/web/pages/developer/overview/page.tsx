import { Button, Card, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { developerPages } from '../../../app/navigation.ts';
import { DeveloperOverviewDocument, type DeveloperOverviewQuery } from '../../../gql/developer-overview.ts';
import { countOf } from '../../../kit/counts.ts';
import { PageHeader } from '../../../kit/layout.tsx';
import { now } from '../../../kit/now.ts';
import { isUnfinished } from '../connected-apps/connections.ts';

/** All parts of Settings → Developer, with what each is for and what is there now. Without the numbers the links remain. */
export function OverviewPage() {
  const [since] = useState(anHourAgo);
  const [{ data, error, fetching }, execute] = useQuery({ query: DeveloperOverviewDocument, variables: { since } });
  return (
    <>
      <PageHeader
        title="Developer"
        summary="The keys, apps and webhooks of this workspace, and their recent activity."
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {developerPages.map(({ to, title, summary, icon: Icon }) => (
          <Card key={to} component={Link} to={to} withBorder radius="lg" padding="lg" className="link-card">
            <Icon />
            <Text fw={600} mt="sm">
              {title}
            </Text>
            <Text size="sm" c="dimmed" mt={4}>
              {summary}
            </Text>
            {/* As high with its text as without, so that nothing moves when it comes. */}
            <Text component="div" size="sm" fw={600} mt="sm" mih="1.45em">
              {data ? lines[to]?.(data) : fetching && <Skeleton height="1.45em" width="9rem" className="late" />}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
      {error && !fetching && (
        <Group mt="md" gap="sm" role="status">
          <p className="hint">Not all numbers could be loaded.</p>
          <Button size="xs" variant="default" onClick={() => execute({ requestPolicy: 'network-only' })}>
            Try again
          </Button>
        </Group>
      )}
    </>
  );
}

/** To the minute, so that the cache has the answer when one comes back. */
function anHourAgo(): string {
  const minuteMs = 60_000;
  return new Date((Math.floor(now() / minuteMs) - 60) * minuteMs).toISOString();
}

const dayMs = 24 * 60 * 60 * 1000;
/** A key that ends sooner is mentioned. */
const soonMs = 14 * dayMs;

type Line = (data: DeveloperOverviewQuery) => string | undefined;

/** What is there now, in one line for each page; undefined where that part did not answer. */
export const lines: Readonly<Record<string, Line>> = {
  '/settings/developer/api-keys': ({ apiKeys }) => {
    if (!apiKeys) return;
    const active = apiKeys.apiKeys.filter(({ status }) => status === 'ACTIVE');
    const ends = active.map(({ expiresAt }) => (expiresAt === null ? Infinity : Date.parse(expiresAt) - now()));
    const soon = ends.filter((end) => end < soonMs);
    const ending =
      soon.length > 0 && `${soon.length} ${soon.length === 1 ? 'ends' : 'end'} ${within(Math.min(...soon))}`;
    return joined(counted(active.length, 'active key', apiKeys.count > apiKeys.apiKeys.length), ending);
  },
  '/settings/developer/oauth-clients': ({ oauthClients }) => {
    if (!oauthClients) return;
    const pending = oauthClients.oauthClients.filter(({ status }) => status === 'PENDING').length;
    return joined(counted(oauthClients.count, 'app'), pending > 0 && `${pending} not approved yet`);
  },
  '/settings/developer/connected-apps': ({ connections }) => {
    if (!connections) return;
    const listed = connections.connections;
    const live = listed.filter((connection) => !isUnfinished(connection)).length;
    const unfinished = listed.length - live;
    return joined(
      counted(live, 'live connection', connections.count > listed.length) + (live > 0 ? ' of yours' : ''),
      unfinished > 0 && `${unfinished} not finished`,
    );
  },
  '/settings/developer/webhooks': ({ webhooks }) => {
    if (!webhooks) return;
    const paused = webhooks.webhooks.filter(({ status }) => status === 'PAUSED').length;
    const failing = webhooks.webhooks.filter(({ status, failingSince }) => status === 'ACTIVE' && failingSince).length;
    return joined(
      counted(webhooks.count, 'webhook'),
      paused > 0 && `${paused} paused`,
      failing > 0 && `${failing} failing`,
    );
  },
  '/settings/developer/requests': ({ requests }) => {
    if (!requests) return;
    const errors = requests.requests.reduce((sum, { represents }) => sum + represents, 0);
    return `${counted(errors, 'error', requests.nextCursor !== null)} in the last hour`;
  },
};

function counted(count: number, noun: string, isAtLeast = false): string {
  if (isAtLeast) return `At least ${countOf(count, noun)}`;
  return count === 0 ? `No ${noun}s` : countOf(count, noun);
}

function within(milliseconds: number): string {
  const days = Math.floor(milliseconds / dayMs);
  if (days < 1) return 'within a day';
  return `in ${countOf(days, 'day')}`;
}

function joined(...parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(', ');
}
