import type { Socket } from 'node:net';
import { type InFrontOfPostgres, inFrontOfPostgres } from './in-front-of-postgres.ts';
import { later } from './waiting.ts';

export interface PostgresProxy extends InFrontOfPostgres {
  /** From now on, each connection delivers its next two answers in the wrong order, once. */
  swapNextAnswers(): void;
  /** Delivers the delayed answers, and all later ones in order. */
  deliverInOrder(): void;
  /** The connection to this backend process delivers nothing from now on. */
  stall(backendPid: number): void;
}

/** A proxy in front of a real PostgreSQL that knows where each answer ends, and can deliver answers wrongly. */
export async function postgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const relays = new Set<Relay>();
  const proxy = await inFrontOfPostgres(databaseUrl, (client, upstream) => {
    const relay = new Relay(client, upstream);
    relays.add(relay);
    client.on('close', () => relays.delete(relay));
  });
  return {
    ...proxy,
    swapNextAnswers: () => {
      for (const relay of relays) relay.swapsNext = true;
    },
    deliverInOrder: () => {
      for (const relay of relays) relay.release();
    },
    stall: (backendPid) => {
      for (const relay of relays) if (relay.backendPid === backendPid) relay.isStalled = true;
    },
  };
}

const holdMs = 2000;

/** One connection: requests pass as they are, answers are cut into messages. */
class Relay {
  swapsNext = false;
  isStalled = false;
  backendPid = 0;
  readonly #client: Socket;
  #unread = Buffer.alloc(0);
  #answer: Buffer[] = [];
  #held: Buffer | undefined;

  constructor(client: Socket, upstream: Socket) {
    this.#client = client;
    client.pipe(upstream);
    upstream.on('data', (bytes) => this.#read(Buffer.from(bytes)));
  }

  release(): void {
    this.swapsNext = false;
    if (this.#held) this.#client.write(this.#held);
    this.#held = undefined;
  }

  #read(bytes: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    while (this.#unread.length >= 5 && this.#unread.length > this.#unread.readUInt32BE(1)) {
      const end = this.#unread.readUInt32BE(1) + 1;
      this.#message(this.#unread.subarray(0, end));
      this.#unread = this.#unread.subarray(end);
    }
  }

  #message(message: Buffer): void {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === 'K') this.backendPid = message.readUInt32BE(5);
    this.#answer.push(message);
    // Before the connection is ready, authentication waits for each message; after that, an answer ends with Z.
    if (type !== 'Z' && this.backendPid !== 0) return;
    const answer = Buffer.concat(this.#answer);
    this.#answer = [];
    if (type === 'Z') this.#deliver(answer);
    else this.#client.write(answer);
  }

  #deliver(answer: Buffer): void {
    if (this.isStalled) return;
    if (this.swapsNext && this.#held === undefined) {
      this.#held = answer;
      // Where no second answer comes, since later statements avoid a connection that stalls, it is delivered after all.
      later(holdMs, () => this.#held === answer && this.release()).unref();
      return;
    }
    const held = this.#held;
    this.#client.write(held ? Buffer.concat([answer, held]) : answer);
    if (held) this.swapsNext = false;
    this.#held = undefined;
  }
}
