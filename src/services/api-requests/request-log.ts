import type { Database } from '#src/db/database.ts';
import { type ApiRequestRow, insertApiRequests } from '#src/db/writes/api-requests.ts';
import { domainErrorOf } from '#src/domain/errors.ts';
import type { Requester } from '#src/domain/principal/requester.ts';
import { DelayedFlush } from '../delayed-flush.ts';
import { RequestSample, type SampleLimits } from './request-sample.ts';

/** For how long requests are collected, so that one statement writes those of many credentials. */
const flushDelayMs = 1000;

/** Of a credential, requests with the same status and error code are a group. */
const sampleLimits: SampleLimits = { perGroup: 10, threshold: 1000, total: 5000 };

/** Rows that wait for PostgreSQL. */
const maxWaiting = 5000;

interface RequestLogOptions {
  readonly flushDelayMs?: number;
  /** Called with the number of requests that are in no row that was written. */
  readonly onDropped?: (requests: number) => void;
  /** Called with the error of a failed write. */
  readonly onError?: (error: unknown) => void;
}

/** What of a request decides which others it is a sample of. */
interface Kind {
  readonly requester: Requester;
  readonly status: number;
  readonly errorCode: string | undefined;
}

/**
 * The write-behind buffer of the request log: requests add to it, and it writes later, in one statement a second. An outage
 * makes rows wait, and drops the oldest where too many do. One for each process.
 */
export class RequestLog {
  readonly #db: Pick<Database, 'run'>;
  readonly #options: RequestLogOptions;
  readonly #sample = new RequestSample<Omit<ApiRequestRow, 'represents'>>(sampleLimits);
  readonly #flushes: DelayedFlush;
  #waiting: ApiRequestRow[] = [];
  #isClosed = false;

  constructor(db: Pick<Database, 'run'>, options: RequestLogOptions = {}) {
    this.#db = db;
    this.#options = options;
    this.#flushes = new DelayedFlush(options.flushDelayMs ?? flushDelayMs, () => {
      this.#takeSample();
      return () => this.#write();
    });
  }

  /** `makeRow` is called only for a request that is kept. */
  add(
    { requester: { workspaceId, apiKeyId, connectionId }, status, errorCode }: Kind,
    makeRow: () => Omit<ApiRequestRow, 'represents'>,
  ): void {
    this.#sample.add(`${workspaceId} ${apiKeyId ?? connectionId} ${status} ${errorCode}`, makeRow);
    this.#flushes.schedule();
  }

  /** Resolves when all requests added before are written, or PostgreSQL is away. */
  flush(): Promise<void> {
    return this.#flushes.flush();
  }

  /** Writes what there is, for the last time. Call it after the last request and before closing the database. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#flushes.flush();
    this.#flushes.cancel();
    this.#drop(this.#waiting.splice(0));
  }

  #takeSample(): void {
    const { rows, missed } = this.#sample.take();
    if (missed > 0) this.#options.onDropped?.(missed);
    this.#wait([...this.#waiting, ...rows]);
  }

  async #write(): Promise<void> {
    const rows = this.#waiting.splice(0);
    if (rows.length === 0) return;
    try {
      await insertApiRequests(this.#db, rows);
    } catch (error) {
      this.#options.onError?.(error);
      // Whatever else is wrong would be wrong with the next attempt too.
      if (domainErrorOf(error)?.code !== 'UNAVAILABLE') return this.#drop(rows);
      this.#wait([...rows, ...this.#waiting]);
      if (!this.#isClosed) this.#flushes.schedule();
    }
  }

  /** Makes rows wait, the oldest first. */
  #wait(rows: ApiRequestRow[]): void {
    this.#drop(rows.splice(0, Math.max(0, rows.length - maxWaiting)));
    this.#waiting = rows;
  }

  #drop(rows: readonly ApiRequestRow[]): void {
    if (rows.length === 0) return;
    this.#options.onDropped?.(rows.reduce((sum, { represents }) => sum + represents, 0));
  }
}
