import type { OAuthSecret } from '../providers/provider.ts';

/**
 * The token renewals that run in this process. If a caller stops waiting, the renewal continues: the provider may have replaced
 * the refresh token already, and then the old one is worthless.
 */
export class Renewals {
  readonly #running = new Map<string, Promise<OAuthSecret>>();

  /** Joins a running renewal of the connection, or starts one. */
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
