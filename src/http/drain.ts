/**
 * The time in which a node that is asked to end still answers, and says to load balancers that it will end: `/readyz` is a
 * 503, and each response closes its connection. A port that closes at once loses the requests that are sent to it until
 * the load balancer has noticed.
 */
export class Drain {
  #begun: number | undefined;
  #ms = 0;
  #endsAt = 0;
  #end: () => void = () => undefined;
  readonly #notified = new Set<string>();

  get isOn(): boolean {
    return this.#begun !== undefined;
  }

  /**
   * Resolves when the port may close: after this time, counted anew for each load balancer from the first 503 that it got,
   * because only then it begins to count failed checks. So it takes at most twice the time.
   */
  async begin(ms: number): Promise<void> {
    this.#begun = performance.now();
    this.#ms = ms;
    this.#endsAt = this.#begun + ms;
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

  /** The port may close now. */
  end(): void {
    this.#end();
  }

  /** The check of the address was answered with 503. */
  markNotified(address: string): void {
    if (this.#begun === undefined || this.#notified.has(address)) return;
    this.#notified.add(address);
    const now = performance.now();
    // Else callers that are new again and again would keep the port open.
    if (now < this.#begun + this.#ms) this.#endsAt = now + this.#ms;
  }
}
