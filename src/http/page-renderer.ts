import path from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { DrawingPauses } from './drawing-pauses.ts';
import type { AnswerQuery, PageReader } from './page-queries.ts';
import type { PageContent, PageRenderTask } from './page-render-task.ts';

interface PageRequest extends Omit<PageRenderTask, 'queries' | 'until'> {
  readonly reader: PageReader;
}

/** After this time, the browser shows the page sooner by itself. */
const maxMs = 1_000;
/** A page that has blocked the thread for this long never finishes. */
const maxBlockedMs = 10_000;
/** A new thread loads and compiles the application before its first page, so that delay does not count against pages. */
const maxStartMs = 5_000;
/** The maximum number of concurrent pages of one user, so that nobody blocks the thread by opening pages quickly. */
const maxOfReader = 2;

/**
 * Renders the initial content of pages, so that a browser shows it before it has loaded the application. A page takes some 50
 * ms of a thread, which is not the one that responds to requests.
 */
export class PageRenderer {
  readonly #onError: (error: unknown) => void;
  readonly #pauses: DrawingPauses;
  /** Until this time pages may be late because the thread is starting. */
  #startsUntil = 0;
  #hasDrawn = false;
  #threads: Piscina | undefined;
  #isClosed = false;
  /** The number of pages of each user that are being rendered. */
  readonly #ofReader = new Map<number, number>();

  /** `onError` receives the reason why a page could not be rendered. */
  constructor(onError: (error: unknown) => void, pauses = new DrawingPauses()) {
    this.#onError = onError;
    this.#pauses = pauses;
  }

  /** Renders a page. Returns undefined if the browser should render it itself. */
  async render({ reader, ...page }: PageRequest): Promise<PageContent | undefined> {
    const { userId, answer } = reader;
    const others = this.#ofReader.get(userId) ?? 0;
    if (this.#isClosed || others >= maxOfReader || this.#pauses.isPaused(reader)) return undefined;
    this.#ofReader.set(userId, others + 1);
    this.#threads ??= this.#startThreads();
    const threads = this.#threads;
    const { port1, port2 } = new MessageChannel();
    answerQueries(port1, answer, this.#onError);
    const task: PageRenderTask = { ...page, until: Date.now() + maxMs, queries: port2 };
    // Piscina runs an abortable task alone: a page that waits for its data would delay all others.
    const blocked = setTimeout(() => {
      this.#replace(
        threads,
        new Error(`A page was not rendered within ${maxBlockedMs / 1000} s: ${new URL(page.url).pathname}`),
      );
    }, maxBlockedMs).unref();
    const drawn = threads
      .run(task, { name: 'renderPage', transferList: [port2] as never })
      .then((content: PageContent | 'late' | undefined) => {
        this.#hasDrawn ||= content !== 'late';
        return content;
      })
      .catch((error: unknown) => {
        if (!isBusy(error)) this.#report(threads, error);
        return undefined;
      })
      .finally(() => {
        clearTimeout(blocked);
        port1.close();
        this.#release(userId);
      });
    const isStarting = this.#isStarting();
    const content = await Promise.race([drawn, elapsed(maxMs)]);
    if (content !== 'late') {
      if (content) this.#pauses.drawn(reader);
      return content;
    }
    if (!isStarting) this.#pauses.late(reader);
    return undefined;
  }

  /** Returns true if the thread has rendered nothing yet, and the first page was requested recently. */
  #isStarting(): boolean {
    if (this.#hasDrawn) return false;
    const now = performance.now();
    if (this.#startsUntil === 0) this.#startsUntil = now + maxStartMs;
    return now < this.#startsUntil;
  }

  #resetStart(): void {
    this.#hasDrawn = false;
    this.#startsUntil = 0;
  }

  #release(userId: number): void {
    const others = (this.#ofReader.get(userId) ?? 1) - 1;
    if (others > 0) this.#ofReader.set(userId, others);
    else this.#ofReader.delete(userId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#threads?.destroy();
  }

  #startThreads(): Piscina {
    const threads = new Piscina({
      filename: path.join(import.meta.dirname, 'page-render-task.ts'),
      minThreads: 0,
      maxThreads: 1,
      // While one page waits for its data, others are rendered.
      concurrentTasksPerWorker: 4,
      maxQueue: 16,
      idleTimeout: 60_000,
      niceIncrement: 5,
      // Without limits, the garbage of 30 pages takes 200 MB.
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
    });
    threads.on('error', (error) => this.#replace(threads, error));
    // Piscina destroys a thread after a minute without pages.
    threads.on('workerDestroy', () => this.#resetStart());
    return threads;
  }

  /** Replaces the thread: the next page is rendered by a new one. */
  #replace(threads: Piscina, error: unknown): void {
    this.#report(threads, error);
    if (this.#threads === threads) this.#threads = undefined;
    void threads.destroy();
  }

  /** Errors of a thread that was replaced are not reported: they have the same cause. */
  #report(threads: Piscina, error: unknown): void {
    if (!this.#isClosed && this.#threads === threads) this.#onError(error);
  }
}

/** The browser then renders the page itself. */
const refused = JSON.stringify({ errors: [{ message: 'The query could not be answered' }] });

function answerQueries(port: MessagePort, answer: AnswerQuery, onError: (error: unknown) => void): void {
  port.on('message', ({ id, body }: { readonly id: number; readonly body: string }) => {
    answer(body)
      .catch((error: unknown) => {
        onError(error);
        return refused;
      })
      .then((response) => port.postMessage({ id, body: response }));
  });
}

/** Piscina has no error class for a full queue. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'Task queue is at limit';
}

function elapsed(ms: number): Promise<'late'> {
  return new Promise((resolve) => setTimeout(resolve, ms, 'late' as const).unref());
}
