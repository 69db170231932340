import { Card, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { developerPages } from '../../../app/navigation.ts';
import { PageHeader } from '../../../parts/page-header.tsx';

/** All parts of Settings → Developer, with what each is for. */
export function OverviewPage() {
  return (
    <>
      <PageHeader title="Developer" summary="Keys, apps and webhooks of this workspace, and what they did lately." />
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
          </Card>
        ))}
      </SimpleGrid>
    </>
  );
}
