import { Alert, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { WarningIcon } from '../kit/icons.tsx';
import { useOffline } from './connection.ts';

/** Says that the network is away, and keeps the page: another one could show nothing. */
export function OfflineBanner() {
  const isOffline = useOffline();
  useBlocker({
    // Filters of the page itself, and what was typed, stay in its address.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    disabled: !isOffline,
    enableBeforeUnload: false,
  });
  if (!isOffline) return null;
  return (
    <Alert role="status" color="gray" icon={<WarningIcon />} mb="lg" className="offline-banner">
      <Text size="sm">
        You are offline. This page and what you entered are kept here; other pages open once the connection is back.
      </Text>
    </Alert>
  );
}
