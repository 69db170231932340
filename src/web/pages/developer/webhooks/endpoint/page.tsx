import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useReducer } from 'react';
import { useQuery } from 'urql';
import { withoutUndefined } from '#src/lib/without-undefined.ts';
import { MissingPage } from '../../../../app/error-page.tsx';
import { WebhookDocument, type WebhookRowFragment } from '../../../../gql/webhooks.ts';
import { QueryView } from '../../../../kit/list/query-view.tsx';
import { Deliveries } from './deliveries.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { EndpointHeader } from './endpoint-header.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { Statistics } from './statistics.tsx';
import '../webhooks.css';

const route = getRouteApi('/settings/developer/webhooks/$id');

/** One endpoint: how it does, and what was sent to it. */
export function EndpointPage() {
  const { id } = route.useParams();
  return /^[1-9]\d{0,8}$/.test(id) ? <KnownEndpoint key={id} id={Number(id)} /> : <MissingPage />;
}

function KnownEndpoint({ id }: { readonly id: number }) {
  const query = useQuery({ query: WebhookDocument, variables: { id } });
  const [{ data, error }, execute] = query;
  const [refreshes, refreshDeliveries] = useReducer((count: number) => count + 1, 0);
  const refresh = useCallback(() => {
    refreshDeliveries();
    execute({ requestPolicy: 'network-only' });
  }, [execute]);
  const isMissing = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND');
  if (isMissing && !data?.webhook) return <MissingPage />;
  return (
    <QueryView query={query}>
      {({ webhook }) => webhook && <Endpoint webhook={webhook} refreshes={refreshes} onRefresh={refresh} />}
    </QueryView>
  );
}

interface EndpointProps {
  readonly webhook: WebhookRowFragment;
  readonly refreshes: number;
  readonly onRefresh: () => void;
}

function Endpoint({ webhook, refreshes, onRefresh }: EndpointProps) {
  const { status, delivery, period } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (changed: Record<string, string | undefined>) =>
    navigate({ search: (shown) => withoutUndefined({ ...shown, ...changed }), resetScroll: false });
  return (
    <>
      <EndpointHeader webhook={webhook} onTestSent={(id) => show({ delivery: id })} />
      <EndpointState webhook={webhook} onResumed={onRefresh} />
      <Statistics
        webhookId={webhook.id}
        period={period}
        refreshes={refreshes}
        onPeriod={(next) => show({ period: next })}
      />
      <Deliveries
        webhookId={webhook.id}
        status={status}
        refreshes={refreshes}
        onSettled={onRefresh}
        onFilter={(next) => show({ status: next })}
      />
      <DeliveryDrawer
        id={delivery}
        isPaused={webhook.status === 'PAUSED'}
        onClose={() => show({ delivery: undefined })}
        onSettled={onRefresh}
      />
    </>
  );
}
