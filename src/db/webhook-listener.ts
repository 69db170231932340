import type pg from 'pg';
import { type ConnectionConfig, connect } from './connection.ts';
import { hasOwnSession } from './own-session.ts';
import { succeeds } from './succeeds.ts';

export const webhookChannel = 'slotline_webhooks';

/** A session that does not answer for this long is replaced. */
const timeouts = { connectionTimeoutMillis: 5000, query_timeout: 5000 };

/**
 * Receives NOTIFYs of other processes on a dedicated connection. It works as long as `listen` is called periodically; without
 * it, workers find their work by polling. A pooler that shares sessions does not forward NOTIFYs.
 */
export class WebhookListener {
  readonly #config: ConnectionConfig;
  #client: pg.Client | undefined;
  #isPooled = false;
  #onPayload: (payload: string | undefined) => void = () => undefined;

  constructor(config: ConnectionConfig) {
    this.#config = { ...config, ...timeouts, application_name: 'slotline', keepAlive: true };
  }

  /** The callback receives undefined if NOTIFYs may have been missed. */
  onPayload(receive: (payload: string | undefined) => void): void {
    this.#onPayload = receive;
  }

  /** Connects unless there is a working connection. `onLost` is called when it ends. */
  async listen(onLost: () => void): Promise<void> {
    if (this.#isPooled) return;
    if (this.#client && (await succeeds(this.#client.query('SELECT 1')))) return;
    this.close();
    const client = await connect(this.#config);
    try {
      this.#isPooled = !(await hasOwnSession(client));
      if (this.#isPooled) return this.#end(client);
      client.on('notification', ({ payload }) => this.#onPayload(payload));
      await client.query(`LISTEN ${webhookChannel}`);
    } catch (error) {
      this.#end(client);
      throw error;
    }
    this.#client = client;
    client.once('end', () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      onLost();
    });
    this.#onPayload(undefined);
  }

  close(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client) this.#end(client);
  }

  /** A server that vanished would not answer a termination message. */
  #end(client: pg.Client): void {
    client.end().catch(() => undefined);
    client.connection.stream.destroy();
  }
}
