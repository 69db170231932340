import type { Database } from '#src/db/database.ts';
import type { Statement } from '#src/db/statement.ts';
import { writeApiKeyUses, writeConnectionUses, writeSessionUses } from '#src/db/writes/credential-use.ts';
import { sessionIdleMs, sessionTouchMs } from '#src/domain/sessions/session.ts';
import { DelayedFlush } from '#src/lib/delayed-flush.ts';

const apiKeyTouchMs = 60_000;
const connectionTouchMs = 60_000;

/** How long uses are collected, so that one statement writes those of many credentials. */
const flushDelayMs = 1000;

interface WriteBehindOptions<Ref> {
  /** The minimum time between two writes of one credential. */
  intervalMs: number;
  write: (uses: Use<Ref>[]) => Promise<unknown>;
  /** Receives the error of a failed write. Its uses are dropped: the next request of each credential adds them again. */
  onError: (error: unknown) => void;
}

export interface Use<Ref> {
  ref: Ref;
  at: Date;
}

/** Collects uses of credentials and writes them in the background, in batches. */
export class WriteBehindBuffer<Ref> {
  readonly #options: WriteBehindOptions<Ref>;
  readonly #pending = new Map<string, Use<Ref>>();
  readonly #flushes = new DelayedFlush(flushDelayMs, () => this.#collect());

  constructor(options: WriteBehindOptions<Ref>) {
    this.#options = options;
  }

  /** Costs one comparison unless the last written use is older than the interval. */
  add(keyOf: () => string, { ref, at, lastUsedAt }: Use<Ref> & { lastUsedAt: string | null }): void {
    if (lastUsedAt !== null && at.getTime() - Date.parse(lastUsedAt) < this.#options.intervalMs) return;
    const key = keyOf();
    if (this.#pending.has(key)) return;
    this.#pending.set(key, { ref, at });
    this.#flushes.schedule();
  }

  /** Resolves when all uses added before are written. */
  flush(): Promise<void> {
    return this.#flushes.flush();
  }

  #collect(): (() => Promise<void>) | undefined {
    const uses = [...this.#pending.values()];
    this.#pending.clear();
    return uses.length > 0 ? () => this.#write(uses) : undefined;
  }

  async #write(uses: Use<Ref>[]): Promise<void> {
    try {
      await this.#options.write(uses);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

/** What identifies an API key, or a connection, whose id is a text. */
interface RowRef<Id> {
  workspaceId: number;
  id: Id;
}

/** The write-behind buffer of `lastUsedAt`: requests add to it, and it writes later. One for each process. */
export class LastUsedBuffer {
  readonly #apiKeys: WriteBehindBuffer<RowRef<number>>;
  readonly #sessions: WriteBehindBuffer<Buffer>;
  readonly #connections: WriteBehindBuffer<RowRef<string>>;

  constructor({ pooled }: Pick<Database, 'pooled'>, onError: (error: unknown) => void = () => undefined) {
    const bufferOf = <Ref>(intervalMs: number, statement: Statement, firstValues: (refs: Ref[]) => unknown[]) => {
      const write = (uses: Use<Ref>[]) => {
        const instants = uses.map(({ at }) => at.toISOString());
        return pooled.run(statement, [...firstValues(uses.map(({ ref }) => ref)), instants, intervalMs]);
      };
      return new WriteBehindBuffer<Ref>({ intervalMs, onError, write });
    };
    const keysOf = (refs: RowRef<unknown>[]) => [refs.map(({ workspaceId }) => workspaceId), refs.map(({ id }) => id)];
    this.#apiKeys = bufferOf<RowRef<number>>(apiKeyTouchMs, writeApiKeyUses, keysOf);
    this.#sessions = bufferOf(sessionTouchMs, writeSessionUses, (tokenHashes) => [sessionIdleMs, tokenHashes]);
    this.#connections = bufferOf<RowRef<string>>(connectionTouchMs, writeConnectionUses, keysOf);
  }

  apiKey(key: RowRef<number> & { lastUsedAt: string | null }, at: Date): void {
    this.#apiKeys.add(() => `${key.workspaceId}:${key.id}`, { ref: key, at, lastUsedAt: key.lastUsedAt });
  }

  /** A use also extends the session's expiry. */
  session(tokenHash: Buffer, lastUsedAt: string | null, at: Date): void {
    this.#sessions.add(() => tokenHash.toString('base64'), { ref: tokenHash, at, lastUsedAt });
  }

  /** The connection of an app, used through any of its access tokens. */
  connection(row: { workspaceId: number; grantId: string; lastUsedAt: string | null }, at: Date): void {
    const { workspaceId, grantId: id, lastUsedAt } = row;
    this.#connections.add(() => `${workspaceId}:${id}`, { ref: { workspaceId, id }, at, lastUsedAt });
  }

  /** Resolves when all uses are written. Call it after the last request and before closing the database. */
  async flush(): Promise<void> {
    await Promise.all([this.#apiKeys.flush(), this.#sessions.flush(), this.#connections.flush()]);
  }
}
