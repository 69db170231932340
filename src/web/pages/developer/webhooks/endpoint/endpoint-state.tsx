import { Alert, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { UpdateWebhookDocument, type WebhookRowFragment } from '../../../../gql/webhooks.ts';
import { useAct } from '../../../../kit/act.ts';
import { InfoIcon, PauseIcon, PlayIcon, WarningIcon } from '../../../../kit/icons.tsx';
import { notifyDone, ProblemNote } from '../../../../kit/messages.tsx';
import { ExactMoment } from '../../../../kit/moment.tsx';

interface EndpointStateProps {
  readonly webhook: WebhookRowFragment;
  readonly onResumed: () => void;
}

/** What keeps events from an endpoint, or soon will, and what to do about it. */
export function EndpointState({ webhook, onResumed }: EndpointStateProps) {
  const { status, failingSince, pausesAt, previousSecretUntil } = webhook;
  return (
    <>
      {status === 'PAUSED' && <Paused webhook={webhook} onResumed={onResumed} />}
      {status === 'ACTIVE' && failingSince && (
        <Alert className="warn-note" title="No delivery succeeds" icon={<WarningIcon />} mb="md">
          <Text size="sm">
            Nothing has been acknowledged since <ExactMoment at={failingSince} />. Look at the responses below and fix
            the cause. Retries go on by themselves
            {pausesAt && (
              <>
                ; if none succeeds, the endpoint is paused at <ExactMoment at={pausesAt} />
              </>
            )}
            .
          </Text>
        </Alert>
      )}
      {previousSecretUntil && (
        <Alert title="Two secrets are active" icon={<InfoIcon />} mb="md">
          <Text size="sm">
            Requests are signed with the old secret as well until <ExactMoment at={previousSecretUntil} />. Put the new
            one in place before.
          </Text>
        </Alert>
      )}
    </>
  );
}

function Paused({ webhook: { id, pauseReason, pausedAt }, onResumed }: EndpointStateProps) {
  const { act, isBusy, problem } = useAct(UpdateWebhookDocument);
  const resume = async () => {
    if (!(await act({ input: { id, status: 'ACTIVE' } }))) return;
    notifyDone('The endpoint is active again');
    onResumed();
  };
  const { title, advice } = reasons[pauseReason ?? 'REQUESTED'];
  return (
    <Alert
      className={pauseReason === 'REQUESTED' ? 'warn-note' : 'error-note'}
      title={title}
      icon={<PauseIcon />}
      mb="md"
    >
      <ProblemNote problem={problem} />
      <Text size="sm">
        {pausedAt && (
          <>
            Since <ExactMoment at={pausedAt} />.{' '}
          </>
        )}
        {advice} Nothing is lost: events wait for it. When you resume it, it gets what waits, and what has failed since
        it began to fail, in their order.
      </Text>
      <Button mt="sm" leftSection={<PlayIcon />} onClick={resume} loading={isBusy}>
        Resume
      </Button>
    </Alert>
  );
}

const reasons: Record<NonNullable<WebhookRowFragment['pauseReason']>, { title: string; advice: ReactNode }> = {
  REQUESTED: { title: 'Paused by a member', advice: '' },
  GONE: {
    title: 'Paused, because it answered 410 (gone)',
    advice: 'The receiver responded that nothing is at this address any more. Correct the URL, or delete the endpoint.',
  },
  FAILING: {
    title: 'Paused, because nothing succeeded for five days',
    advice: 'Look at the responses of the last attempts below, and fix the cause first.',
  },
};
