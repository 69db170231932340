import { inspect, isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { isoTypes, sessionOptions } from '../../../src/db/types.ts';
import { addressLock } from '../../../src/db/writes/contacts.ts';
import { createEventCallInput } from '../../../src/domain/event-calls/booking.ts';
import type { EventCall } from '../../../src/domain/event-calls/event-call.ts';
import { mailboxKeyOf } from '../../../src/domain/event-calls/upcoming-calls.ts';
import { randomBase62 } from '../../../src/lib/secrets/crypto.ts';
import type { ServiceContext } from '../../../src/services/context.ts';
import { createEventCall } from '../../../src/services/event-calls/book-call.ts';
import { callerContext } from '../environment/caller-context.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { type BookedEvent, type Booking, bookingOf } from './booking-team.ts';

/** As many connections as our server writes with. */
const poolSize = 10;

/** The SQL of a booking, sent by pg without anything around it. */
export interface BareBooking extends AsyncDisposable {
  readonly applicationName: string;
  book(booking: Booking): Promise<void>;
}

/**
 * Books with the statements that our use case sends, whatever they are at present: two of its bookings are recorded, and
 * what differs between them is what another booking replaces. Every statement is prepared.
 */
export async function bareBooking(database: BenchDatabase, event: BookedEvent): Promise<BareBooking> {
  const [one, other] = await database.use(async (context) => [
    await record(context, event, 0),
    await record(context, event, 1),
  ]);
  const statements = one.sent.map(({ name, text, values }, index) => {
    const fills = values.map((value, position) => fillOf([value, other.sent[index]?.values[position]], [one, other]));
    return { name: name ?? `booking ${index}`, text, fills };
  });
  const applicationName = 'bench bare booking';
  const pool = new pg.Pool({
    ...{ connectionString: database.url, application_name: applicationName, keepAlive: true },
    ...{ max: poolSize, idleTimeoutMillis: 0, options: sessionOptions, types: isoTypes },
  });
  let booked = 0;
  return {
    applicationName,
    async book(booking) {
      const ids = { contactId: 0, id: 0, userId: event.hostIds[booked++ % event.hostIds.length] ?? 0 };
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        for (const { name, text, fills } of statements) {
          const values = fills.map((fill) => fill(booking, ids));
          const { rows } = await client.query<{ id: number }>({ name, text, values });
          if (text.includes('INSERT INTO "Contact" ')) ids.contactId = rows[0]?.id ?? 0;
          if (text.startsWith('INSERT INTO "EventCall"')) ids.id = rows[0]?.id ?? 0;
        }
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

interface Sent {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Recording {
  readonly workspaceId: number;
  readonly call: EventCall;
  readonly sent: readonly Sent[];
}

/** Books once through our use case and records what it sends within the transaction. */
async function record(context: ServiceContext, event: BookedEvent, number: number): Promise<Recording> {
  const sent: Sent[] = [];
  const { workspaceId, ownerId } = event.workspace;
  const db: ServiceContext['db'] = {
    ...context.db,
    write: (work) => context.db.write((client) => work(recording(client, sent))),
  };
  const input = createEventCallInput.parse(bookingOf(event, number));
  const caller = callerContext({ ...context, db }, { workspaceId, userId: ownerId });
  return {
    workspaceId,
    call: await createEventCall(caller, input),
    sent,
  };
}

function recording(client: pg.ClientBase, sent: Sent[]): pg.ClientBase {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
    if (typeof statement === 'string') sent.push({ name: undefined, text: statement, values: values ?? [] });
    else sent.push({ name: statement.name, text: statement.text, values: statement.values ?? [] });
    return typeof statement === 'string' ? client.query(statement, values) : client.query(statement);
  };
  return new Proxy(client, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) });
}

type Ids = Pick<EventCall, 'contactId' | 'id' | 'userId'>;
type Fill = (booking: Booking, ids: Ids) => unknown;

/** How a value follows from a booking, found from the values of two. */
function fillOf([value, otherValue]: readonly [unknown, unknown], recordings: readonly [Recording, Recording]): Fill {
  if (isDeepStrictEqual(value, otherValue)) return () => value;
  if (Array.isArray(value) && Array.isArray(otherValue)) {
    const fills = value.map((item, index) => fillOf([item, otherValue[index]], recordings));
    return (booking, ids) => fills.map((fill) => fill(booking, ids));
  }
  const [{ call, workspaceId }, { call: otherCall }] = recordings;
  for (const key of ['contactId', 'id', 'userId'] as const) {
    if (value === call[key] && otherValue === otherCall[key]) return (_booking, ids) => ids[key];
  }
  for (const keyOf of [mailboxKeyOf, addressLock]) {
    if (value === keyOf(workspaceId, String(call.inviteeEmail))) return ({ email }) => keyOf(workspaceId, email);
  }
  if (typeof value === 'string') {
    if (value === call.inviteeEmail) return ({ email }) => email;
    const [, prefix] = /^(call|contact)_/.exec(value) ?? [];
    if (prefix) return () => `${prefix}_${randomBase62(22)}`;
    const fromStart = Date.parse(value) - Date.parse(call.dateTime);
    if (!Number.isNaN(fromStart)) {
      return ({ dateTime }) => new Date(Date.parse(dateTime) + fromStart).toISOString();
    }
    // The payload of a webhook event: a text of the same length does the same work.
    if (value.startsWith('{')) return () => value;
  }
  throw new Error(`The bench does not know where the value ${inspect(value)} of a booking comes from.`);
}
