import path from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { AnswerQuery } from './page-queries.ts';
import type { PageContent, PageRenderTask } from './page-render-task.ts';

interface PageRequest extends Omit<PageRenderTask, 'queries' | 'until'> {
  readonly answer: AnswerQuery;
}

/** Later than this, the browser shows the page sooner by itself. */
const maxMs = 1_000;
/** A page that takes as long never ends. */
const maxTaskMs = 10_000;

/**
 * Draws the first content of pages, so that a browser shows it before it has loaded the application. A page takes some 50 ms of
 * a thread, which is not the one that responds to requests.
 */
export class PageRenderer {
  readonly #onError: (error: unknown) => void;
  #threads: Piscina | undefined;
  #isClosed = false;

  /** `onError` receives why a page could not be drawn. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Undefined where the browser is to show the page by itself. */
  async render({ answer, ...page }: PageRequest): Promise<PageContent | undefined> {
    if (this.#isClosed) return undefined;
    this.#threads ??= this.#startThreads();
    const { port1, port2 } = new MessageChannel();
    answerQueries(port1, answer, this.#onError);
    const task: PageRenderTask = { ...page, until: Date.now() + maxMs, queries: port2 };
    const signal = AbortSignal.timeout(maxTaskMs);
    const drawn = this.#threads
      .run(task, { name: 'renderPage', transferList: [port2] as never, signal })
      .catch((error: unknown) => {
        if (!this.#isClosed && !isBusy(error)) this.#onError(error);
        return undefined;
      })
      .finally(() => port1.close());
    return Promise.race([drawn, elapsed(maxMs)]);
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
      // While one page waits for its data, others are drawn.
      concurrentTasksPerWorker: 4,
      maxQueue: 16,
      idleTimeout: 60_000,
      niceIncrement: 5,
      // Without it, the garbage of 30 pages is 200 MB.
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
    });
    threads.on('error', (error) => {
      this.#onError(error);
      if (this.#threads === threads) this.#threads = undefined;
      void threads.destroy();
    });
    return threads;
  }
}

/** The page is then left to the browser. */
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

/** Piscina has no class for it. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message === 'Task queue is at limit';
}

function elapsed(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref());
}
