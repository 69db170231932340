import pg from 'pg';
import { DomainError } from '#src/domain/errors.ts';
import { isLostSession } from '#src/lib/network/outage.ts';
import { withTimeout } from '#src/lib/time/timeout.ts';
import { type ConnectionConfig, connect } from './connection.ts';
import { type KnownColumns, PipelinedQuery } from './pipelined-query.ts';
import { deservesSecondAttempt, pauseBeforeSecondAttempt } from './second-attempt.ts';
import { nextNonce, type PipelinedStatement, queryConfig, type StatementRunner, verifiedRows } from './statement.ts';

/** A connection with statements in flight and no answer for this long is used only if no other has answered since. */
const stallMs = 250;
const endWithinMs = 1000;
const watchEveryMs = 1000;

/** Fails every statement in flight on a connection, after an answer came without its own nonce. */
class MisroutedAnswerError extends Error {
  override readonly name = 'MisroutedAnswerError';
}

/**
 * A few connections that send statements without waiting for earlier answers. They run single statements only, no transactions.
 * A slow statement delays those behind it, so only statements of bounded cost belong here.
 */
export class Pipeline implements StatementRunner {
  readonly #connections: readonly PipelinedConnection[];

  readonly #watch: NodeJS.Timeout | undefined;

  constructor(
    { query_timeout: maxSilenceMs, ...config }: ConnectionConfig,
    size: number,
    onMisroutedAnswer: (error: Error) => void = () => undefined,
  ) {
    const retry: Retry = async (statement, values) => {
      await pauseBeforeSecondAttempt();
      return this.#leastBusy().run(statement, values, true);
    };
    this.#connections = Array.from({ length: size }, () => new PipelinedConnection(config, onMisroutedAnswer, retry));
    // The driver would set and clear a timer for each statement.
    if (maxSilenceMs) this.#watch = setInterval(() => this.#endSilent(maxSilenceMs), watchEveryMs).unref();
  }

  run<Row extends object>(statement: PipelinedStatement, values: unknown[]): Promise<Row[]> {
    return this.#leastBusy().run<Row>(statement, values);
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  #endSilent(maxSilenceMs: number): void {
    for (const connection of this.#connections) connection.endIfSilent(maxSilenceMs);
  }

  #leastBusy(): PipelinedConnection {
    const now = performance.now();
    return this.#connections.reduce((best, each) => (each.load(now) < best.load(now) ? each : best));
  }
}

/** The driver's message for a query timeout, by which `outage.ts` recognises it. */
const timeoutMessage = 'Query read timeout';

/** Repeats a statement whose session was lost, on another session. */
type Retry = <Row extends object>(statement: PipelinedStatement, values: unknown[]) => Promise<Row[]>;

/** One session at a time: after a session is lost or misroutes an answer, the next statement opens a new one. */
class PipelinedConnection implements StatementRunner {
  readonly #config: ConnectionConfig;
  readonly #onMisroutedAnswer: (error: Error) => void;
  readonly #retry: Retry;
  #session: Session | undefined;
  #inFlight = 0;
  #lastAnswerAt = 0;

  constructor(config: ConnectionConfig, onMisroutedAnswer: (error: Error) => void, retry: Retry) {
    this.#config = config;
    this.#onMisroutedAnswer = onMisroutedAnswer;
    this.#retry = retry;
  }

  /**
   * Returns the number of statements in flight. A stalled connection counts as busier than any other, and more so over time:
   * while this process itself is busy, all connections seem stalled.
   */
  load(now: number): number {
    const silentMs = now - this.#lastAnswerAt;
    return this.#inFlight > 0 && silentMs > stallMs ? 1_000_000 + silentMs : this.#inFlight;
  }

  /** Ends a connection without answers: PostgreSQL should have ended its statements, so the connection itself is broken. */
  endIfSilent(maxSilenceMs: number): void {
    if (this.#inFlight === 0 || performance.now() - this.#lastAnswerAt < maxSilenceMs) return;
    this.#session?.connected?.connection.stream.destroy(new Error(timeoutMessage));
  }

  async run<Row extends object>(statement: PipelinedStatement, values: unknown[], isSecond = false): Promise<Row[]> {
    const startedAt = performance.now();
    if (this.#inFlight === 0) this.#lastAnswerAt = startedAt;
    this.#inFlight++;
    this.#session ??= this.#open();
    const session = this.#session;
    try {
      const client = session.connected ?? (await session.client);
      writeTogether(session, client);
      const nonce = nextNonce();
      const rows = await new Promise<Row[] | undefined>((resolve, reject) => {
        client.query(
          new PipelinedQuery(queryConfig(statement, values), { nonce, known: session.known, resolve, reject }),
        );
      });
      const found = rows && verifiedRows(statement, values, rows);
      if (!found && !session.misrouted) this.#distrust(session, statement.name);
      if (found && !session.misrouted) return found;
    } catch (error) {
      if (hasEndedSession(error)) this.#abandon(session);
      if (!session.misrouted && (isSecond || !deservesSecondAttempt(error, startedAt))) throw error;
    } finally {
      this.#inFlight--;
      this.#lastAnswerAt = performance.now();
    }
    // No other answer on this session can be trusted either.
    if (session.misrouted) throw new DomainError('UNAVAILABLE', { cause: session.misrouted });
    return this.#retry<Row>(statement, values);
  }

  async close(): Promise<void> {
    const client = await this.#session?.client.catch(() => undefined);
    // The driver waits for every answer. A connection that stalls must not block the shutdown.
    await withTimeout(Promise.resolve(client?.end()), endWithinMs).catch(() => client?.connection.stream.destroy());
  }

  /** Destroys the socket, which makes the driver fail all statements in flight on it. */
  #distrust(session: Session, name: string): void {
    const error = new MisroutedAnswerError(`PostgreSQL: the answer to "${name}" belongs to another statement.`);
    session.misrouted = error;
    this.#abandon(session);
    this.#onMisroutedAnswer(error);
  }

  /**
   * PostgreSQL has ended this session and is about to close its connection. A statement sent now would wait until the driver's
   * timeout, because the driver does not notice the end of a pipelined connection.
   */
  #abandon(session: Session): void {
    this.#forget(session);
    session.connected?.connection.stream.destroy();
  }

  #open(): Session {
    const forget = () => this.#forget(session);
    const session: Session = {
      client: connect({ ...this.#config, pipeline: true }).then((client) => {
        session.connected = client;
        client.on('error', forget);
        client.on('end', forget);
        return client;
      }),
      connected: undefined,
      known: new Map(),
      isCorked: false,
      misrouted: undefined,
    };
    session.client.catch(forget);
    return session;
  }

  /** Later events of an old session must not affect its replacement. */
  #forget(session: Session): void {
    if (this.#session === session) this.#session = undefined;
  }
}

/**
 * Returns false if PostgreSQL reports that one of its own connections failed, as the Citus coordinator does while a worker is
 * down: other statements on this session may be for other workers.
 */
function hasEndedSession(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return isLostSession(error);
  if (error.severity === 'FATAL') return true;
  return isLostSession(error) && !error.code?.startsWith('08');
}

/**
 * Buffers writes to the connection until the end of this turn of the event loop: the statements of all requests that arrived
 * together are sent in one system call, and PostgreSQL reads them in one.
 */
function writeTogether(session: Session, { connection: { stream } }: pg.Client): void {
  if (session.isCorked) return;
  session.isCorked = true;
  stream.cork();
  setImmediate(() => {
    session.isCorked = false;
    stream.uncork();
  });
}

interface Session {
  readonly client: Promise<pg.Client>;
  connected: pg.Client | undefined;
  readonly known: KnownColumns;
  isCorked: boolean;
  misrouted: MisroutedAnswerError | undefined;
}
