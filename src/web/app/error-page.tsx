import { Button, Group, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CombinedError } from 'urql';
import { useTitle } from '../kit/layout.tsx';
import { onHydrated } from './hydration.ts';
import { problemOf } from './problem.ts';

/** A page that could not be shown, and how to go on. */
export function ErrorPage({ error }: ErrorComponentProps) {
  useTitle('Something went wrong');
  const problem = error instanceof CombinedError ? problemOf(error) : undefined;
  return (
    <main className="message">
      <Title order={1} size="h2">
        {problem?.title ?? 'This page could not be shown'}
      </Title>
      <Text mt="sm" c="dimmed">
        {problem?.text ?? 'This is our fault, not yours. Reloading the page may help.'}
      </Text>
      {problem?.requestId !== undefined && (
        <Text mt="sm" size="sm" c="dimmed">
          Request id: <code>{problem.requestId}</code>
        </Text>
      )}
      <Group mt="lg">
        <Button onClick={() => location.reload()}>Reload</Button>
        <Button variant="default" component="a" href="/">
          Start page
        </Button>
      </Group>
    </main>
  );
}

/** Inside the frame of the application. */
export function MissingPage() {
  useTitle('Page not found');
  useEffect(onHydrated, []);
  return (
    <section className="message">
      <Title order={1} size="h2">
        There is no page at this address
      </Title>
      <Text mt="sm" c="dimmed">
        The link may be mistyped, or the page has been removed.
      </Text>
      <Group mt="lg">
        <Button component={Link} to="/">
          Today
        </Button>
      </Group>
    </section>
  );
}
