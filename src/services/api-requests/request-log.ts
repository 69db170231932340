import type { Database } from '#src/db/database.ts';
import { type ApiRequestRow, insertApiRequests } from '#src/db/writes/api-requests.ts';
import { domainErrorOf } from '#src/domain/errors.ts';
import type { Requester } from '#src/domain/principal/requester.ts';
import { DelayedFlush } from '../delayed-flush.ts';
import { RequestSample, type SampleLimits } from './request-sample.ts';

/** How long requests are collected, so that one statement writes the rows of many credentials. */
const flushDelayMs = 1000;

/** Requests of one credential with the same status and error code form a group. */
const sampleLimits: SampleLimits = { perGroup: 10, threshold: 1000, total: 5000 };

/** The maximum number of rows that wait for PostgreSQL. */
const maxWaiting = 5000;

interface RequestLogOptions {
  readonly flushDelayMs?: number;
  /** Called with the number of requests that no written row represents. */
  readonly onDropped?: (requests: number) => void;
  /** Called with the error of a failed write. */
  readonly onError?: (error: unknown) => void;
}

/** The group of a request: the sample is taken per group. */
interface Kind {
  readonly requester: Requester;
  readonly status: number;
  readonly errorCode: string | undefined;
}

/**
 * The write-behind buffer of the request log: requests add to it, and one statement a second writes the rows. During an outage
 * rows wait; beyond the limit, the oldest are dropped. Each process has one.
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

  /** `makeRow` is called only if the request gets into the sample. */
  add(
    { requester: { workspaceId, apiKeyId, connectionId }, status, errorCode }: Kind,
    makeRow: () => Omit<ApiRequestRow, 'represents'>,
  ): void {
    this.#sample.add(`${workspaceId} ${apiKeyId ?? connectionId} ${status} ${errorCode}`, makeRow);
    this.#flushes.schedule();
  }

  /** Resolves when all requests added before are written, or PostgreSQL is unavailable. */
  flush(): Promise<void> {
    return this.#flushes.flush();
  }

  /** Writes the remaining rows. Call it after the last request and before closing the database. */
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
      // A retry cannot fix any other error.
      if (domainErrorOf(error)?.code !== 'UNAVAILABLE') return this.#drop(rows);
      this.#wait([...rows, ...this.#waiting]);
      if (!this.#isClosed) this.#flushes.schedule();
    }
  }

  /** Makes rows wait, oldest first. */
  #wait(rows: ApiRequestRow[]): void {
    this.#drop(rows.splice(0, Math.max(0, rows.length - maxWaiting)));
    this.#waiting = rows;
  }

  #drop(rows: readonly ApiRequestRow[]): void {
    if (rows.length === 0) return;
    this.#options.onDropped?.(rows.reduce((sum, { represents }) => sum + represents, 0));
  }
}
