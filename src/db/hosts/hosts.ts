import type pg from 'pg';
import type { PostgresHosts, TargetServer } from '#src/lib/network/postgres-url.ts';

/**
 * The default if the URL has no `connect_timeout`. A host that vanished delays the search by this time, but a host that is
 * merely busy still answers.
 */
const defaultConnectTimeoutMs = 2000;

/** One of the hosts of a URL, with the open sessions on it. */
export interface Host {
  /** The same URL with this host alone. */
  readonly url: string;
  readonly sessions: Set<pg.Client>;
  /** True if it was unreachable or read-only when it was last tried. */
  isLost: boolean;
}

/** The hosts of a URL, in the order in which new connections try them. All connections of the URL share them. */
export class Hosts {
  readonly target: TargetServer;
  readonly connectTimeoutMs: number;
  readonly count: number;
  #inOrder: readonly [Host, ...Host[]];

  constructor({ urls: [first = '', ...others], target, connectTimeoutMs = defaultConnectTimeoutMs }: PostgresHosts) {
    const host = (url: string): Host => ({ url, sessions: new Set(), isLost: false });
    this.target = target;
    this.connectTimeoutMs = connectTimeoutMs;
    this.count = 1 + others.length;
    this.#inOrder = [host(first), ...others.map(host)];
  }

  get next(): Host {
    return this.#inOrder[0];
  }

  /** Moves a failed first host to the end of the order. */
  fails(host: Host): void {
    const [first, second, ...others] = this.#inOrder;
    if (first === host && second) this.#inOrder = [second, ...others, first];
  }

  /**
   * Moves the host to the front of the order, and ends the sessions on lost hosts: a replaced primary may never answer their
   * queries, or return stale data.
   */
  serves(host: Host): void {
    host.isLost = false;
    const others = this.#inOrder.filter((each) => each !== host);
    this.#inOrder = [host, ...others];
    for (const lost of others.filter(({ isLost }) => isLost)) {
      lost.isLost = false;
      for (const session of lost.sessions) session.connection.stream.destroy();
    }
  }
}
