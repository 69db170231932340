import { fieldError } from '#src/domain/errors.ts';
import type { UpdateEventCallGuestsInput } from '#src/domain/event-calls/booking.ts';
import type { EventCall } from '#src/domain/event-calls/event-call.ts';
import { guestsOf } from '#src/domain/event-calls/guests.ts';
import { isEqual } from '#src/lib/is-equal.ts';
import type { CallerContext } from '../context.ts';
import { callsOf, requireCall, updateAndReport } from './update-event-calls.ts';

/** Replaces the guests of a call. Those who are added are invited, and those who are removed get a cancellation. */
export function updateEventCallGuests(
  context: CallerContext,
  { id, guests: addresses }: UpdateEventCallGuestsInput,
): Promise<EventCall> {
  const { db, clock, sendsMail } = context;
  const scope = callsOf(context);
  return db.write(async (client) => {
    const now = clock.now();
    const call = await requireCall(client, scope, { id, now });
    const guests = guestsOf(addresses, call);
    if (isEqual(guests, call.guests)) return call;
    if (call.status === 'CANCELLED') throw fieldError('id', 'invalid_state', 'The call is cancelled');
    if (Date.parse(call.endTime) <= now.getTime()) throw fieldError('id', 'invalid_state', 'The call has ended');
    const { workspaceId, actor } = scope;
    const change = { guests };
    return updateAndReport(client, call, { workspaceId, kind: 'call.guests_changed', change, actor, now, sendsMail });
  });
}
