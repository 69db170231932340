import { expect } from 'vitest';
import { bookingOf, bookings, inDays } from '../rest/booking-load/form.ts';
import type { Node } from '../rest/booking-load/nodes.ts';
import type { Answer, Body } from '../support/app.ts';
import { pause } from '../support/waiting.ts';

/** Between two requests of a writer, so that one process can do both sides of it. */
const pauseMs = 20;

export interface Target {
  readonly node: Node;
  /** A workspace in which every contact is made by a booking. */
  readonly booking: { readonly key: string; readonly eventId: number; readonly hostCount: number };
  /** Another workspace, in which contacts are made by themselves. */
  readonly contactKey: string;
}

/** What writers and readers saw while they went on. */
export class Observations {
  /** What was confirmed, by its e-mail. */
  readonly calls = new Map<string, Body>();
  readonly contacts = new Map<string, Body>();
  /** How many requests without an Idempotency-Key may or may not have been done. */
  unknownCalls = 0;
  unknownContacts = 0;
  unavailable = 0;
  served = 0;
  /** When requests that were served began, and when they ended. */
  readonly services: { readonly begunAt: number; readonly endedAt: number }[] = [];
  readonly #unexpected: unknown[] = [];

  note({ status, headers, body }: Answer, begunAt: number): 'served' | 'unavailable' | 'unexpected' {
    if (status === 200 || status === 201) {
      this.served++;
      this.services.push({ begunAt, endedAt: performance.now() });
      return 'served';
    }
    if (status === 503 && headers.get('retry-after') === '1' && body?.code === 'UNAVAILABLE') {
      this.unavailable++;
      return 'unavailable';
    }
    this.#unexpected.push({ status, retryAfter: headers.get('retry-after'), body });
    return 'unexpected';
  }

  expectNothingUnexpected(): void {
    expect(this.#unexpected).toEqual([]);
  }
}

/** Clients that book, add contacts and read lists. */
export class Load {
  readonly observed = new Observations();
  readonly #target: Target;
  #begun = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  /** So many clients work while `work` runs. Resolves when their last requests have their answers. */
  async during(clients: number, work: () => Promise<void>): Promise<void> {
    let isOver = false;
    const kinds = [() => this.#book(), () => this.#addContact(), () => this.#book(), () => this.#read()];
    const client = async (place: number) => {
      for (let turn = place; !isOver; turn++) {
        await kinds[turn % kinds.length]?.();
        await pause(pauseMs);
      }
    };
    const working = Promise.all([...Array(clients).keys()].map(client));
    await work().finally(() => {
      isOver = true;
    });
    await working;
  }

  /** Each booking has a place in a slot of its own. Every other has a key, and is sent until it is served. */
  async #book(): Promise<void> {
    const number = this.#begun++;
    const { key, eventId, hostCount } = this.#target.booking;
    const email = `invitee-${number}@example.com`;
    const body = bookingOf(eventId, { dateTime: inDays(2, Math.floor(number / hostCount) / 4), email });
    const answer = await this.#send(bookings, body, { key, number });
    if (answer) this.observed.calls.set(email, answer.data);
    else this.observed.unknownCalls++;
  }

  async #addContact(): Promise<void> {
    const number = this.#begun++;
    const email = `contact-${number}@example.com`;
    const answer = await this.#send(['POST', '/v1/contacts'], { email }, { key: this.#target.contactKey, number });
    if (answer) this.observed.contacts.set(email, answer.data);
    else this.observed.unknownContacts++;
  }

  /** The body of the response; undefined where the request has no key and was not served. */
  async #send(
    endpoint: readonly [string, string],
    body: object,
    { key, number }: { readonly key: string; readonly number: number },
  ): Promise<Body | undefined> {
    const hasKey = number % 2 === 0;
    const headers: Record<string, string> = hasKey ? { 'idempotency-key': `request-${number}` } : {};
    for (;;) {
      const begunAt = performance.now();
      const answer = await this.#target.node.send(endpoint, body, { key, headers });
      const outcome = this.observed.note(answer, begunAt);
      if (outcome === 'served') return answer.body;
      if (outcome === 'unexpected' || !hasKey) return undefined;
      await pause(pauseMs);
    }
  }

  async #read(): Promise<void> {
    const begunAt = performance.now();
    const answer = await this.#target.node.get('/v1/eventCalls?limit=10', this.#target.booking.key);
    this.observed.note(answer, begunAt);
  }
}
