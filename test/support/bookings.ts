import type { Answer, Body, TestApp } from './app.ts';
import { bookableEvent, type EventDraft } from './bookable-events.ts';
import { detailsWith } from './errors.ts';
import type { Factories, Member } from './factories.ts';
import { sendJson } from './lists.ts';
import { writtenRows } from './webhook-rows.ts';

export const bookingPath = '/v1/eventCalls';
export const datesPath = '/v1/events/eventDates';
export const reschedulePath = '/v1/eventCalls/reschedule';
export const cancelPath = '/v1/eventCalls/cancel';
export const guestsPath = '/v1/eventCalls/guests';
export const outcomePath = '/v1/outcomes';

/** An instant of March 2026, from `DDTHH:mm`. The clock of the tests stands at noon of Wednesday the 4th, in UTC. */
export const march = (text: string) => `2026-03-${text}:00.000Z`;

export interface Booking {
  readonly owner: Member;
  readonly workspaceId: number;
  readonly key: string;
  readonly eventId: number;
  /** Books the event for `ira@example.com`, with the clock of UTC, unless the input says otherwise. */
  book(input: object, as?: string, headers?: Record<string, string>): Promise<Answer>;
  /** The call that `book` made; the test fails if it was refused. */
  booked(input: object, as?: string): Promise<Body>;
  reschedule(input: object, as?: string): Promise<Answer>;
  cancel(input: object, as?: string): Promise<Answer>;
  setGuests(input: object, as?: string): Promise<Answer>;
  setOutcome(input: object, as?: string, headers?: Record<string, string>): Promise<Answer>;
  /** The open slots from the 5th to the 6th of March, in UTC, unless the input says otherwise. */
  dates(input?: object, as?: string): Promise<Answer>;
}

/** A workspace with an event of an hour that its owner takes at all hours, and the requests that book it. */
export async function bookingIn(
  app: TestApp,
  draft: EventDraft = {},
  options: { timeZone?: string; hosts?: (owner: Member) => Promise<Member[]> } = {},
): Promise<Booking> {
  const { hosts, ...workspace } = options;
  const owner = await app.workspace(workspace);
  const key = await app.apiKey(owner);
  const eventId = await bookableEvent(app, owner, draft, hosts ? await hosts(owner) : [owner]);
  const send = (request: readonly [string, string], input: object, as = key, headers = {}) =>
    sendJson(app, request, input, { key: as, headers });
  const book: Booking['book'] = (input, as, headers) =>
    send(['POST', bookingPath], { eventId, timeZone: 'UTC', email: 'ira@example.com', ...input }, as, headers);
  return {
    ...{ owner, workspaceId: owner.workspaceId, key, eventId, book },
    async booked(input, as) {
      const { status, body } = await book(input, as);
      if (status !== 201) throw new Error(`The booking was refused: ${JSON.stringify(body)}`);
      return body.data;
    },
    reschedule: (input, as) => send(['PUT', reschedulePath], input, as),
    cancel: (input, as) => send(['PUT', cancelPath], input, as),
    setGuests: (input, as) => send(['PUT', guestsPath], input, as),
    setOutcome: (input, as, headers) => send(['POST', outcomePath], input, as, headers),
    dates: (input = {}, as) =>
      send(['POST', datesPath], { eventId, timeZone: 'UTC', from: '2026-03-05', to: '2026-03-06', ...input }, as),
  };
}

const bookingTables = [
  'EventCall',
  'Contact',
  'WebhookEvent',
  'InviteeAnswer',
  'CustomFieldAnswer',
  'IdempotencyRecord',
];

/** How many rows a workspace has in each table that a booking writes to. */
export function bookingRows(app: Factories, workspaceId: number): Promise<object | undefined> {
  return writtenRows(app, workspaceId, bookingTables);
}

export const noBookingRows = Object.fromEntries(bookingTables.map((table) => [table, 0]));

/** The details of the 400 of a time that cannot be booked. */
export function unavailable(nextAvailable: readonly string[]) {
  return detailsWith({ fieldErrors: { dateTime: ['This time is not available'] }, nextAvailable });
}

/** A 400 with these details, in the contract's variant A. */
export function refusedWith(details: object, [method, endpoint]: readonly [string, string]) {
  return { status: 400, body: { message: { status: 400, details, endpoint, method } } };
}

/** A question of the form of an event. */
export async function question(
  app: Factories,
  { workspaceId, eventId }: Pick<Booking, 'workspaceId' | 'eventId'>,
  row: { type: string; statement: string; required?: boolean; displayIndex?: number },
): Promise<void> {
  await app.insert('InviteeQuestion', { workspaceId, eventId, required: true, ...row });
}

/** A custom field that the form of an event asks for. */
export async function secondaryQuestion(
  app: Factories,
  { workspaceId, eventId }: Pick<Booking, 'workspaceId' | 'eventId'>,
  row: { customFieldId: number; required?: boolean; displayIndex?: number },
): Promise<void> {
  await app.insert('EventSecondaryQuestion', { workspaceId, eventId, ...row });
}

/** The hours of the slots of an answer, as `DDTHH:mm` in UTC. */
export const hoursOf = ({ body }: Answer): string[] =>
  body.data.slots.map(({ dateTime }: { dateTime: string }) => dateTime.slice(8, 16));
