import pg from 'pg';
import { readOnlyTransaction } from './hosts/errors.ts';
import { toFirstHost } from './hosts/first-host.ts';
import { withSecondAttempt } from './second-attempt.ts';

/** The function in PostgreSQL that warns about a commit that no standby has confirmed. The message text may be localized. */
const unconfirmedCommit = 'SyncRepWaitForLSN';

/** The driver's pool, which also closes working sessions that PostgreSQL reports as unsuitable. */
export class SessionPool extends pg.Pool {
  readonly #stale = new WeakSet<pg.PoolClient>();

  constructor(config: pg.PoolConfig) {
    super(config);
    // A pool replaces an idle connection that breaks; without a listener the event would end the process.
    this.on('error', () => undefined);
    this.on('connect', (client) => this.#watch(client));
    this.on('release', (_error, client) => {
      if (this.#stale.has(client)) void client.end();
    });
  }

  /** Runs one statement. If its session is lost, it runs again unless a second run could do harm. */
  override query(...args: unknown[]): never {
    const query = () => toFirstHost(() => (super.query as (...args: unknown[]) => Promise<unknown>)(...args));
    return withSecondAttempt(query, () => mayRepeat(args[0] as string | RepeatableQuery)) as never;
  }

  /** The driver's pool passes a callback to connect for one statement. In that case `query` retries. */
  override connect(...[callback]: unknown[]): never {
    if (callback) return super.connect(callback as () => void) as never;
    return toFirstHost(() => super.connect()) as never;
  }

  #watch(client: pg.PoolClient): void {
    // A connection may end during its startup, before the caller can listen for errors. The next query on it fails.
    client.on('error', () => undefined);
    client.on('notice', ({ routine, message }) => {
      if (routine === unconfirmedCommit) client.connection.emit('error', unconfirmed(message));
    });
    // A new session may reach the new primary.
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === readOnlyTransaction) this.#stale.add(client);
    });
  }
}

interface RepeatableQuery extends pg.QueryConfig {
  readonly isRepeatable?: true;
}

/** Marks a statement that writes, and may safely do so twice. */
export function repeatable(query: pg.QueryConfig): RepeatableQuery {
  return { ...query, isRepeatable: true };
}

/** Row locks count as writes here, because they precede a write. */
function mayRepeat(statement: string | RepeatableQuery): boolean {
  if (typeof statement !== 'string' && statement.isRepeatable) return true;
  const text = typeof statement === 'string' ? statement : statement.text;
  return /^\s*(?:SELECT|WITH)\b/i.test(text) && !/\b(?:INSERT|UPDATE|DELETE|MERGE)\b/i.test(text);
}

/**
 * Somebody cancelled the wait for the synchronous standby. PostgreSQL then reports the commit as successful, with a warning,
 * but a failover would undo it. So report a cancelled statement: whether the commit survives is unknown.
 */
function unconfirmed(warning = ''): Error {
  return Object.assign(new Error(warning), { code: '57014', severity: 'ERROR' });
}
