import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQuery } from 'urql';
import { type MemberRowFragment, OwnerCountDocument } from '../../gql/team.ts';

/** The server is asked again when something is saved: another owner may lose the role meanwhile. */
export function useIsLastOwner(member: MemberRowFragment): boolean {
  const isOwner = member.role === 'OWNER';
  const [{ data }] = useQuery({ query: OwnerCountDocument, pause: !isOwner });
  return isOwner && data?.users?.count === 1;
}

/** In the place of a form that the server would refuse. */
export function LastOwnerNote({ onClose }: { readonly onClose: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="yellow">
        A workspace needs an owner, and this is the only one. Make someone else an owner first.
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
