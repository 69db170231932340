import pg from 'pg';
import { withTimeout } from '#src/lib/timeout.ts';
import { type HostFailure, NoHostError, WrongServerError } from './errors.ts';
import { endSessions, type Host, type Hosts } from './hosts.ts';

type OnConnected = (error: Error | null, client?: pg.Client) => void;

interface ServerState {
  readonly isReplica: boolean;
  readonly isReadOnly: boolean;
}

/**
 * A client of the driver that connects to the first host that is what the URL asks for. PostgreSQL states with each new
 * session, unasked, whether it is a replica and whether it only reads; so the check costs no round trip.
 */
export function hostClient(hosts: Hosts): new (config?: pg.ClientConfig) => pg.Client {
  return class HostClient extends pg.Client {
    readonly #config: pg.ClientConfig;
    readonly #stated = new Map<string, string>();

    constructor(config: pg.ClientConfig = {}) {
      super(config);
      this.#config = config;
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: OnConnected): void;
    override connect(callback?: OnConnected): Promise<pg.Client> | undefined {
      const connecting = this.#connectToFirst();
      if (!callback) return connecting;
      connecting.then(
        () => callback(null, this),
        (error: Error) => callback(error),
      );
    }

    async #connectToFirst(): Promise<pg.Client> {
      const endsAt = performance.now() + (this.#config.connectionTimeoutMillis || Number.POSITIVE_INFINITY);
      const failures: HostFailure[] = [];
      const lost: Host[] = [];
      for (const host of hosts.inOrder) {
        const withinMs = Math.min(endsAt - performance.now(), hosts.connectTimeoutMs);
        if (withinMs <= 0) break;
        this.#startOver(host, withinMs);
        try {
          await super.connect();
          await this.#requireTarget();
        } catch (error) {
          failures.push({ host: this.host, at: addressOf(this), withinMs, error });
          // A host that refused this connection in words, such as one too many, may serve its others.
          if (!(error instanceof pg.DatabaseError)) lost.push(host);
          this.#discard();
          continue;
        }
        this.#stay(host);
        endSessions(lost);
        return this;
      }
      throw new NoHostError(failures);
    }

    /** The driver's client connects once. So this one takes over the state of a new one; who listens to it stays. */
    #startOver(host: Host, connectionTimeoutMillis: number): void {
      const config = { ...this.#config, connectionString: host.url, connectionTimeoutMillis };
      const { _events, _eventsCount, _maxListeners, ...state } = new pg.Client(config) as pg.Client & EmitterState;
      Object.assign(this, state);
      this.#stated.clear();
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
        this.#stated.set(parameterName, parameterValue);
      });
    }

    #discard(): void {
      this.connection.removeAllListeners();
      this.connection.on('error', () => undefined);
      this.connection.stream.destroy();
    }

    async #requireTarget(): Promise<void> {
      if (hosts.target === 'any') return;
      const state = this.#statedState() ?? (await withTimeout(this.#askForState(), hosts.connectTimeoutMs));
      if (!this.#isTarget(state)) throw new WrongServerError(hosts.target);
    }

    #isTarget({ isReplica, isReadOnly }: ServerState): boolean {
      return !isReplica && (hosts.target === 'primary' || !isReadOnly);
    }

    /** Undefined behind a pooler that does not pass it on. */
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

    #stay(host: Host): void {
      hosts.remember(host);
      host.sessions.add(this);
      this.once('end', () => host.sessions.delete(this));
      if (hosts.target === 'any') return;
      // PostgreSQL also states a change, such as a primary that is to be demoted.
      this.connection.on('parameterStatus', () => {
        const state = this.#statedState();
        if (state && !this.#isTarget(state)) this.connection.stream.destroy();
      });
    }
  };
}

interface EmitterState {
  readonly _events: unknown;
  readonly _eventsCount: unknown;
  readonly _maxListeners: unknown;
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

export function addressOf({ host, port }: pg.Client): string {
  return host.startsWith('/') ? host : `${host}:${port}`;
}
