import '../webhooks.css';
import { Alert, Button, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient, useQuery } from 'urql';
import { withoutUndefined } from '#src/lib/without-undefined.ts';
import { MissingPage } from '../../../../app/error-page.tsx';
import { WebhookDeliveriesDocument } from '../../../../gql/webhook-deliveries.ts';
import { WebhookStatisticsDocument } from '../../../../gql/webhook-statistics.ts';
import { UpdateWebhookDocument, WebhookDocument, type WebhookRowFragment } from '../../../../gql/webhooks.ts';
import { useAct } from '../../../../kit/act.ts';
import { InfoIcon, PauseIcon, PlayIcon, WarningIcon } from '../../../../kit/icons.tsx';
import { QueryView } from '../../../../kit/list/query-view.tsx';
import { notifyDone, ProblemNote } from '../../../../kit/messages.tsx';
import { ExactMoment } from '../../../../kit/moment.tsx';
import { Deliveries, firstDeliveries } from './deliveries.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { EndpointHeader } from './endpoint-header.tsx';
import { Statistics, statisticsOf } from './statistics.tsx';

const route = getRouteApi('/settings/developer/webhooks/$id');

/** One endpoint: how it does, and what was sent to it. */
export function EndpointPage() {
  const { id } = route.useParams();
  return /^[1-9]\d{0,8}$/.test(id) ? <KnownEndpoint key={id} id={Number(id)} /> : <MissingPage />;
}

function KnownEndpoint({ id }: { readonly id: number }) {
  const query = useQuery({ query: WebhookDocument, variables: { id } });
  const [{ data, error }] = query;
  const isMissing = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND');
  if (isMissing && !data?.webhook) return <MissingPage />;
  return <QueryView query={query}>{({ webhook }) => webhook && <Endpoint webhook={webhook} />}</QueryView>;
}

function Endpoint({ webhook }: { readonly webhook: WebhookRowFragment }) {
  const { id } = webhook;
  const { status, delivery, period } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useClient();
  const show = (changed: Record<string, string | undefined>) =>
    navigate({ search: (shown) => withoutUndefined({ ...shown, ...changed }), resetScroll: false });
  /** Another attempt changes all that the page shows. */
  const refresh = () => {
    const fromNetwork = { requestPolicy: 'network-only' } as const;
    client.query(WebhookDocument, { id }, fromNetwork).toPromise();
    client.query(WebhookStatisticsDocument, statisticsOf(id, period), fromNetwork).toPromise();
    client.query(WebhookDeliveriesDocument, firstDeliveries(id, status), fromNetwork).toPromise();
  };
  return (
    <>
      <EndpointHeader webhook={webhook} onTestSent={(sent) => show({ delivery: sent })} />
      <EndpointState webhook={webhook} onResumed={refresh} />
      <Statistics webhookId={id} period={period} onPeriod={(next) => show({ period: next })} />
      <Deliveries webhookId={id} status={status} onSettled={refresh} onFilter={(next) => show({ status: next })} />
      <DeliveryDrawer
        id={delivery}
        isPaused={webhook.status === 'PAUSED'}
        onClose={() => show({ delivery: undefined })}
        onSettled={refresh}
      />
    </>
  );
}

interface EndpointStateProps {
  readonly webhook: WebhookRowFragment;
  readonly onResumed: () => void;
}

/** What keeps events from an endpoint, or soon will, and what to do about it. */
function EndpointState({ webhook, onResumed }: EndpointStateProps) {
  const { status, failingSince, pausesAt, previousSecretUntil } = webhook;
  return (
    <>
      {status === 'PAUSED' && <Paused webhook={webhook} onResumed={onResumed} />}
      {status === 'ACTIVE' && failingSince && (
        <Alert className="warn-note" title="No delivery succeeds" icon={<WarningIcon />} mb="md">
          <Text size="sm">
            Nothing has been acknowledged since <ExactMoment at={failingSince} />. Look at the responses below and fix
            the cause. Retries go on by themselves
            <ExactMoment before="; if none succeeds, the endpoint is paused at " at={pausesAt} />.
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
        <ExactMoment before="Since " at={pausedAt} />. {advice} Nothing is lost: events wait for it. When you resume it,
        it gets what waits, and what has failed since it began to fail, in their order.
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
