import type { EventKind } from './kinds.ts';
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

/** An event as it is listed. A delivery has the sequence number of its endpoint besides. */
export interface WebhookEvent {
  readonly type: EventKind;
  readonly id: string;
  readonly timestamp: string;
  readonly workspaceId: number;
  readonly sequence?: number;
  readonly data: object;
  readonly previous: object | null;
}

const prefix = 'evt_';

/** The public id of an event, which all its deliveries and their attempts have in common. */
export function eventId(id: string | number): string {
  return `${prefix}${id}`;
}

/** The stored id of a public one; undefined for a text that is none. */
export function storedEventId(text: string): string | undefined {
  return storedId(prefix, text);
}

/** A stored event as it is listed. */
export function eventOfRow({ id, kind, createdAt, workspaceId, payload, previous }: StoredEvent): WebhookEvent {
  return {
    ...{ type: kind, id: eventId(id), timestamp: createdAt.toISOString() },
    ...{ workspaceId, data: payload, previous },
  };
}

/** The JSON of an event that an endpoint receives, with its place among the events of this endpoint. */
export function eventBody({ sequence, ...stored }: StoredEvent & { readonly sequence: string | number }): string {
  const { type, id, timestamp, workspaceId, data, previous } = eventOfRow(stored);
  const event: WebhookEvent = { type, id, timestamp, workspaceId, sequence: Number(sequence), data, previous };
  return JSON.stringify(event);
}
