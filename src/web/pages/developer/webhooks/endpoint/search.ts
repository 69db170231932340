import type { DeliveryStatus } from '../../../../gql/webhook-deliveries.ts';

/** What the page of an endpoint shows, as its address says. */
interface EndpointSearch {
  /** Deliveries of this status alone. */
  readonly status?: DeliveryStatus;
  /** The delivery that is open. */
  readonly delivery?: string;
  /** How far back the charts go; a day when left out. */
  readonly period?: LongPeriod;
}

export type LongPeriod = '7d' | '30d';

const statuses: readonly unknown[] = ['DELIVERED', 'PENDING', 'FAILED'] satisfies DeliveryStatus[];
const periods: readonly unknown[] = ['7d', '30d'] satisfies LongPeriod[];

/** What does not fit is left out: a link from elsewhere then shows the page as it opens. */
export function endpointSearch({ status, delivery, period }: Record<string, unknown>): EndpointSearch {
  return {
    ...(statuses.includes(status) && { status: status as DeliveryStatus }),
    ...(typeof delivery === 'string' && /^dlv_\d+$/.test(delivery) && { delivery }),
    ...(periods.includes(period) && { period: period as LongPeriod }),
  };
}
