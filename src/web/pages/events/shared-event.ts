import type { EventStatus } from '../../gql/events.ts';

/** What an event is shared with. */
export interface SharedEvent {
  readonly id: number;
  readonly name: string;
  readonly linkPrefix: string;
  readonly bookingUrl: string;
  readonly qrCodeUrl: string;
  readonly status: EventStatus;
}

/** Within this origin, whatever address the viewer uses for it. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
