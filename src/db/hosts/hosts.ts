import type pg from 'pg';
import type { PostgresHosts, TargetServer } from '#src/lib/network/postgres-url.ts';

/**
 * Where the URL has no `connect_timeout`. A host that is gone without a word delays the search by so long, and one that is
 * only busy still answers.
 */
const defaultConnectTimeoutMs = 2000;

/** One of the hosts of a URL, with the open sessions on it. */
export interface Host {
  /** The same URL with this host alone. */
  readonly url: string;
  readonly sessions: Set<pg.Client>;
  /** Whether it was away, or only read, when it was last tried. */
  isLost: boolean;
}

/** The hosts of a URL, in the order in which the next connections try them. All connections over the URL share them. */
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

  /** The next connection tries another host. */
  fails(host: Host): void {
    const [first, second, ...others] = this.#inOrder;
    if (first === host && second) this.#inOrder = [second, ...others, first];
  }

  /**
   * The next connection tries this host first. The sessions on hosts that were lost end: they belong to a primary that was
   * replaced. What runs on them would wait for an answer that may never come, or read what is out of date.
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
