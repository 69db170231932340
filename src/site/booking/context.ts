import type { Context as KoaContext } from 'koa';
import type { ArrivalLimits } from '#src/access/arrival-limits.ts';
import type { InviteeLimits } from '#src/access/invitee-limits.ts';
import type { InviteeContext } from '#src/services/event-calls/invitee-bookings.ts';

/** The context of invitee pages. */
export interface BookingPagesContext extends InviteeContext {
  readonly arrivalLimits: ArrivalLimits;
  readonly inviteeLimits: InviteeLimits;
  /** The client address of a request. */
  readonly addressOf: (koa: KoaContext) => string;
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly onError: (error: unknown, koa?: KoaContext) => void;
}
