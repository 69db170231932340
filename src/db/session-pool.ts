import pg from 'pg';
import { readOnlyTransaction } from './hosts/errors.ts';
import { toFirstHost } from './hosts/first-host.ts';
import { withSecondAttempt } from './second-attempt.ts';

/** The function of PostgreSQL that warns of a commit which no standby has confirmed. Its text may be in any language. */
const unconfirmedCommit = 'SyncRepWaitForLSN';

/** The driver's pool, which also parts with sessions that PostgreSQL says are not to be used, although they work. */
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

  /** One statement. It is run again where its session was lost and a second run does no harm. */
  override query(...args: unknown[]): never {
    const query = () => toFirstHost(() => (super.query as (...args: unknown[]) => Promise<unknown>)(...args));
    return withSecondAttempt(query, () => mayRepeat(args[0] as string | RepeatableQuery)) as never;
  }

  /** With a callback, as the driver's pool calls it for one statement, the caller tries again. */
  override connect(...[callback]: unknown[]): never {
    if (callback) return super.connect(callback as () => void) as never;
    return toFirstHost(() => super.connect()) as never;
  }

  #watch(client: pg.PoolClient): void {
    // A connection may end in the packet that opens it, before its user can listen. The next query on it fails.
    client.on('error', () => undefined);
    client.on('notice', ({ routine, message }) => {
      if (routine === unconfirmedCommit) client.connection.emit('error', unconfirmed(message));
    });
    // The next session may find the new primary.
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === readOnlyTransaction) this.#stale.add(client);
    });
  }
}

interface RepeatableQuery extends pg.QueryConfig {
  readonly isRepeatable?: true;
}

/** A statement that writes, and may do so twice. */
export function repeatable(query: pg.QueryConfig): RepeatableQuery {
  return { ...query, isRepeatable: true };
}

/** Locks of rows count as writes here, because they come before a write. */
function mayRepeat(statement: string | RepeatableQuery): boolean {
  if (typeof statement !== 'string' && statement.isRepeatable) return true;
  const text = typeof statement === 'string' ? statement : statement.text;
  return /^\s*(?:SELECT|WITH)\b/i.test(text) && !/\b(?:INSERT|UPDATE|DELETE|MERGE)\b/i.test(text);
}

/**
 * Somebody cancelled the wait for the synchronous standby. PostgreSQL then reports the commit as a success, with a
 * warning; but a failover would undo it. So this is the error of a cancelled statement: whether it stands is unknown.
 */
function unconfirmed(warning = ''): Error {
  return Object.assign(new Error(warning), { code: '57014', severity: 'ERROR' });
}
