import { Button, Group, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { requestRetentionDays } from '../../../gql/limits.ts';
import { CopyIconButton } from '../../../parts/copy-buttons.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';

/** Nothing is in the log yet: how to put something there, and see it come. */
export function FirstRequest({ isLive }: { readonly isLive: boolean }) {
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
