import { requestOptions } from '../client.ts';
import { eventsIn } from './server-sent-events.ts';

/** The server sends something every 15 seconds: a connection that is silent for longer is dead. */
const maxSilenceMs = 40_000;
const minBackoffMs = 1_000;
const maxBackoffMs = 10_000;
/** A stream that was open for this long was no failure. */
const isStableMs = 10_000;
/** The server knows what changed in this time before a stream. */
const maxAgeSeconds = 60;

interface ChangeStreamOptions {
  readonly onChanged: (records: readonly string[]) => void;
  /** Called after a gap, in which changes were missed. */
  readonly onReopened: () => void;
  /** Called with false where the server is not reached twice in a row, and with true once it answers. */
  readonly onReachable: (isReachable: boolean) => void;
  /** Called when the server has ended the stream for that of another tab. No other is opened. */
  readonly onReplaced: () => void;
}

/** Reads the changes of the workspace from the server until it is closed, and connects again where the connection is lost. */
export class ChangeStream {
  readonly #options: ChangeStreamOptions;
  readonly #closing = new AbortController();
  #skipPause: () => void = () => undefined;
  /** How many requests in a row got no answer. */
  #unreached = 0;

  /** `readAt` is when the page was read, on the clock of `performance`: the stream begins with what changed since. */
  constructor(options: ChangeStreamOptions, readAt: number) {
    this.#options = options;
    void this.#follow(readAt);
  }

  close(): void {
    this.#closing.abort();
    this.#skipPause();
  }

  /** Connects at once where it waits to connect again. */
  retryNow(): void {
    this.#skipPause();
  }

  async #follow(readAt: number): Promise<void> {
    let knownUntil: number | undefined = readAt;
    let isOpened = false;
    const ageSeconds = () => Math.ceil((performance.now() - (knownUntil ?? 0)) / 1000);
    const onOpen = () => {
      if (knownUntil === undefined || ageSeconds() > maxAgeSeconds) this.#options.onReopened();
      knownUntil = undefined;
      isOpened = true;
    };
    for (let failures = 0; !this.#closing.signal.aborted; failures++) {
      const startedAt = performance.now();
      isOpened = false;
      const age = knownUntil === undefined ? 0 : ageSeconds();
      // A failure has no other meaning than an end.
      const isReplaced = await this.#read(age, onOpen).catch(() => false);
      if (this.#closing.signal.aborted) return;
      // A node that ends is followed by another one within a moment.
      if (this.#unreached > 1) this.#options.onReachable(false);
      if (isReplaced) return this.#options.onReplaced();
      if (isOpened && performance.now() - startedAt > isStableMs) failures = 0;
      await this.#pause(Math.min(minBackoffMs * 2 ** failures, maxBackoffMs));
    }
  }

  /** Resolves when the stream ends: with true if another tab has it now. */
  async #read(age: number, onOpen: () => void): Promise<boolean> {
    const silence = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, silence.signal]);
    let timer = setTimeout(() => silence.abort(), maxSilenceMs);
    try {
      this.#unreached += 1;
      const response = await fetch(`/changes?age=${age}`, { ...requestOptions(), signal, cache: 'no-store' });
      this.#unreached = 0;
      this.#options.onReachable(true);
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        return false;
      }
      onOpen();
      for await (const { changed, ended } of eventsIn(response.body, () => {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), maxSilenceMs);
      })) {
        if (changed) this.#options.onChanged(changed);
        if (ended === 'replaced') return true;
      }
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Differs by half to both sides, so that the pages of a node that ends do not all come to the next one at once. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds * (0.5 + Math.random()));
      this.#skipPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
