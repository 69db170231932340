import type { DisqualificationRule } from '#src/domain/events/disqualification.ts';
import type { Factories, Member, ScheduleDraft } from './factories.ts';
import { nextSerial } from './serial.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Every hour of every day. */
export const allHours = Object.fromEntries(days.map((day) => [day, [[0, 1440]]])) as Record<
  (typeof days)[number],
  [number, number][]
>;

/** Makes an event bookable with a host; without a schedule at all hours, in UTC. */
export async function openAlways(
  app: Factories,
  host: Member,
  { eventId, priority = 0, ...schedule }: { eventId: number; priority?: number } & ScheduleDraft,
): Promise<void> {
  const scheduleId = await app.schedule(host, { hours: allHours, ...schedule });
  await app.insert('EventHost', { ...host, eventId, scheduleId, priority });
}

/** Makes the event of a call bookable with the host of the call, however far ahead. */
export async function openEventOf(app: Factories, call: Readonly<Record<string, unknown>>): Promise<void> {
  const [workspaceId, userId, eventId] = [call.workspaceId, call.userId, call.eventId].map(Number) as [
    number,
    number,
    number,
  ];
  await app.sql('UPDATE "Event" SET "bookingWindow" = NULL WHERE "workspaceId" = $1 AND "id" = $2', [
    workspaceId,
    eventId,
  ]);
  await openAlways(app, { workspaceId, userId }, { eventId });
}

export interface EventDraft {
  readonly duration?: number;
  readonly slotInterval?: number | null;
  readonly bufferBefore?: number;
  readonly bufferAfter?: number;
  readonly minimumNotice?: number;
  readonly bookingWindow?: number | null;
  readonly dailyLimit?: number | null;
  readonly maxUpcomingPerInvitee?: number;
  readonly callType?: 'STRATEGY_EVENT' | 'DISCOVERY_EVENT';
  readonly linkPrefix?: string;
  readonly status?: 'ACTIVATED' | 'DEACTIVATED';
  readonly deletedAt?: string;
  readonly location?: 'ZOOM' | 'CUSTOM';
  readonly locationLink?: string;
  readonly bookingFlow?: 'TIME_FIRST' | 'FORM_FIRST';
  readonly bookedStatus?: 'POTENTIAL' | 'QUALIFIED' | 'DISQUALIFIED';
  readonly disqualificationRules?: readonly Partial<DisqualificationRule>[];
  readonly disqualifiedMessage?: string;
  readonly disqualifiedUrl?: string;
  readonly redirectUrl?: string;
  readonly redirectAnswers?: readonly string[];
}

/** A live event of an hour that its hosts take at all hours; returns its id. Without hosts, it is the owner's. */
export async function bookableEvent(
  app: Factories,
  owner: Member,
  { disqualificationRules: rules = [], ...draft }: EventDraft = {},
  hosts: readonly Member[] = [owner],
): Promise<number> {
  const row = {
    name: 'Growth review',
    callType: 'STRATEGY_EVENT',
    duration: 60,
    slotInterval: 60,
    bookingWindow: null,
    // Most tests book for one invitee, as often as they like.
    maxUpcomingPerInvitee: 100,
  };
  const linkPrefix = `user-${owner.userId}/review-${nextSerial()}`;
  const none = { questionType: null, customFieldId: null, operator: null, values: [] };
  const disqualificationRules = JSON.stringify(rules.map((rule) => ({ ...none, ...rule })));
  const { id: eventId } = await app.insert('Event', {
    workspaceId: owner.workspaceId,
    ...{ ...row, linkPrefix, ...draft, disqualificationRules },
  });
  for (const host of hosts) await openAlways(app, host, { eventId });
  return eventId;
}
