/**
 * The phase in which a node that is shutting down still answers, and signals it to load balancers: `/readyz` is a 503, and each
 * response closes its connection. If the port closed at once, requests would be lost until the load balancer notices.
 */
export class Drain {
  #begun: number | undefined;
  #ms = 0;
  #endsAt = 0;
  #end: () => void = () => undefined;
  readonly #notified = new Set<string>();
  readonly #listeners = new Set<() => void>();

  get isOn(): boolean {
    return this.#begun !== undefined;
  }

  /** Calls the listener when the drain begins: for responses that have no end of their own. */
  onBegin(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Resolves when the port may close: `ms` after the first 503 that each load balancer got, because it starts to count failed
   * checks only then. So it takes at most twice the time.
   */
  async begin(ms: number): Promise<void> {
    this.#begun = performance.now();
    this.#ms = ms;
    this.#endsAt = this.#begun + ms;
    for (const listener of this.#listeners) listener();
    const ended = new Promise<true>((resolve) => {
      this.#end = () => resolve(true);
    });
    for (let left = ms; left > 0; left = this.#endsAt - performance.now()) {
      let timer: NodeJS.Timeout | undefined;
      const passed = new Promise<false>((resolve) => {
        timer = setTimeout(() => resolve(false), left);
      });
      const isEnded = await Promise.race([ended, passed]);
      clearTimeout(timer);
      if (isEnded) return;
    }
  }

  /** Lets the port close now. */
  end(): void {
    this.#end();
  }

  /** Records that a check from this address got a 503. */
  markNotified(address: string): void {
    if (this.#begun === undefined || this.#notified.has(address)) return;
    this.#notified.add(address);
    const now = performance.now();
    // Otherwise a stream of new callers would keep the port open.
    if (now < this.#begun + this.#ms) this.#endsAt = now + this.#ms;
  }
}
