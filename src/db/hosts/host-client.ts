import pg from 'pg';
import { withTimeout } from '#src/lib/time/timeout.ts';
import { HostError, WrongServerError } from './errors.ts';
import { msForHost } from './first-host.ts';
import type { Host, Hosts } from './hosts.ts';

type OnConnected = (error: Error | null, client?: pg.Client) => void;

interface ServerState {
  readonly isReplica: boolean;
  readonly isReadOnly: boolean;
}

/**
 * A client of the driver that connects to the next host, and rejects a host that does not match the URL. PostgreSQL reports at
 * the start of each session whether it is a replica and whether it is read-only, so the check needs no round trip.
 */
export function hostClient(hosts: Hosts): new (config?: pg.ClientConfig) => pg.Client {
  return class HostClient extends pg.Client {
    readonly #host: Host;
    /** The timeout of all hosts together. */
    readonly #limitMs: number;
    /** The timeout of this host. */
    readonly #withinMs: number;
    readonly #stated = new Map<string, string>();

    constructor(config: pg.ClientConfig = {}) {
      const host = hosts.next;
      const limitMs = config.connectionTimeoutMillis || Number.POSITIVE_INFINITY;
      const withinMs = Math.min(msForHost(limitMs), hosts.connectTimeoutMs);
      super({ ...config, connectionString: host.url, connectionTimeoutMillis: withinMs });
      this.#host = host;
      this.#limitMs = limitMs;
      this.#withinMs = withinMs;
      // The session may end during its startup, before the caller can listen for errors.
      this.on('error', () => undefined);
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
        this.#stated.set(parameterName, parameterValue);
      });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: OnConnected): void;
    override connect(callback?: OnConnected): Promise<pg.Client> | undefined {
      const connecting = this.#connect();
      if (!callback) return connecting;
      connecting.then(
        () => callback(null, this),
        (error: Error) => callback(error),
      );
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect();
        await this.#requireTarget();
      } catch (cause) {
        void this.end();
        this.connection.stream.destroy();
        // A host that answered with an error, such as too many connections, may still serve its other sessions.
        this.#host.isLost = !(cause instanceof pg.DatabaseError);
        hosts.fails(this.#host);
        const limits = { withinMs: this.#withinMs, limitMs: this.#limitMs };
        throw new HostError(cause, { host: this.host, at: addressOf(this), hosts: hosts.count, ...limits });
      }
      this.#stay();
      hosts.serves(this.#host);
      return this;
    }

    async #requireTarget(): Promise<void> {
      if (hosts.target === 'any') return;
      const state = this.#statedState() ?? (await withTimeout(this.#askForState(), msForHost(this.#withinMs)));
      if (!this.#isTarget(state)) throw new WrongServerError(hosts.target);
    }

    #isTarget({ isReplica, isReadOnly }: ServerState): boolean {
      return !isReplica && (hosts.target === 'primary' || !isReadOnly);
    }

    /** Returns undefined behind a pooler that does not pass the status on. */
    #statedState(): ServerState | undefined {
      const [replica, readOnly] = ['in_hot_standby', 'default_transaction_read_only'].map((name) =>
        this.#stated.get(name),
      );
      if (replica === undefined || readOnly === undefined) return undefined;
      return { isReplica: replica === 'on', isReadOnly: readOnly === 'on' };
    }

    async #askForState(): Promise<ServerState> {
      const { rows } = await this.query<ServerState>(
        `SELECT pg_is_in_recovery() AS "isReplica", current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
      );
      return rows[0] ?? { isReplica: true, isReadOnly: true };
    }

    #stay(): void {
      this.#host.sessions.add(this);
      this.once('end', () => this.#host.sessions.delete(this));
      if (hosts.target === 'any') return;
      // PostgreSQL also reports changes, such as the demotion of a primary.
      this.connection.on('parameterStatus', () => {
        const state = this.#statedState();
        if (state && !this.#isTarget(state)) this.connection.stream.destroy();
      });
    }
  };
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

export function addressOf({ host, port }: pg.Client): string {
  return host.startsWith('/') ? host : `${host}:${port}`;
}
