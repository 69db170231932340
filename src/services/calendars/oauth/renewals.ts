import type { OAuthSecret } from '../providers/provider.ts';

/**
 * Renewals of tokens that run in this process. Whoever needs a token may stop waiting, and the renewal goes on: the provider may
 * have replaced the refresh token already, and the one that it replaced is worth nothing.
 */
export class Renewals {
  readonly #running = new Map<string, Promise<OAuthSecret>>();

  /** Joins the renewal of the connection that runs already. */
  join(connection: string, renew: () => Promise<OAuthSecret>): Promise<OAuthSecret> {
    const running = this.#running.get(connection);
    if (running) return running;
    const started = renew().finally(() => this.#running.delete(connection));
    this.#running.set(connection, started);
    return started;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }
}
