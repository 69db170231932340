import type pg from 'pg';
import type { PostgresHosts, TargetServer } from '#src/lib/postgres-url.ts';

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
}

/** The hosts of a URL, in the order in which the next connection tries them. All connections over the URL share them. */
export class Hosts {
  readonly target: TargetServer;
  readonly connectTimeoutMs: number;
  #inOrder: readonly Host[];

  constructor({ urls, target, connectTimeoutMs = defaultConnectTimeoutMs }: PostgresHosts) {
    this.target = target;
    this.connectTimeoutMs = connectTimeoutMs;
    this.#inOrder = urls.map((url) => ({ url, sessions: new Set() }));
  }

  get inOrder(): readonly Host[] {
    return this.#inOrder;
  }

  /** The next connection tries this host first. */
  remember(host: Host): void {
    if (this.#inOrder[0] !== host) this.#inOrder = [host, ...this.#inOrder.filter((each) => each !== host)];
  }
}

/**
 * Ends the sessions on hosts that were away or only read while another host served. They belong to a primary that was
 * replaced: what runs on them would wait for an answer that may never come, or read what is out of date.
 */
export function endSessions(hosts: readonly Host[]): void {
  for (const { sessions } of hosts) {
    for (const session of sessions) session.connection.stream.destroy();
  }
}
