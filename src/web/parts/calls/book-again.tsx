import { Text } from '@mantine/core';
import { useQuery } from 'urql';
import { NextCallChoicesDocument } from '../../gql/outcome.ts';
import { CopyIconButton, CopyValue } from '../../kit/copy-buttons.tsx';
import type { CallForOutcome } from './outcomes.ts';

interface BookAgainProps {
  readonly call: CallForOutcome;
}

/** The link by which who did not show up books again, with their email filled in; undefined where nothing can be booked. */
function useBookAgainLink({ eventId, inviteeEmail }: CallForOutcome): string | undefined {
  const [{ data }] = useQuery({ query: NextCallChoicesDocument, variables: { eventId } });
  const { bookingUrl, status } = data?.event ?? {};
  if (!bookingUrl || status !== 'ACTIVATED') return undefined;
  const link = new URL(bookingUrl);
  if (inviteeEmail) link.searchParams.set('email', inviteeEmail);
  return link.href;
}

export function BookAgainLink({ call }: BookAgainProps) {
  const link = useBookAgainLink(call);
  return (
    link && (
      <div>
        <Text size="sm" fw={500}>
          Link to book again
        </Text>
        <CopyValue value={link} label="Copy the link" />
      </div>
    )
  );
}

export function BookAgainButton({ call }: BookAgainProps) {
  const link = useBookAgainLink(call);
  return link && <CopyIconButton value={link} label="Copy the link to book again" />;
}
