import { Alert } from '@mantine/core';
import type { OAuthClientDetailsFragment } from '../../../gql/oauth-clients.ts';
import { countOf } from '../../../parts/counts.ts';
import { WarningIcon } from '../../../parts/icons.tsx';

interface RemovedScopesProps {
  readonly client: OAuthClientDetailsFragment;
  readonly chosen: readonly string[];
}

/** Warns that connections lose a scope with the client. */
export function RemovedScopes({ client, chosen }: RemovedScopesProps) {
  const removed = client.allowedScopes.filter((scope) => !chosen.includes(scope));
  const { connectionCount } = client.usage;
  if (removed.length === 0 || connectionCount === 0) return null;
  return (
    <Alert role="status" color="yellow" icon={<WarningIcon />} mt="md">
      {countOf(connectionCount, 'connection')} {connectionCount === 1 ? 'loses' : 'lose'} {removed.join(', ')} as soon
      as you save. Whoever has connected the app must allow it again to get it back.
    </Alert>
  );
}
