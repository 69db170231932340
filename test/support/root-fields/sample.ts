import type { Access } from '#src/domain/principal/access.ts';
import type { RecordType } from '#src/domain/principal/policy.ts';
import type { Scope } from '#src/domain/principal/scopes.ts';
import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import type { Row } from '../../policy/records.ts';
import { nextSerial } from '../serial.ts';

/** What inputs refer to in the caller's workspace. */
export interface Place {
  readonly contactFieldId: number;
  readonly callFieldId: number;
  readonly linkPrefix: string;
  readonly contactId: number;
  /** A contact that no other input names. */
  readonly otherContactId: () => Promise<number>;
  /** Merges a new contact into this one. */
  readonly mergedInto: (contact: Row) => Promise<number>;
  /** An event that can be booked at every hour. */
  readonly bookableEventId: number;
  /** Makes the event of a call bookable with the host of the call. */
  readonly open: (call: Row) => Promise<void>;
  /** A member with a default schedule. */
  readonly hostId: number;
  /** Stores an override of this schedule. */
  readonly overrideOf: (schedule: Row) => Promise<number>;
  /** Stores that a call was finished, with the outcome WON. */
  readonly finishOf: (call: Row) => Promise<void>;
  /** A mail about a call. */
  readonly notificationOf: (call: Row) => Promise<number>;
}

/** What the inputs of invitees, and those about the caller and the members, refer to. */
export interface PeoplePlace extends Place {
  /** Another workspace that the caller is a member of. */
  readonly otherWorkspaceId: () => Promise<number>;
  readonly invitationId: () => Promise<number>;
  /** Another session of the caller. */
  readonly sessionId: () => Promise<string>;
  /** Gives the caller a password. */
  readonly account: () => Promise<{ readonly email: string; readonly password: string }>;
  /** The token of a new booking. */
  readonly bookingToken: () => Promise<string>;
}

/** Who may use a root field that is about no record of the policy table. */
export type Who = Access | 'every credential' | 'every caller';

interface AnyMutation {
  /** The type of the record that the input names. */
  readonly target?: RecordType;
  /** The kinds of events for webhooks that one call writes, in their order, or why it writes none. */
  readonly events: readonly EventKind[] | string;
  /** What the input needs beside the scope of the mutation. */
  readonly otherScopes?: readonly Scope[];
  /** The same call again writes no more events. */
  readonly isRepeatable?: true;
  /** Its response is never stored, so it takes no Idempotency-Key. */
  readonly refusesKey?: true;
}

/** A mutation that needs what a type of the policy table says. */
export interface RecordMutation extends AnyMutation {
  readonly record: RecordType;
  /** The entry of the type that says who may: `write` by default. */
  readonly access?: 'write' | 'rotate';
  /** Its entry among the changes that only an owner makes. */
  readonly change?: string;
  readonly input: (target: Row, place: Place) => object | Promise<object>;
  /** More inputs, of other targets. */
  readonly also?: readonly Pick<RecordMutation, 'target' | 'input'>[];
}

/** Any other mutation. One without an input has none in the schema. */
interface OtherMutation extends AnyMutation {
  readonly who: Who;
  readonly input?: (target: Row, place: PeoplePlace) => object | Promise<object>;
}

export type MutationSample = RecordMutation | OtherMutation;

type FixedArgs = Readonly<Record<string, string | number>>;

/** A query that returns no record of the policy table, or needs more than the id of one. */
export interface QuerySample {
  /** Absent where the type of its records says so. */
  readonly who?: Who;
  readonly otherScopes?: readonly Scope[];
  /** The type of the record that an argument names. */
  readonly target?: RecordType;
  readonly args?: FixedArgs | ((target: Row, place: PeoplePlace) => object | Promise<object>);
  /** Which records of the type it returns. */
  readonly where?: (row: Row) => boolean;
}

type Events = AnyMutation['events'];
type Input = RecordMutation['input'];

/** A mutation whose input names no record. */
export function creates(record: RecordType, events: Events, input: Input, more: Partial<RecordMutation> = {}) {
  return { record, events, input, ...more } satisfies RecordMutation;
}

export const byId: Input = ({ id }) => ({ id });

/** A mutation whose input names a record, of the type whose access it needs unless it states another. */
export function changes(record: RecordType, events: Events, input: Input = byId, more: Partial<RecordMutation> = {}) {
  return { record, target: record, events, input, ...more } satisfies RecordMutation;
}

export function others(who: Who, events: Events, input?: OtherMutation['input'], more: Partial<OtherMutation> = {}) {
  return { who, events, ...(input && { input }), ...more } satisfies OtherMutation;
}

export const anyEmail = () => `made-${nextSerial()}@example.com`;
/** Whole hours long after those of all other calls, each once. */
export const freeHour = () => new Date(Date.UTC(2040, 0, 1, nextSerial())).toISOString();
