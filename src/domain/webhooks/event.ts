import { field, type RecordOf } from '#src/domain/record.ts';
import { type EventKind, testKind } from './kinds.ts';
import { storedId } from './public-id.ts';

/** A stored event. Its payload and its earlier values are read from the database as they were written. */
export interface StoredEvent {
  /** A bigint: text, or a number where it is small. */
  readonly id: string | number;
  readonly kind: EventKind;
  readonly createdAt: Date;
  readonly workspaceId: number;
  /** The record as `/v1` returns it. */
  readonly payload: object;
  /** The earlier values of what has changed. */
  readonly previous: object | null;
}

/** An event as it is listed. A delivery also has the sequence number of its endpoint. */
export const webhookEventRecord = {
  type: field.string('Kind of the event, such as `call.booked`.'),
  id: field.string('Event id: `evt_…`. Every delivery of the event has it as `webhook-id`.'),
  timestamp: field.dateTime('When the event happened.'),
  workspaceId: field.int('Workspace id.'),
  data: field.json('The record after the change, as `/v1` returns it.'),
  previous: field.json('The previous values of the fields that changed; null if there are none.').nullable(),
};
export interface WebhookEvent extends RecordOf<typeof webhookEventRecord> {
  readonly sequence?: number;
}

/** An event as the documentation shows it. It has no id, because nothing has happened. */
export interface EventExample {
  readonly type: EventKind;
  readonly data: object;
  readonly previous: object | null;
}

/** The example of a kind, with the shapes of `/v1`. */
export type EventExamples = (kind: EventKind) => EventExample;

/** The stored payload of a test that sends an example instead of its own text. */
export interface ExamplePayload {
  readonly example: EventExample;
}

/** The header of an example, so that its receiver does not take it for a change. */
export const exampleHeader = 'webhook-example';

/** The example in a stored event; undefined for any other event. */
export function exampleIn({ kind, payload }: Pick<StoredEvent, 'kind' | 'payload'>): EventExample | undefined {
  return kind === testKind ? (payload as Partial<ExamplePayload>).example : undefined;
}

const prefix = 'evt_';

/** The public id of an event, which all its deliveries and their attempts have in common. */
export function eventId(id: string | number): string {
  return `${prefix}${id}`;
}

/** The stored id of a public id; undefined for any other text. */
export function storedEventId(text: string): string | undefined {
  return storedId(prefix, text);
}

/** A stored event as it is listed. */
export function eventOfRow({ id, createdAt, workspaceId, ...stored }: StoredEvent): WebhookEvent {
  const { kind, payload, previous } = stored;
  const shown = exampleIn(stored) ?? { type: kind, data: payload, previous };
  return {
    type: shown.type,
    id: eventId(id),
    timestamp: createdAt.toISOString(),
    workspaceId,
    data: shown.data,
    previous: shown.previous,
  };
}

/** The JSON of an event that an endpoint receives, with its place among the events of this endpoint. */
export function eventBody({ sequence, ...stored }: StoredEvent & { readonly sequence: string | number }): string {
  const { type, id, timestamp, workspaceId, data, previous } = eventOfRow(stored);
  const event: WebhookEvent = { type, id, timestamp, workspaceId, sequence: Number(sequence), data, previous };
  return JSON.stringify(event);
}
