import { Button, Card, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { now } from '../../../app/beginning.ts';
import { developerPages } from '../../../app/navigation.ts';
import { DeveloperOverviewDocument } from '../../../gql/developer-overview.ts';
import { PageHeader } from '../../../kit/layout.tsx';
import { lines } from './lines.ts';

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
