import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { EventNameDocument, type RemoveMemberMutation } from '../../gql/member-removal.ts';

interface RemovalResultProps {
  readonly removed: NonNullable<RemoveMemberMutation['removeUser']>;
  readonly onDone: () => void;
}

/** What became of what the member had, in numbers. */
export function RemovalResult({ removed, onDone }: RemovalResultProps) {
  const lines = [
    [removed.callsTransferred, 'upcoming call has a new host', 'upcoming calls have a new host'],
    [removed.callsCancelled, 'upcoming call was cancelled', 'upcoming calls were cancelled'],
    [removed.contacts, 'contact has a new owner, or none', 'contacts have a new owner, or none'],
    [removed.oauthClients, 'app was handed over', 'apps were handed over'],
    [removed.apiKeysRevoked, 'API key was revoked', 'API keys were revoked'],
    [removed.connectionsRevoked, 'connection with an app was ended', 'connections with apps were ended'],
    [removed.sessionsEnded, 'session was ended', 'sessions were ended'],
  ] as const;
  const some = lines.filter(([count]) => count > 0);
  return (
    <Stack gap="md">
      {some.length === 0 ? (
        <Text size="sm">Nothing had to be handed over or ended.</Text>
      ) : (
        <List size="sm" spacing={4}>
          {some.map(([count, one, many]) => (
            <List.Item key={one}>
              {count} {count === 1 ? one : many}
            </List.Item>
          ))}
        </List>
      )}
      {removed.eventsWithoutHost.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Nobody hosts these events any more, so they cannot be booked:
          </Text>
          <List size="sm" mt={4}>
            {removed.eventsWithoutHost.map((id) => (
              <EventName key={id} id={id} />
            ))}
          </List>
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

function EventName({ id }: { readonly id: number }) {
  const [{ data }] = useQuery({ query: EventNameDocument, variables: { id }, requestPolicy: 'cache-first' });
  return <List.Item>{data?.event?.name ?? `Event ${id}`}</List.Item>;
}
