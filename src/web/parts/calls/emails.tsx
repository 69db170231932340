import { Badge } from '@mantine/core';

/** The words for what is known of an email about a call. */
export const emailTitles = {
  kind: {
    INVITATION: 'Invitation',
    CHANGE: 'Email about the new time',
    CANCELLATION: 'Email about the cancellation',
    REMINDER: 'Reminder',
  },
  recipient: { INVITEE: 'Invitee', HOST: 'Host', GUEST: 'Guest' },
  status: { WAITING: 'Waiting', SENT: 'Sent', FAILED: 'Failed' },
} as const;

type Status = keyof typeof emailTitles.status;

const colors: Readonly<Record<Status, string>> = { WAITING: 'gray', SENT: 'green', FAILED: 'red' };

interface EmailState {
  readonly status: Status;
  readonly isHeldBack: boolean;
}

/** Why an email was not sent at once; null where nothing held it back. */
export const heldBackReason = ({ isHeldBack }: Pick<EmailState, 'isHeldBack'>) =>
  isHeldBack ? 'Many emails were sent to this address.' : null;

/** How the sending of an email goes, in a word. */
export function EmailBadge({ status, isHeldBack }: EmailState) {
  const isOnHold = isHeldBack && status === 'WAITING';
  return (
    <Badge size="sm" color={isOnHold ? 'orange' : colors[status]}>
      {isOnHold ? 'On hold' : emailTitles.status[status]}
    </Badge>
  );
}

interface EmailTimes {
  readonly sentAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
}

/** When an email was sent, or is tried next; when it was created where it is not tried again. */
export function emailMoment({ sentAt, nextAttemptAt, createdAt }: EmailTimes): string {
  return sentAt ?? nextAttemptAt ?? createdAt;
}
