import { Link } from '@tanstack/react-router';
import type { DeliveryRowFragment } from '../../../../gql/webhook-deliveries.ts';
import { Moment } from '../../../../parts/moment.tsx';
import { DeliveryStatus } from './delivery-status.tsx';

export function DeliveryRow({ delivery }: { readonly delivery: DeliveryRowFragment }) {
  const { id, type, eventId, attempts, createdAt } = delivery;
  const last = attempts.at(-1);
  return (
    <tr className="row-with-link">
      <td>
        <Link
          from="/settings/developer/webhooks/$id"
          to="."
          search={(shown) => ({ ...shown, delivery: id })}
          resetScroll={false}
          className="row-link"
        >
          {type}
        </Link>
        <p className="hint">
          <code>{eventId}</code>
        </p>
      </td>
      <td data-label="Status">
        <DeliveryStatus delivery={delivery} />
      </td>
      <td data-label="Last answer">
        {last ? (
          <>
            {last.responseStatus !== null && <>{last.responseStatus} · </>}
            {last.error ?? `${last.latencyMs} ms`}
            {attempts.length > 1 && <p className="hint">{attempts.length} attempts</p>}
          </>
        ) : (
          'None yet'
        )}
      </td>
      <td data-label="Created">
        <Moment at={createdAt} />
      </td>
    </tr>
  );
}
