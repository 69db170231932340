import { Badge, Text } from '@mantine/core';
import type { DeliveryRowFragment } from '../../../../gql/webhook-deliveries.ts';
import { Moment } from '../../../../parts/moment.tsx';

type Shown = Pick<DeliveryRowFragment, 'status' | 'attempts' | 'nextAttemptAt'>;

/** What became of a delivery so far, in a word, and what comes next. */
export function DeliveryStatus({ delivery: { status, attempts, nextAttemptAt } }: { readonly delivery: Shown }) {
  if (status === 'DELIVERED') return <Word color="green" text="Delivered" />;
  if (status === 'FAILED') return <Word color="red" text="Failed" />;
  if (nextAttemptAt === null) return <Word color="gray" text="Waits until resumed" />;
  if (attempts.length === 0 || isDueSoon({ status, nextAttemptAt })) return <Word color="blue" text="Sending" />;
  return (
    <>
      <Word color="orange" text="Retrying" />
      <Text size="sm" c="dimmed">
        next <Moment at={nextAttemptAt} />
      </Text>
    </>
  );
}

function Word({ color, text }: { readonly color: string; readonly text: string }) {
  return (
    <Badge variant="light" color={color}>
      {text}
    </Badge>
  );
}

const soonMs = 10_000;

/** Whether an attempt is under way, or begins in moments. */
export function isDueSoon({ status, nextAttemptAt }: Pick<Shown, 'status' | 'nextAttemptAt'>): boolean {
  if (status !== 'PENDING' || nextAttemptAt === null) return false;
  return new Date(nextAttemptAt).getTime() - Date.now() < soonMs;
}
