import type { Database } from '#src/db/database.ts';
import type { Statement } from '#src/db/statement.ts';
import { writeApiKeyUses, writeConnectionUses, writeSessionUses } from '#src/db/writes/credential-use.ts';
import { sessionEnd, sessionTouchMs } from '#src/domain/sessions/session.ts';
import { DelayedFlush } from './delayed-flush.ts';

const apiKeyTouchMs = 60_000;
const connectionTouchMs = 60_000;

/** How long uses are collected, so that one statement writes those of many credentials. */
const flushDelayMs = 1000;

interface WriteBehindOptions<Ref> {
  /** The minimum time between two writes of one credential. */
  intervalMs: number;
  write: (uses: Use<Ref>[]) => Promise<unknown>;
  /** Called with the error of a failed write. Its uses are dropped: the next request of each credential adds one again. */
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

  /** Costs one comparison if the last written use is younger than the interval. */
  add(keyOf: () => string, { ref, at, lastUsedAt }: Use<Ref> & { lastUsedAt: string | null }): void {
    if (lastUsedAt !== null && at.getTime() - Date.parse(lastUsedAt) < this.#options.intervalMs) return;
    const key = keyOf();
    if (this.#pending.has(key)) return;
    this.#pending.set(key, { ref, at });
    this.#flushes.schedule();
  }

  /** Resolves when all uses added so far are written. */
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

/** Identifies a credential in its workspace: the id of an API key or a connection, or the token hash of a session. */
type RowId = number | string | Buffer;

interface RowRef<Id> {
  workspaceId: number;
  id: Id;
}

interface SessionRef extends RowRef<Buffer> {
  createdAt: string;
}

/** The write-behind buffer of `lastUsedAt`: requests add to it, and it writes later. Each process has one. */
export class LastUsedBuffer {
  readonly #apiKeys: WriteBehindBuffer<RowRef<number>>;
  readonly #sessions: WriteBehindBuffer<SessionRef>;
  readonly #connections: WriteBehindBuffer<RowRef<string>>;

  constructor({ run }: Pick<Database, 'run'>, onError: (error: unknown) => void = () => undefined) {
    const bufferOf = <Ref extends RowRef<RowId>>(
      intervalMs: number,
      statement: Statement,
      endOf?: (use: Use<Ref>) => Date,
    ) => {
      const write = (uses: Use<Ref>[]) => run(statement, valuesOf(inOneOrder(uses), intervalMs, endOf));
      return new WriteBehindBuffer<Ref>({ intervalMs, onError, write });
    };
    this.#apiKeys = bufferOf<RowRef<number>>(apiKeyTouchMs, writeApiKeyUses);
    this.#sessions = bufferOf<SessionRef>(sessionTouchMs, writeSessionUses, ({ ref, at }) =>
      sessionEnd(new Date(ref.createdAt), at),
    );
    this.#connections = bufferOf<RowRef<string>>(connectionTouchMs, writeConnectionUses);
  }

  apiKey(key: RowRef<number> & { lastUsedAt: string | null }, at: Date): void {
    this.#apiKeys.add(() => `${key.workspaceId}:${key.id}`, { ref: key, at, lastUsedAt: key.lastUsedAt });
  }

  /** A use also extends the session's expiry. */
  session(
    row: { workspaceId: number; tokenHash: Buffer; createdAt: string; lastUsedAt: string | null },
    at: Date,
  ): void {
    const { workspaceId, tokenHash: id, createdAt, lastUsedAt } = row;
    this.#sessions.add(() => id.toString('base64'), { ref: { workspaceId, id, createdAt }, at, lastUsedAt });
  }

  /** Records the connection of an app, used through any of its access tokens. */
  connection(row: { workspaceId: number; grantId: string; lastUsedAt: string | null }, at: Date): void {
    const { workspaceId, grantId: id, lastUsedAt } = row;
    this.#connections.add(() => `${workspaceId}:${id}`, { ref: { workspaceId, id }, at, lastUsedAt });
  }

  /** Resolves when all uses are written. Call it after the last request and before closing the database. */
  async flush(): Promise<void> {
    await Promise.all([this.#apiKeys.flush(), this.#sessions.flush(), this.#connections.flush()]);
  }
}

/** Sorts by workspace and id, so that every node locks the rows in the same order. */
function inOneOrder<Ref extends RowRef<RowId>>(uses: readonly Use<Ref>[]): Use<Ref>[] {
  const id = ({ ref }: Use<RowRef<RowId>>) => (Buffer.isBuffer(ref.id) ? ref.id.toString('hex') : ref.id);
  return uses.toSorted((a, b) => a.ref.workspaceId - b.ref.workspaceId || (id(a) < id(b) ? -1 : 1));
}

/** Arrays of values. Instants are computed here: a distributed PostgreSQL cannot do so in an UPDATE of many rows. */
function valuesOf<Ref extends RowRef<RowId>>(
  uses: readonly Use<Ref>[],
  intervalMs: number,
  endOf?: (use: Use<Ref>) => Date,
): unknown[][] {
  const values = [
    uses.map(({ ref }) => ref.workspaceId),
    uses.map(({ ref }) => ref.id),
    uses.map(({ at }) => at.toISOString()),
    uses.map(({ at }) => new Date(at.getTime() - intervalMs).toISOString()),
  ];
  return endOf ? [...values, uses.map((use) => endOf(use).toISOString())] : values;
}
